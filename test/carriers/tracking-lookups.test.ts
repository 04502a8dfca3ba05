/** Packages of which the carrier sends no events are looked up: after days, once a day each, and only while they are on their way. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { refreshTrackingOfQuietPackages } from '../../src/shipping-labels/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { type Detail, pushEvent } from './carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { connectCarrier, labelDeps, process as processOrders } from './production.ts';
import { openProductionServer } from './production-server.ts';
import { json } from './recorded-server.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Winery;
let scans: readonly Detail[];
beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
});
afterAll(async () => {
  await expectLedgerConsistent(db);
  await server.close();
  await carrier.close();
});
beforeEach(async () => {
  // Packages of the tests before are not looked up.
  await db.rows('update label_intents set look_up_at = null');
  winery = await openWinery(server);
  scans = [];
  carrier.interrupt = async (request, usual) => {
    const answer = usual();
    const isShipment = request.method === 'GET' && request.path.startsWith('/v2/shipments/');
    if (!isShipment || typeof answer === 'string') return answer;
    const shipment = JSON.parse(String(answer.body));
    const tracker = { object: 'Tracker', tracking_code: shipment.tracking_code, tracking_details: scans };
    return json(200, { ...shipment, tracker });
  };
});

const start = Temporal.Now.instant().round('second');
const at = (hours: number): string => start.add({ minutes: hours * 60 }).toString();
const pickedUp = { status: 'in_transit', status_detail: 'received_at_origin_facility', datetime: at(0) };
const delivered = { status: 'delivered', datetime: at(1) };

async function packed(OrderNo: string): Promise<string> {
  const ShipmentInfo = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' };
  const reference = await winery.created({ OrderInfo: { OrderNo }, ShipmentInfo });
  await processOrders(labelDeps(db, carrier.url), winery.customerNo);
  return reference;
}

/** So many days pass without a word of the carrier. */
async function pass(days: number): Promise<void> {
  for (const [table, key, column] of [
    ['label_intents', 'intent_id', 'look_up_at'],
    ['packages', 'package_id', 'last_activity_at'],
  ]) {
    const rows = await db.rows<{ id: string; at: Temporal.Instant }>(
      `select ${key} as id, ${column} as at from ${table} where customer_no = $1 and ${column} is not null`,
      [winery.customerNo],
    );
    for (const { id, at } of rows) {
      const before = at.subtract({ minutes: 24 * 60 * days });
      await db.rows(`update ${table} set ${column} = $3 where customer_no = $1 and ${key} = $2`, [
        winery.customerNo,
        id,
        before,
      ]);
    }
  }
}

const track = async (OrderNo: string): Promise<Json> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body[0];

/** Looks up what is due, and returns how often the carrier was asked. */
async function lookUp(): Promise<number> {
  const before = carrier.asked.length;
  await refreshTrackingOfQuietPackages(server.environment);
  return carrier.asked.length - before;
}

test('a package that left without events ships, and is followed until it is delivered', async () => {
  const reference = await packed('QUIET-1');
  expect(await lookUp()).toBe(0);
  await pass(4);
  expect([await lookUp(), (await track('QUIET-1')).Status]).toEqual([1, 'READY TO SHIP']);
  // Once a day.
  expect(await lookUp()).toBe(0);
  scans = [pickedUp];
  await pass(1);
  expect([await lookUp(), (await track('QUIET-1')).Status]).toEqual([1, 'IN TRANSIT']);
  expect((await winery.order(reference)).status).toBe('SHIPPED');
  // It has news now.
  await pass(1);
  expect(await lookUp()).toBe(0);
  scans = [pickedUp, delivered];
  await pass(3);
  expect([await lookUp(), (await track('QUIET-1')).Status]).toEqual([1, 'DELIVERED']);
  await pass(30);
  expect([await lookUp(), await lookUp()]).toEqual([0, 0]);
});

test('a package whose scans cannot be stored keeps no other from being looked up', async () => {
  await packed('ODD-1');
  await packed('ODD-2');
  await pass(4);
  const answering = carrier.interrupt;
  carrier.interrupt = (request, usual) => {
    // PostgreSQL stores no time before 4713 BC.
    scans = [scans.length === 0 ? { ...pickedUp, datetime: '-010000-01-01T00:00:00Z' } : pickedUp];
    return answering(request, usual);
  };
  expect(await lookUp()).toBe(2);
  const statuses = [(await track('ODD-1')).Status, (await track('ODD-2')).Status];
  expect(statuses.toSorted()).toEqual(['IN TRANSIT', 'SHIPPED']);
});

test('a package that the carrier cannot look up keeps no other from being looked up', async () => {
  await packed('STUCK-1');
  await packed('STUCK-2');
  await pass(4);
  scans = [pickedUp];
  const [stuck] = carrier.shipments.slice(-2);
  const answering = carrier.interrupt;
  carrier.interrupt = (request, usual) =>
    request.path.endsWith(`/${stuck?.id}`) ? json(200, {}) : answering(request, usual);
  await lookUp();
  await pass(0.1);
  await lookUp();
  expect([(await track('STUCK-1')).Status, (await track('STUCK-2')).Status]).toEqual(['READY TO SHIP', 'IN TRANSIT']);
});

test('a package whose label was voided is not looked up, nor one whose events arrive', async () => {
  const reference = await packed('HEARD-1');
  const { call } = await signedIn(server, 'service');
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await call('Orders/VoidLabels', { ...order, Reason: 'Wrong' })).status).toBe(200);
  await pass(4);
  expect(await lookUp()).toBe(0);
  await packed('HEARD-2');
  await pass(4);
  await pushEvent(labelDeps(db, carrier.url), carrier, [pickedUp]);
  expect(await lookUp()).toBe(0);
});

test('no answer of the carrier ends the lookups of the customer for an hour, and a label is given up after 60 days', async () => {
  await packed('AWAY-1');
  await packed('AWAY-2');
  await pass(4);
  const answering = carrier.interrupt;
  carrier.interrupt = () => json(503, {});
  expect([await lookUp(), await lookUp()]).toEqual([1, 0]);
  carrier.interrupt = answering;
  scans = [pickedUp];
  await pass(1 / 24);
  expect(await lookUp()).toBe(2);
  expect([(await track('AWAY-1')).Status, (await track('AWAY-2')).Status]).toEqual(['IN TRANSIT', 'IN TRANSIT']);
  await pass(4);
  await db.rows(
    `update label_intents set plan = plan || jsonb_build_object('packedAt', $2::text) where customer_no = $1`,
    [winery.customerNo, start.subtract({ hours: 24 * 61 }).toString()],
  );
  expect(await lookUp()).toBe(0);
  expect(await db.rows('select 1 from label_intents where look_up_at is not null')).toEqual([]);
});
