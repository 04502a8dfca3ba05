/** A state is closed, or an account held, while orders are in work: they get no label and do not leave without a person's decision. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { type OrderOverrides, recipient } from '../support/orders.ts';
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
  expect(await verifyWholeDatabase(server.environment.db)).toEqual([]);
  await server.close();
});

type Winery = Awaited<ReturnType<Floor['winery']>>;

const released = async (winery: Winery, overrides: OrderOverrides = {}) => {
  const order = await winery.waiting(overrides);
  await floor.release(winery, order.reference);
  return order;
};

const labeled = async (winery: Winery) => {
  const order = await released(winery);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  return { ...order, trackingNo: Boxes[0].TrackingNumber as string };
};

const setColorado = async (winery: Winery, Open: boolean, more: object = {}) => {
  const { status, body } = await admin.call('Rules/SetLicense', {
    CustomerNo: winery.customerNo,
    State: 'CO',
    Open,
    ...more,
  });
  expect(status).toBe(200);
  return body;
};

const holdAccount = async (winery: Winery, OnHold: boolean) => {
  const { status, body } = await admin.call('Rules/SetCredit', { CustomerNo: winery.customerNo, OnHold });
  expect(status).toBe(200);
  return body;
};

test('the preview and the change count and name the orders in work, which are not held', async () => {
  const winery = await floor.winery();
  const [open, first, second] = [await winery.waiting(), await released(winery), await labeled(winery)];
  await winery.advance(3_600);
  const preview = await setColorado(winery, false, { Preview: true });
  const named = [first, second].map(({ orderNo, reference }) => ({
    CustomerNo: winery.customerNo,
    TransactionReferenceNumber: reference,
    OrderNo: orderNo,
  }));
  expect(preview).toMatchObject({ OrdersHeld: 1, OrdersInWork: 2, InWork: named });
  expect(await setColorado(winery, false)).toMatchObject({ OrdersHeld: 1, OrdersInWork: 2, InWork: named });
  expect((await winery.onHold()).map(({ OrderNo }) => OrderNo)).toEqual([open.orderNo]);
  // The same preview names them again, for those who take them back.
  expect(await setColorado(winery, false, { Preview: true })).toMatchObject({ OrdersHeld: 0, InWork: named });
  expect(await setColorado(winery, true)).toMatchObject({ OrdersReleased: 1, OrdersInWork: 0 });
});

test('a rule for all customers counts the orders in work of each to which it applies', async () => {
  const wineries = [await floor.winery(), await floor.winery(), await floor.winery()];
  const nevada = { ...recipient, City: 'Las Vegas', State: 'NV', ZipCode: '89101' };
  const orders = [];
  for (const winery of wineries) orders.push(await released(winery, { RecipientContactInfo: nevada }));
  const [first, second, own] = wineries.map(({ customerNo }) => customerNo);
  const set = async (rule: object) => (await admin.call('Rules/SetLicense', { State: 'NV', ...rule })).body;
  await set({ CustomerNo: own, Open: true });
  const closed = await set({ Open: false });
  expect([closed.OrdersInWork, closed.InWork]).toMatchObject([2, [{ CustomerNo: first }, { CustomerNo: second }]]);
  expect(await set({ CustomerNo: own, Open: false })).toMatchObject({
    OrdersInWork: 1,
    InWork: [{ TransactionReferenceNumber: orders[2]?.reference }],
  });
  await set({ Open: true });
});

test('an order in work gets no label: it is held for the rule, its bottles stay aside, and it goes on when the rule ends', async () => {
  const winery = await floor.winery();
  const order = await released(winery);
  const { Session } = await floor.packInto(order.orderNo, ['WINE-1']);
  await setColorado(winery, false);
  const opened = await floor.pack('OpenPacking', { Scan: order.orderNo });
  expect(opened).toMatchObject({ State: 'packing', Message: expect.stringMatching(/^Colorado is closed to CLUB/) });
  const stopped = await floor.pack('BuyLabels', { Session });
  expect(stopped).toMatchObject({ State: 'problem', Message: expect.stringContaining('Colorado is closed to') });
  expect(stopped.Message).not.toContain('carrier');
  expect((await winery.onHold()).map(({ HoldReason }) => HoldReason)).toEqual(['License']);
  expect(await setColorado(winery, true)).toMatchObject({ OrdersReleased: 1 });
  await winery.advance(3_600);
  await floor.release(winery, order.reference);
  expect((await floor.label(order.orderNo, ['WINE-1'])).State).toBe('labeled');
});

test('a labeled order does not leave: it stays behind at the departure, cannot be staged again, and is held once it is taken back', async () => {
  const [winery, other] = [await floor.winery(), await floor.winery()];
  const [order, late, leaves] = [await labeled(winery), await labeled(winery), await labeled(other)];
  for (const { trackingNo } of [order, leaves]) await floor.pack('Stage', { TrackingNumber: trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await setColorado(winery, false);
  const refused = await floor.packer.call('Floor/Stage', { TrackingNumber: late.trackingNo });
  expect([refused.status, refused.body.Reason]).toEqual([403, expect.stringContaining('Colorado is closed to')]);
  const departed = await floor.led('Depart', { Manifest });
  expect(await floor.led('Depart', { Manifest })).toEqual(departed);
  expect(departed).toMatchObject({
    Manifest: { Orders: 1 },
    StayedBehind: [{ Order: { OrderNo: order.orderNo }, Message: expect.stringContaining('Colorado is closed to') }],
  });
  expect(await winery.statusOf(order.reference)).toBe('PROCESSING ORDER');
  expect(await other.statusOf(leaves.reference)).toBe('SHIPPED');
  expect((await floor.packer.call('Floor/Stage', { TrackingNumber: order.trackingNo })).status).toBe(403);
  const orders = [order, late].map(({ reference }) => ({
    CustomerNo: winery.customerNo,
    TransactionReferenceNumber: reference,
  }));
  await floor.led('TakeBack', { Orders: orders, Note: 'Closed' });
  await winery.advance(60);
  expect((await winery.onHold()).map(({ HoldReason }) => HoldReason)).toEqual(['License', 'License']);
});

test('an order that is staged when its account is held goes on no manifest, and leaves after the hold ends', async () => {
  const winery = await floor.winery();
  const order = await labeled(winery);
  await floor.pack('Stage', { TrackingNumber: order.trackingNo });
  expect(await holdAccount(winery, true)).toMatchObject({ OrdersInWork: 1 });
  const { body } = await floor.lead.call('Floor/Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(body.Departing ?? []).toEqual([]);
  const closing = await floor.led('CloseOfDay', { Warehouse: worked });
  const missing = closing.Carriers.flatMap((carrier: { Missing: unknown[] }) => carrier.Missing);
  expect(missing).toContainEqual(expect.objectContaining({ OrderNo: order.orderNo }));
  await holdAccount(winery, false);
  await floor.pack('Stage', { TrackingNumber: order.trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.led('Depart', { Manifest });
  expect(await winery.statusOf(order.reference)).toBe('SHIPPED');
});

test('a will-call order is not handed over while its account is held', async () => {
  const winery = await floor.winery();
  const call = { ShipmentInfo: { ShippingCarrier: 'WIL', ShippingCarrierService: 'CALL' } } as const;
  const order = await released(winery, call);
  await floor.label(order.orderNo, ['WINE-1']);
  await holdAccount(winery, true);
  const taken = { CustomerNo: winery.customerNo, TransactionReferenceNumber: order.reference, IsOfAge: true };
  const { status, body } = await floor.packer.call('Floor/HandOver', taken);
  expect([status, body.Reason]).toEqual([403, expect.stringContaining('credit hold')]);
  await holdAccount(winery, false);
  await floor.pack('HandOver', taken);
  expect(await winery.statusOf(order.reference)).toBe('SHIPPED');
});
