/** A carrier has a JIT package whose label the bench never saw (decision 26): it has left, and nobody is told to send it again. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { verifyAll } from '../../src/verify.ts';
import { openJitWinery } from '../shipping-labels/jit-winery.ts';
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
  expect(await verifyAll(db)).toEqual([]);
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

test('the carrier proves what the bench would have: the order is taken up, packed under its numbers, and has left', async () => {
  const orderId = await labeled('SKIP-1');
  expect(await push(pickedUp)).toBe('taken');
  expect((await winery.order(orderId)).status).toBe('SHIPPED');
  const [first, last] = carrier.paid();
  // The last shipment's package is the one that was scanned; its order leaves whole.
  expect(await packages(orderId)).toEqual([
    { status: 'SHIPPED', tracking_no: first?.trackingNo },
    { status: 'IN TRANSIT', tracking_no: last?.trackingNo },
  ]);
  const kinds = (await winery.timeline(orderId)).map(({ kind }: Json) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['jit_label.scanned', 'package.packed', 'package.shipped']));
  const moved = await db.rows('select 1 from movements where subject = $1', [orderId]);
  expect(moved).toEqual([]);

  expect(await push(pickedUp, scan(2, 'delivered'))).toBe('taken');
  expect((await packages(orderId))[1]).toMatchObject({ status: 'DELIVERED' });
  expect((await winery.timeline(orderId)).filter(({ kind }: Json) => kind === 'jit_label.scanned')).toHaveLength(1);
});

test('one that is in work already as well', async () => {
  const orderId = await labeled('SKIP-2');
  await takeUp(labelDeps(db, carrier.url), winery.customerNo);
  expect((await winery.order(orderId)).status).toBe('PROCESSING ORDER');
  expect(await push(pickedUp)).toBe('taken');
  expect((await winery.order(orderId)).status).toBe('SHIPPED');
});

test('what only says that a label was made takes nothing up', async () => {
  const orderId = await labeled('SKIP-3');
  expect(await push(scan(0, 'pre_transit', 'label_created'))).toBe('taken');
  expect((await winery.order(orderId)).status).toBe('RECEIVED');
  expect(await push(scan(1, 'beamed_up'))).toBe('taken');
  expect(logged.join('')).toContain('a status that nobody knows');
  expect((await winery.order(orderId)).status).toBe('RECEIVED');
});

test('an order that may not leave stays, and people are told; once it may, the next event takes it along', async () => {
  const orderId = await labeled('SKIP-4');
  await winery.update({ TransactionReferenceNumber: orderId, OrderInfo: { HoldOrder: true } });
  expect(await push(pickedUp)).toBe('untimely');
  expect(logged.join('')).toContain('a carrier has a JIT package whose order is not to leave');
  expect((await winery.order(orderId)).status).toBe('ON WINERY REQUESTED HOLD');
  expect(await packages(orderId)).toEqual([]);

  await winery.update({ TransactionReferenceNumber: orderId, OrderInfo: { HoldOrder: false } });
  expect(await push(pickedUp, scan(2, 'out_for_delivery'))).toBe('taken');
  expect((await packages(orderId))[1]).toMatchObject({ status: 'IN TRANSIT' });
});

test('one that says something else by now stays as well', async () => {
  const orderId = await labeled('SKIP-5');
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 20 }];
  await winery.update({ TransactionReferenceNumber: orderId, ItemsInfo });
  expect(await push(pickedUp)).toBe('untimely');
  expect((await winery.order(orderId)).status).toBe('RECEIVED');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('a carrier has a JIT package whose order is not to leave');
});
