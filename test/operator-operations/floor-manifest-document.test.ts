/** Floor/ManifestDocument: a manifest as a PDF with its barcode, again and again. */
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

const request = { Manifest: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ee' };

test('200 the same document before and after it is printed, and with its departure', async () => {
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  const { File } = await floor.pack('ManifestDocument', { Manifest });
  const pdf = Buffer.from(File, 'base64');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await floor.led('Depart', { Manifest });
  expect((await floor.pack('ManifestDocument', { Manifest })).File).not.toBe(File);
});

test('400 for what is no id', async () => {
  expect((await floor.packer.call('Floor/ManifestDocument', { Manifest: 'x' })).status).toBe(400);
});

test('404 for an unknown manifest, and one of another warehouse', async () => {
  expect((await floor.packer.call('Floor/ManifestDocument', request)).status).toBe(404);
  await server.environment.db.rows(
    "insert into floor_manifests (manifest_id, warehouse, carrier, number, created_by) values ($1, 'APC01', 'FEX', 1, 'test')",
    [request.Manifest],
  );
  expect((await floor.packer.call('Floor/ManifestDocument', request)).status).toBe(404);
  const lead = await signedIn(server, 'lead');
  expect((await lead.call('Floor/ManifestDocument', request)).status).toBe(200);
});
