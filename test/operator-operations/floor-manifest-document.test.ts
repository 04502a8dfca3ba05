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

test('200 lists every package of more than 5,000 orders', async () => {
  const { db } = server.environment;
  const Manifest = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ef';
  const { customerNo } = await floor.winery();
  await db.rows(
    'insert into floor_manifests (manifest_id, warehouse, carrier, number, created_by) values ($1, $2, $3, 7, $4)',
    [Manifest, worked, 'UPS', 'test'],
  );
  await db.rows(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, manifest_id, units, lines, boxes, released_at, changed_at)
     select $1, gen_random_uuid(), 'MANY-' || n, '', $2, 'UPS', 'manifested', $3, 1, 1,
            jsonb_build_array(jsonb_build_object('box', 1, 'trackingNo', '1Z' || n, 'weightLb', 3)), now(), now()
       from generate_series(1, 5200) n`,
    [customerNo, worked, Manifest],
  );
  const { File } = await floor.pack('ManifestDocument', { Manifest });
  const pages =
    Buffer.from(File, 'base64')
      .toString('latin1')
      .match(/\/Type ?\/Page\b/g) ?? [];
  // 41 packages on the first page and 54 on each other: 93 pages for 5,000, 97 for 5,200.
  expect(pages).toHaveLength(97);
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
