/**
 * What people of the floor may see: of a recipient only name, city and ZIP code, and orders of their own warehouses only. Every
 * query that the role may call is sent, also those that are added later, and searched for what it must not contain.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import type { OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { lockSalesOrders } from '../../src/sales-orders/index.ts';
import { holdOrderRefusedByCarrier } from '../../src/shipping-labels/hold-refused-order.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import type { OperatorClient } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const all: readonly OperatorOperation[] = operatorOperations;
const queries = all.flatMap((operation) =>
  operation.kind === 'query' && operation.roles.includes('floor') ? [operationName(operation)] : [],
);

/** Nowhere in a reply to the floor. */
const hidden = ['SPYSTREET', 'SPYSUITE', '7075550188', '707-555-0188', 'spy@recipient.example', 'SPYFLOOR', 'Colorado'];
const spied = {
  FirstName: 'Grace',
  LastName: 'Visible',
  Address: '4711 SPYSTREET',
  Address2: 'SPYSUITE 9',
  City: 'Denver',
  State: 'CO',
  ZipCode: '80202',
  PhoneNumber: '707-555-0188',
  EmailAddress: 'spy@recipient.example',
};

let server: TestServer;
let floor: Floor;
let requests: Readonly<Record<string, object[]>>;
let client: OperatorClient;
/** Of commands at the packing station. */
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
let replies: any[];

beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  client = floor.packer;
  const winery = await floor.winery();
  const mine = { RecipientContactInfo: spied };
  const orders = [
    await winery.waiting(mine),
    // On hold for its address: a street line without a number, and a city that is not there.
    await winery.waiting({ RecipientContactInfo: { ...spied, Address: 'SPYSTREET' } }),
    await winery.waiting({ RecipientContactInfo: { ...spied, Address: 'PO Box 4711 SPYSTREET' } }),
    await winery.waiting({ RecipientContactInfo: { ...spied, ZipCode: '99999' } }),
    await winery.waiting({ RecipientContactInfo: { ...spied, State: 'SPYFLOOR' } }),
    // Of a warehouse where this person does not work.
    await winery.order({ OrderInfo: { OrderNo: 'SPYFLOOR-1' } }),
  ];
  const [first] = orders;
  if (first === undefined) throw new Error('no order');
  await floor.release(winery, first.reference);
  replies = [await floor.label(first.orderNo, ['WINE-1'])];
  const [{ TrackingNumber }] = replies[0].Boxes;
  replies.push(await floor.pack('Stage', { TrackingNumber }));
  // Refused by a carrier, in words that quote the address, after it was released.
  const refused = await winery.waiting(mine);
  orders.push(refused);
  await floor.release(winery, refused.reference);
  const { db } = server.environment;
  await db.write(async (tx) => {
    const [order] = await lockSalesOrders(tx, [{ customerNo: winery.customerNo, orderId: refused.reference }]);
    if (order === undefined) throw new Error('no order');
    const messages = [{ code: 'E.ADDRESS', text: 'street1: 4711 SPYSTREET cannot be delivered to' }];
    await holdOrderRefusedByCarrier(tx, order, { because: 'address', messages }, Temporal.Now.instant());
  });
  replies.push((await client.call('Floor/OpenPacking', { Scan: refused.orderNo })).body);
  expect(replies.at(-1)).toMatchObject({ State: 'PROBLEM' });
  await catchUpOrderIndex(db);
  const { body: waves } = await client.call('Floor/Waves');
  const { customerNo: CustomerNo } = winery;
  requests = {
    'Orders/Get': orders.map(({ reference }) => ({ CustomerNo, TransactionReferenceNumber: reference })),
    'Search/Find': ['Visible', 'SPYFLOOR', 'SPYSTREET', 'spy@recipient.example', first.orderNo].map((Text) => ({
      Text,
    })),
    'Floor/Wave': waves.Records.map(({ Wave }: { Wave: string }) => ({ Wave })),
    'Floor/CloseOfDay': [{ Warehouse: worked }],
    'Floor/Reprint': [],
    'Orders/List': [{}, { Warehouses: ['APC01'] }, { Text: 'SPYFLOOR' }],
    'Overview/Get': [{}, { Warehouses: ['APC01'] }],
  };
});
afterAll(() => server.close());

describe('of a recipient only name, city and ZIP code, and only in their warehouses', () => {
  test.each(queries)('%s', async (name) => {
    const own = requests[name];
    // Of a query that is not named above, whichever of these it takes.
    for (const request of own ?? [{}, { Warehouse: worked }, { Warehouse: 'APC01' }]) {
      const { status, body } = await client.call(name, request);
      expect(own === undefined ? [200, 400, 403, 404] : [200, 404], JSON.stringify(body)).toContain(status);
      const text = JSON.stringify(body);
      const echoed = JSON.stringify(request);
      for (const secret of hidden) {
        if (status === 200 || !echoed.includes(secret)) {
          expect(text.toLowerCase(), `${name} ${echoed}`).not.toContain(secret.toLowerCase());
        }
      }
    }
  });

  test('commands of the packing station', () => {
    expect(replies).toHaveLength(3);
    for (const secret of hidden) expect(JSON.stringify(replies)).not.toContain(secret);
  });

  test('the finder finds no customers and items, which they may not list', async () => {
    for (const Text of ['Winery', 'WINE-1']) {
      const { body } = await client.call('Search/Find', { Text });
      expect(body.Results.filter(({ Kind }: { Kind: string }) => Kind !== 'order')).toEqual([]);
    }
  });

  test('what they may see is there', async () => {
    const { body } = await client.call('Orders/List', { Text: 'Visible' });
    expect(body.Records.length).toBeGreaterThan(1);
    for (const { Recipient } of body.Records) expect(Object.keys(Recipient)).toEqual(['Name', 'City', 'ZipCode']);
  });
});
