/**
 * The carrier has a JIT package whose label was not scanned at the packing station (decision 26): the order ships, and
 * the event is not rejected.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { openJitWinery } from '../shipping-labels/jit-winery.ts';
import { signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';
import { type Detail, pushEvent } from './carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { connectCarrier, labelDeps, takeUp } from './production.ts';
import { openProductionServer } from './production-server.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Awaited<ReturnType<typeof openJitWinery>>;
let logged: string[];

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
  winery = await openJitWinery(server);
  logged = [];
});
afterEach(async () => {
  expect(await verifyWholeDatabase(db)).toEqual([]);
  await carrier.close();
});

const shipment = { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' };
const twoPackages = { ShipmentInfo: shipment, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }] };
const now = Temporal.Now.instant();
const scan = (minutes: number, status: string, status_detail = 'status_update'): Detail => ({
  status,
  status_detail,
  datetime: now.add({ minutes }).toString(),
});
const pickedUp = scan(1, 'in_transit', 'received_at_origin_facility');
const push = (...details: Detail[]) => pushEvent(labelDeps(db, carrier.url, logged), carrier, details);
const packages = (orderId: string) =>
  db.rows<Json>('select status, tracking_no from packages where order_id = $1 order by package_no', [orderId]);
const labeled = async (orderNo: string, parts: Json = twoPackages) => {
  const orderId = await winery.jitOrder(orderNo, parts);
  expect((await winery.generate({ OrderNo: orderNo })).status).toBe(200);
  return orderId;
};

test('a carrier scan replaces the scan at the packing station: the order is processed, packed with its tracking numbers, and shipped', async () => {
  const orderId = await labeled('SKIP-1');
  expect(await push(pickedUp)).toBe('applied');
  expect((await winery.order(orderId)).status).toBe('SHIPPED');
  const [first, last] = carrier.paid();
  // The package of the last shipment was scanned; the other one has not left.
  expect(await packages(orderId)).toEqual([
    { status: 'READY TO SHIP', tracking_no: first?.trackingNo },
    { status: 'IN TRANSIT', tracking_no: last?.trackingNo },
  ]);
  const kinds = (await winery.timeline(orderId)).map(({ kind }: Json) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['jit_label.scanned', 'package.packed', 'package.shipped']));
  const moved = await db.rows('select 1 from movements where subject = $1', [orderId]);
  expect(moved).toEqual([]);

  expect(await push(pickedUp, scan(2, 'delivered'))).toBe('applied');
  expect((await packages(orderId))[1]).toMatchObject({ status: 'DELIVERED' });
  expect((await winery.timeline(orderId)).filter(({ kind }: Json) => kind === 'jit_label.scanned')).toHaveLength(1);
});

test('also for an order past its processing time, which stays open until then', async () => {
  const orderId = await labeled('SKIP-2');
  await takeUp(labelDeps(db, carrier.url), winery.customerNo);
  expect((await winery.order(orderId)).status).toBe('RECEIVED');
  expect(await push(pickedUp)).toBe('applied');
  expect((await winery.order(orderId)).status).toBe('SHIPPED');
  expect(await winery.cancel({ TransactionReferenceNumber: orderId })).toMatchObject({
    status: 403,
    body: { State: 'SHIPPED' },
  });
});

test('a scan that only reports a label does not start the order', async () => {
  const orderId = await labeled('SKIP-3');
  expect(await push(scan(0, 'pre_transit', 'label_created'))).toBe('applied');
  expect((await winery.order(orderId)).status).toBe('RECEIVED');
  expect(await push(scan(1, 'beamed_up'))).toBe('applied');
  expect(logged.join('')).toContain('an unknown status');
  expect((await winery.order(orderId)).status).toBe('RECEIVED');
});

test('an order that must not ship is logged as an error; once it may, the next event ships it', async () => {
  const orderId = await labeled('SKIP-4');
  await winery.update({ TransactionReferenceNumber: orderId, OrderInfo: { HoldOrder: true } });
  expect(await push(pickedUp)).toBe('not-shippable');
  expect(logged.join('')).toContain('a carrier scanned a JIT package whose order must not ship');
  expect((await winery.order(orderId)).status).toBe('ON WINERY REQUESTED HOLD');
  expect(await packages(orderId)).toEqual([]);
  // People see it until the order ships.
  const { call } = await signedIn(server, 'service');
  const exceptions = async () => (await call('Exceptions/List', { Customers: [winery.customerNo] })).body.Records;
  await push(pickedUp);
  const [listed, ...more] = await exceptions();
  expect([listed, more]).toMatchObject([{ Kind: 'Package', TransactionReferenceNumber: orderId }, []]);
  expect(listed.Text).toContain('its JIT order must not ship');
  expect((await winery.timeline(orderId)).filter(({ kind }: Json) => kind === 'package.left_early')).toHaveLength(1);

  await winery.update({ TransactionReferenceNumber: orderId, OrderInfo: { HoldOrder: false } });
  expect(await push(pickedUp, scan(2, 'out_for_delivery'))).toBe('applied');
  expect((await packages(orderId))[1]).toMatchObject({ status: 'IN TRANSIT' });
  expect(await exceptions()).toEqual([]);
});

test('an order that has changed since does not ship either', async () => {
  const orderId = await labeled('SKIP-5');
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 20 }];
  await winery.update({ TransactionReferenceNumber: orderId, ItemsInfo });
  expect(await push(pickedUp)).toBe('not-shippable');
  expect((await winery.order(orderId)).status).toBe('RECEIVED');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('a carrier scanned a JIT package whose order must not ship');
});
