/** Floor/Depart: orders ship with their manifest, once, and stay behind with a missing box. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
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
  const again = await Promise.all([floor.led('Depart', departure), floor.led('Depart', { Manifest })]);
  for (const reply of again) expect(reply).toMatchObject({ Manifest: { Orders: 1 }, StayedBehind: [] });
  const { rows } = await server.database.pool.query(
    "select sum(quantity)::int as shipped from movements where type = 'Sales order' and subject = any ($1)",
    [[leaves.reference, stays.reference]],
  );
  expect(rows).toEqual([{ shipped: -1 }]);
  // The box is found: it leaves with the next manifest.
  await floor.pack('Stage', { TrackingNumber: stays.trackingNo });
  const next = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(next.Number).toBe(departed.Manifest.Number + 1);
  await floor.led('Depart', { Manifest: next.Manifest });
  expect(await stays.winery.statusOf(stays.reference)).toBe('SHIPPED');
});

test('400 for a manifest that is no id', async () => {
  expect((await floor.lead.call('Floor/Depart', { Manifest: 'x' })).status).toBe(400);
});

test('404 for an unknown manifest', async () => {
  const Manifest = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009';
  expect((await floor.lead.call('Floor/Depart', { Manifest })).status).toBe(404);
});
