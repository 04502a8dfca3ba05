/** Floor/Depart: orders ship with their manifest, once, and stay behind with a missing box. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockOpenManifests, markManifestDeparted } from '../../src/floor/manifest-store.ts';
import { shipPackages } from '../../src/warehouse/index.ts';
import { type Floor, mustSucceed, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const labeled = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  return { winery, ...order, trackingNo: Boxes[0].TrackingNumber as string };
};

test('200 ships what is there, once; an order with a missing box stays behind', async () => {
  const [leaves, stays] = [await labeled(), await labeled()];
  for (const { trackingNo } of [leaves, stays]) await floor.pack('Stage', { TrackingNumber: trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  const departure = { Manifest, Missing: [stays.trackingNo] };
  const departed = await floor.led('Depart', departure);
  expect(departed).toMatchObject({
    Manifest: { Orders: 1, DepartedBy: floor.lead.operator.email },
    StayedBehind: [
      { Order: { OrderNo: stays.orderNo, State: 'labeled' }, Message: expect.stringContaining('missing') },
    ],
  });
  expect(await leaves.winery.statusOf(leaves.reference)).toBe('SHIPPED');
  expect(await stays.winery.statusOf(stays.reference)).toBe('PROCESSING ORDER');
  const taken = { Manifest, Missing: [leaves.trackingNo] };
  expect((await floor.lead.call('Floor/Depart', taken)).body.Errors[0].Field).toBe('Missing[0]');
  const again = await Promise.all([floor.led('Depart', departure), floor.led('Depart', { Manifest })]);
  // The person whose reply was lost learns again which boxes stay.
  for (const reply of again) expect(reply).toEqual(departed);
  const { rows } = await server.database.pool.query(
    "select sum(quantity)::int as shipped from movements where type = 'Sales order' and subject = any ($1)",
    [[leaves.reference, stays.reference]],
  );
  expect(rows).toEqual([{ shipped: -1 }]);
  // The box is found: it leaves with the next manifest.
  await floor.pack('Stage', { TrackingNumber: stays.trackingNo });
  expect(await floor.led('Depart', { Manifest })).toMatchObject({ Manifest: { Orders: 1 }, StayedBehind: [] });
  const next = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(next.Number).toBe(departed.Manifest.Number + 1);
  await floor.led('Depart', { Manifest: next.Manifest });
  expect(await stays.winery.statusOf(stays.reference)).toBe('SHIPPED');
});

test('200 a manifest whose boxes the carrier has scanned is still to depart, and is not taken for the next pickup', async () => {
  const [taken, next] = [await labeled(), await labeled()];
  await floor.pack('Stage', { TrackingNumber: taken.trackingNo });
  const first = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  // The driver scans the boxes; the carrier reports it before anybody presses Depart.
  const { db } = server.environment;
  const { customerNo } = taken.winery;
  const at = Temporal.Now.instant();
  await db.write((tx) => shipPackages(tx, { customerNo, at, orderIds: [taken.reference] }));
  expect(await taken.winery.statusOf(taken.reference)).toBe('SHIPPED');
  const closing = await floor.led('CloseOfDay', { Warehouse: worked });
  expect(closing.Carriers).toContainEqual(
    expect.objectContaining({ Carrier: 'FEX', Manifest: first.Manifest, Manifested: 0, Boxes: 0 }),
  );
  await floor.pack('Stage', { TrackingNumber: next.trackingNo });
  const second = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(second).toMatchObject({ Number: first.Number + 1, Orders: 1, Boxes: 1, DepartedAt: '' });
  const { Records } = mustSucceed(await floor.lead.call('Floor/Manifests', { Warehouses: [worked] }));
  expect(Records.slice(0, 2)).toMatchObject([
    { Number: second.Number, Orders: 1, DepartedAt: '' },
    { Number: first.Number, Orders: 1, DepartedAt: expect.stringMatching(/./) },
  ]);
  expect(await floor.led('Depart', { Manifest: second.Manifest })).toMatchObject({ Manifest: { Orders: 1 } });
});

test('200 a manifest whose boxes the carrier has scanned stays open for an order that a colleague is putting on it', async () => {
  const [taken, added] = [await labeled(), await labeled()];
  await floor.pack('Stage', { TrackingNumber: taken.trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  const { db } = server.environment;
  const at = Temporal.Now.instant();
  const { customerNo } = taken.winery;
  await db.write((tx) => shipPackages(tx, { customerNo, at, orderIds: [taken.reference] }));
  await floor.pack('Stage', { TrackingNumber: added.trackingNo });
  const adding = db.write(async (tx) => {
    await lockOpenManifests(tx, [Manifest]);
    await tx.rows(
      `update floor_work set state = 'manifested', manifest_id = $3 where customer_no = $1 and order_id = $2`,
      [added.winery.customerNo, added.reference, Manifest],
    );
    const again = floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
    await untilBlocked(db);
    return { again };
  });
  expect(await (await adding).again).toMatchObject({ Manifest, DepartedAt: '' });
  await floor.led('Depart', { Manifest });
  expect(await added.winery.statusOf(added.reference)).toBe('SHIPPED');
});

test('400 for a missing box that is not on the manifest: nothing departs', async () => {
  const [order, other] = [await labeled(), await labeled()];
  await floor.pack('Stage', { TrackingNumber: order.trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await floor.pack('Stage', { TrackingNumber: other.trackingNo });
  for (const unknown of [`${order.trackingNo}0`, other.trackingNo]) {
    const Missing = [order.trackingNo, unknown];
    const { status, body } = await floor.lead.call('Floor/Depart', { Manifest, Missing });
    expect([status, body.Errors.map(({ Field }: { Field: string }) => Field)]).toEqual([400, ['Missing[1]']]);
  }
  expect(await order.winery.statusOf(order.reference)).toBe('PROCESSING ORDER');
  // As a scanner reads it, with blanks.
  const { StayedBehind } = await floor.led('Depart', { Manifest, Missing: [` ${order.trackingNo} `] });
  expect(StayedBehind).toMatchObject([{ Order: { OrderNo: order.orderNo } }]);
});

test('200 ships the orders of a manifest with more than a list shows', async () => {
  const order = await labeled();
  await floor.pack('Stage', { TrackingNumber: order.trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  // 5,000 before it that cannot ship.
  await server.environment.db.rows(
    `insert into floor_work select (jsonb_populate_record(f, jsonb_build_object(
            'customer_no', '!' || n % 20, 'order_id', gen_random_uuid(), 'tracking_nos', '{}'))).*
       from floor_work f, generate_series(1, 5000) n where f.customer_no = $1 and f.order_id = $2`,
    [order.winery.customerNo, order.reference],
  );
  try {
    await floor.led('Depart', { Manifest });
    expect(await order.winery.statusOf(order.reference)).toBe('SHIPPED');
  } finally {
    await server.environment.db.rows("delete from floor_work where customer_no like '!%'");
  }
});

test('200 an order that goes on the manifest as it departs stays for the next one', async () => {
  const [leaves, late] = [await labeled(), await labeled()];
  const request = { Warehouse: worked, Carrier: 'FEX' };
  await floor.pack('Stage', { TrackingNumber: leaves.trackingNo });
  const { Manifest } = await floor.led('Manifest', request);
  await floor.pack('Stage', { TrackingNumber: late.trackingNo });
  const { db } = server.environment;
  // An interrupted departure.
  await db.write((tx) => markManifestDeparted(tx, Manifest, 'lee@warehouse.example', []));
  const next = await floor.led('Manifest', request);
  expect([next.Manifest === Manifest, next.Packages]).toMatchObject([false, [{ TrackingNumber: late.trackingNo }]]);
  await floor.led('Depart', { Manifest });
  expect(await leaves.winery.statusOf(leaves.reference)).toBe('SHIPPED');
  expect(await late.winery.statusOf(late.reference)).toBe('PROCESSING ORDER');
  await floor.led('Depart', { Manifest: next.Manifest });
  expect(await late.winery.statusOf(late.reference)).toBe('SHIPPED');
});

test('200 after an interruption, an order with a box that was reported missing stays behind', async () => {
  const [leaves, stays] = [await labeled(), await labeled()];
  for (const { trackingNo } of [leaves, stays]) await floor.pack('Stage', { TrackingNumber: trackingNo });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  const { db } = server.environment;
  // The process ended after it had closed the manifest.
  await db.write((tx) => markManifestDeparted(tx, Manifest, 'lee@warehouse.example', [stays.trackingNo]));
  const departed = await floor.led('Depart', { Manifest });
  expect(departed).toMatchObject({ Manifest: { Orders: 1 }, StayedBehind: [{ Order: { OrderNo: stays.orderNo } }] });
  expect(await leaves.winery.statusOf(leaves.reference)).toBe('SHIPPED');
  expect(await stays.winery.statusOf(stays.reference)).toBe('PROCESSING ORDER');
});

test('400 for a manifest that is no id', async () => {
  expect((await floor.lead.call('Floor/Depart', { Manifest: 'x' })).status).toBe(400);
});

test('404 for an unknown manifest', async () => {
  const Manifest = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009';
  expect((await floor.lead.call('Floor/Depart', { Manifest })).status).toBe(404);
});
