/** Floor/Manifests: manifests, newest first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

/** An order on the open manifest. */
const manifested = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  return { manifest: Manifest as string, trackingNo: Boxes[0].TrackingNumber as string };
};

test('200 pages of manifests with their orders, also of those that have departed', async () => {
  const [first, second] = [await manifested(), await manifested()];
  expect(second.manifest).toBe(first.manifest);
  await floor.led('Depart', { Manifest: first.manifest, Missing: [second.trackingNo] });
  const third = await manifested();
  const page = await floor.pack('Manifests', { Warehouses: [worked], Top: 1 });
  expect(page).toMatchObject({
    Records: [{ Manifest: third.manifest, Carrier: 'FEX', Orders: 1, DepartedAt: '', DepartedBy: '' }],
    Count: 2,
  });
  const next = await floor.pack('Manifests', { Top: 1, After: page.Next });
  // The order that stayed behind is on none.
  expect(next.Records).toMatchObject([
    { Manifest: first.manifest, Warehouse: worked, Orders: 1, DepartedBy: floor.lead.operator.email },
  ]);
  expect(next.Records[0].DepartedAt).not.toBe('');
  expect(next.Next).toBeUndefined();
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  expect((await elsewhere.call('Floor/Manifests')).body.Records).toEqual([]);
});

test('400 After must be a Next', async () => {
  expect((await floor.packer.call('Floor/Manifests', { After: 'x' })).status).toBe(400);
});
