/** Floor/Manifest: staged orders go on the open manifest of their carrier. */
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

test('200 takes what is staged, and later what has been staged since; orders stay on one manifest', async () => {
  const [first, second] = [await labeled(), await labeled()];
  await floor.pack('Stage', { TrackingNumber: first.trackingNo });
  const request = { Warehouse: worked, Carrier: 'FEX' };
  const manifest = await floor.led('Manifest', request);
  expect(manifest).toMatchObject({
    ...{ Orders: 1, Boxes: 1, WeightLb: 7.4, DepartedAt: '', CreatedBy: floor.lead.operator.email },
    Packages: [
      { TrackingNumber: first.trackingNo, OrderNo: first.orderNo, WeightLb: 7.4, City: 'Denver', ZipCode: '80202' },
    ],
  });
  await floor.pack('Stage', { TrackingNumber: second.trackingNo });
  const more = await floor.led('Manifest', request);
  expect([more.Manifest, more.Orders]).toEqual([manifest.Manifest, 2]);
  expect(await floor.led('Manifest', request)).toEqual(more);
  expect((await floor.led('CloseOfDay', { Warehouse: worked })).Carriers).toMatchObject([
    { Manifested: 2, Boxes: 2, Manifest: manifest.Manifest },
  ]);
});

test('404 when nothing is staged', async () => {
  expect((await floor.lead.call('Floor/Manifest', { Warehouse: worked, Carrier: 'UPS' })).status).toBe(404);
});
