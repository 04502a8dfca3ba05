/** Refusals of simulated carriers, as real ones would refuse: the order is held with the carrier's words until it is corrected. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openJitWinery } from '../shipping-labels/jit-winery.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let winery: Awaited<ReturnType<typeof openJitWinery>>;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  winery = await openJitWinery(server);
  await winery.arrive('WINE-1', 50);
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const until = (To: string) => winery.client.call('Simulation/AdvanceClock', { To });
const shipment = (ShippingCarrier: string, ShippingCarrierService = 'GRND') => ({
  ShipmentInfo: { ShippingCarrier, ShippingCarrierService, ServiceWarehouseLocation: 'APC01' },
});
const to = (parts: Json) => ({ RecipientContactInfo: { ...recipient, ...parts } });
const postBox = to({ Address: 'PO Box 12' });
const newYork = to({ City: 'New York', State: 'NY', ZipCode: '10001' });
const paris = to({ Address: '1 Rue de Rivoli', City: 'Paris', State: '', ZipCode: '75001', Country: 'FR' });
const apo = to({ Address: 'Unit 100 Box 12', City: 'APO', State: 'AE', ZipCode: '09012' });

test.each<[words: string, order: Json, correction: Json]>([
  ['FedEx does not deliver to post office boxes', { ...shipment('FEX'), ...postBox }, to({})],
  ['UPS does not deliver to military addresses', { ...shipment('UPS', '2DAY'), ...apo }, to({})],
  ['GSO Ground does not deliver to New York', { ...shipment('GSO'), ...newYork }, shipment('UPS')],
  [
    'FedEx Ground does not deliver outside the United States',
    { ...shipment('FEX'), ...paris },
    shipment('FEX', 'INPR'),
  ],
  [
    'FedEx requires the name of a person or a company',
    { ...shipment('BSW'), ...to({ FirstName: '', LastName: '' }) },
    to({}),
  ],
  ['FedEx does not deliver to post office boxes', { ...shipment('BSW'), ...postBox }, to({})],
])('an order holds because %s, with its stock reserved, and ships once corrected', async (words, order, correction) => {
  const TransactionReferenceNumber = await winery.created({ OrderInfo: { OrderNo: 'REFUSED-1' }, ...order });
  expect(await winery.track('REFUSED-1')).toMatchObject([{ Status: 'RECEIVED' }]);
  await until('2031-03-04T12:00:00');
  const [held] = await winery.track('REFUSED-1');
  expect(held).toMatchObject({ Status: 'ON CUSTOMER SERVICE HOLD' });
  expect(held?.StatusDescription).toContain(words);
  expect(held?.StatusDescription).toContain('Source: Carrier');
  expect(await winery.order(TransactionReferenceNumber)).toMatchObject({
    reserved: { 'WINE-1': 1 },
    holds: [{ cause: 'carrier' }],
  });
  // What the winery sends again each night, and HoldOrder false, correct nothing.
  for (const unchanged of [order, { OrderInfo: { HoldOrder: false } }]) {
    expect((await winery.update({ TransactionReferenceNumber, ...unchanged })).status).toBe(200);
    expect(await winery.order(TransactionReferenceNumber)).toMatchObject({ holds: [{ cause: 'carrier' }] });
  }
  expect((await winery.update({ TransactionReferenceNumber, ...correction })).status).toBe(200);
  await until('2031-03-04T14:00:00');
  expect(await winery.track('REFUSED-1')).toMatchObject([{ Status: 'READY TO SHIP' }]);
});

test('will call needs no name, and a carrier location takes packages of a post office box', async () => {
  const will = { ...shipment('WILL', 'CALL'), ...to({ FirstName: '', LastName: '' }) };
  await winery.created({ OrderInfo: { OrderNo: 'TAKEN-1' }, ...will });
  const DeliveryContactInfo = { HoldAtLocation: 1, LocationCode: 'LOC1' };
  await winery.created({ OrderInfo: { OrderNo: 'TAKEN-2' }, ...shipment('FEX'), ...postBox, DeliveryContactInfo });
  await until('2031-03-04T12:00:00');
  expect(await winery.track('TAKEN-1')).toMatchObject([{ Status: 'READY FOR PICKUP' }]);
  expect(await winery.track('TAKEN-2')).toMatchObject([{ Status: 'READY TO SHIP' }]);
});

test("a JIT label is refused with the carrier's words, and the order holds until it is corrected", async () => {
  const TransactionReferenceNumber = await winery.jitOrder('REFUSED-2', postBox);
  const words = 'FedEx does not deliver to post office boxes';
  for (const _ of ['first request', 'repeated']) {
    expect(await winery.generate({ OrderNo: 'REFUSED-2' })).toMatchObject({
      status: 403,
      body: {
        Code: 'StateForbids',
        Reason: expect.stringContaining(words),
        Errors: [{ Code: 'CarrierRefused', Source: 'Carrier', Message: expect.stringContaining(words) }],
      },
    });
  }
  expect(await winery.order(TransactionReferenceNumber)).toMatchObject({ holds: [{ cause: 'carrier' }] });
  expect(await winery.labels()).toEqual([]);
  const kinds = (await winery.timeline(TransactionReferenceNumber)).map(({ kind }) => kind);
  expect(kinds.filter((kind: string) => kind === 'sales_order.held')).toHaveLength(1);
  expect((await winery.update({ TransactionReferenceNumber, ...to({}) })).status).toBe(200);
  expect((await winery.generate({ OrderNo: 'REFUSED-2' })).status).toBe(200);
  // A label that was printed does not help an order whose address changes to one that the carrier refuses.
  expect((await winery.update({ TransactionReferenceNumber, ...postBox })).status).toBe(200);
  expect((await winery.generate({ OrderNo: 'REFUSED-2' })).status).toBe(403);
});
