/** Orders whose labels are voided after an automatic warehouse packed them: what was planned for the old packages ends with these. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import type { OrderOverrides } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  admin = await signedIn(server, 'admin');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** An order that an automatic warehouse packed for a pickup or a recipient, and whose labels were voided. */
async function packedAndVoided(ShipmentInfo: NonNullable<OrderOverrides['ShipmentInfo']>) {
  const winery = await floor.winery();
  const { customerNo, client } = winery;
  const { orderNo, reference } = await winery.order({ ShipmentInfo });
  const packages = async () =>
    await server.environment.db.rows('select 1 from packages where customer_no = $1', [customerNo]);
  for (let steps = 0; steps < 600 && (await packages()).length === 0; steps += 1) await winery.advance(900);
  const order = { CustomerNo: customerNo, TransactionReferenceNumber: reference };
  mustSucceed(await admin.call('Orders/VoidLabels', { ...order, Reason: 'The box was damaged' }));
  return { winery, client, orderNo, reference, order };
}

const byTruck = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } as const;
const willCall = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' } as const;

test.each([
  ['a carrier', byTruck],
  ['will call', willCall],
])('an order for %s that people pack again in another warehouse leaves when they say so', async (_, shipment) => {
  const { winery, client, orderNo, reference, order } = await packedAndVoided(shipment);
  const ShipmentInfo = { ServiceWarehouseLocation: worked };
  mustSucceed(
    await client.call('SalesOrder/UpdateSalesOrder', { TransactionReferenceNumber: reference, ShipmentInfo }),
  );
  const released = mustSucceed(await admin.call('Holds/ReleaseMany', { Orders: [order] }));
  expect(released.Outcomes).toMatchObject([{ Released: true }]);
  await floor.release(winery, reference);
  await floor.label(orderNo, ['WINE-1']);
  await winery.advance(30 * 24 * 3_600);
  expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
});

test('an order that its warehouse packs again leaves with its new packages', async () => {
  const { winery, reference, order } = await packedAndVoided(byTruck);
  mustSucceed(await admin.call('Holds/ReleaseMany', { Orders: [order] }));
  await winery.advance(30 * 24 * 3_600);
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
});
