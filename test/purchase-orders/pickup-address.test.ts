/** Warnings about the pickup address in the timeline of a purchase order (decision 27). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const pickup = {
  TransportMethod: 'PICKUP',
  FirstName: 'Sample',
  LastName: 'Cellarhand',
  Company: '',
  Address: '100 Cellar Road',
  Address2: '',
  City: 'Napa',
  State: 'CA',
  ZipCode: '94558',
};

async function warnings(customerNo: string, reference: string, kind: string) {
  const rows = await server.environment.db.rows<{ data: { warnings?: string[] } }>(
    'select data from log where customer_no = $1 and subject = $2 and kind = $3 order by seq',
    [customerNo, reference, kind],
  );
  return rows.at(-1)?.data.warnings;
}

test('logs warnings for a doubtful address and accepts the order', async () => {
  const { customerNo, created, update } = await openInboundWinery(server);
  const order = { CustomerReferenceNo: 'INBOUND-9', ...pickup };
  const reference = await created({ ...order, Address: 'PO Box 5', State: 'NV' });
  expect(await warnings(customerNo, reference, 'purchase_order.created')).toEqual([
    'The ZipCode of the pickup address is in another State.',
    'The pickup address is a post office box.',
  ]);
  const mended = await update({ OrderInfo: { CustomerReferenceNo: 'INBOUND-9', Address: '1 Cellar Road' } });
  expect(mended.status).toBe(200);
  expect(await warnings(customerNo, reference, 'purchase_order.updated')).toEqual([
    'The ZipCode of the pickup address is in another State.',
  ]);
});

test('logs nothing for a valid address or for an order that is delivered to the warehouse', async () => {
  const { customerNo, created } = await openInboundWinery(server);
  for (const [CustomerReferenceNo, order] of [
    ['IN-1', pickup],
    ['IN-2', { ...pickup, TransportMethod: 'DROPOFF', State: 'NV' }],
  ] as const) {
    const reference = await created({ ...order, CustomerReferenceNo });
    expect(await warnings(customerNo, reference, 'purchase_order.created')).toBeUndefined();
  }
});
