/** Floor/Manifest: staged orders go on the open manifest of their carrier. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { shipPackages } from '../../src/warehouse/index.ts';
import { boxSize, type Floor, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
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

const labeled = async (overrides: object = {}) => {
  const winery = await floor.winery();
  const order = await winery.waiting(overrides);
  await floor.release(winery, order.reference);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  return { winery, ...order, trackingNo: Boxes[0].TrackingNumber as string };
};

test('200 takes what is staged, and later what has been staged since; orders stay on one manifest', async () => {
  const [first, second] = [await labeled(), await labeled()];
  await floor.pack('Stage', { TrackingNumber: first.trackingNo });
  const request = { Warehouse: worked, Carrier: 'FEX' };
  const manifest = await floor.led('Manifest', request);
  const CustomerName = `Winery ${first.winery.customerNo}`;
  expect(manifest).toMatchObject({
    Orders: 1,
    Boxes: 1,
    WeightLb: 7.4,
    DepartedAt: '',
    CreatedBy: floor.lead.operator.email,
    Packages: [
      {
        TrackingNumber: first.trackingNo,
        CustomerName,
        OrderNo: first.orderNo,
        WeightLb: 7.4,
        City: 'Denver',
        ZipCode: '80202',
      },
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

test('200 a manifest of more than 5,000 orders says so, and sums all of them', async () => {
  const { db } = server.environment;
  const given = "select $1, gen_random_uuid(), 'BULK-' || n, '', $2, 'GSO', 'manifested', $3, 1, 1";
  const Manifest = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ab';
  await db.rows(
    `insert into floor_manifests (manifest_id, warehouse, carrier, number, created_by) values ($1, $2, 'GSO', 900, 'test')`,
    [Manifest, worked],
  );
  await db.rows(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, manifest_id, units, lines, boxes,
                             released_at, changed_at)
     ${given}, '[{"box": 1, "weightLb": 2.5, "trackingNo": "B", "items": []}]', now(), now() from generate_series(1, 5001) n`,
    ['W1001', worked, Manifest],
  );
  const manifest = await floor.led('Manifest', { Warehouse: worked, Carrier: 'GSO' });
  expect(manifest).toMatchObject({ Manifest, Orders: 5_001, Boxes: 5_001, WeightLb: 12_502.5, More: true });
  expect(manifest.Packages).toHaveLength(5_000);
  const { Carriers, More } = await floor.led('CloseOfDay', { Warehouse: worked });
  expect(Carriers).toContainEqual(expect.objectContaining({ Carrier: 'GSO', Manifested: 5_001, Boxes: 5_001 }));
  expect(More).toBe(false);
  await db.rows('delete from floor_work where manifest_id = $1', [Manifest]);
});

test('200 takes all that is staged, also when 5,000 orders before it cannot go on', async () => {
  const { db } = server.environment;
  // Their sales orders do not exist.
  await db.rows(
    `insert into floor_work (customer_no, order_id, order_no, shipment_key, warehouse, carrier, state, units, lines, boxes, released_at, changed_at)
     select 'W0000', gen_random_uuid(), 'BULK-' || n, '', $1, 'FEX', 'staged', 1, 1, '[]', now() - interval '1 day', now()
       from generate_series(1, 5000) n`,
    [worked],
  );
  const last = await labeled();
  await floor.pack('Stage', { TrackingNumber: last.trackingNo });
  const { Packages } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(Packages).toContainEqual(expect.objectContaining({ OrderNo: last.orderNo }));
  await db.rows("delete from floor_work where customer_no = 'W0000'");
});

test('200 an order that could not go on the manifest, or that a rule stops, is returned with the reason', async () => {
  const { pool } = server.database;
  const [failing, stopped, fine] = [await labeled(), await labeled(), await labeled()];
  for (const { trackingNo } of [failing, stopped, fine]) await floor.pack('Stage', { TrackingNumber: trackingNo });
  const admin = await signedIn(server, 'admin');
  const closed = { CustomerNo: stopped.winery.customerNo, State: 'CO', Open: false };
  expect((await admin.call('Rules/SetLicense', closed)).status).toBe(200);
  await pool.query(`create function reject_manifested() returns trigger language plpgsql as $$
    begin
      if new.order_no = '${failing.orderNo}' and new.state = 'manifested' then raise exception 'rejected by the test'; end if;
      return new;
    end $$`);
  await pool.query(
    'create trigger reject_manifested before update on floor_work for each row execute function reject_manifested()',
  );
  const request = { Warehouse: worked, Carrier: 'FEX' };
  const headers = { 'idempotency-key': uuidv7() };
  const { body: manifest } = await floor.lead.call('Floor/Manifest', request, headers);
  await pool.query('drop function reject_manifested cascade');
  expect(manifest.Packages).toContainEqual(expect.objectContaining({ OrderNo: fine.orderNo }));
  const StayedBehind = [
    {
      Order: { OrderNo: failing.orderNo, CustomerName: `Winery ${failing.winery.customerNo}`, State: 'staged' },
      Message: expect.stringContaining('Try again'),
      Retry: true,
    },
    {
      Order: { OrderNo: stopped.orderNo, State: 'labeled' },
      Message: expect.stringContaining('Keep its boxes here'),
      Retry: false,
    },
  ];
  expect(manifest).toMatchObject({ StayedBehind });
  // Resumed, it also returns what its first run has stopped.
  const { body: again } = await floor.lead.call('Floor/Manifest', request, headers);
  expect(again).toMatchObject({ Manifest: manifest.Manifest, StayedBehind: StayedBehind.slice(1) });
  expect(await floor.led('Manifest', request)).toMatchObject({ StayedBehind: [] });
  expect(again.Packages).toContainEqual(expect.objectContaining({ OrderNo: failing.orderNo }));
  await floor.led('Depart', { Manifest: manifest.Manifest });
});

test('200 an interrupted call whose only order a rule stops returns it when it resumes, although nothing is staged any more', async () => {
  const { pool } = server.database;
  const ShipmentInfo = { ShippingCarrier: 'UPS', ShippingCarrierService: 'GRND' };
  const stopped = await labeled({ ShipmentInfo });
  await floor.pack('Stage', { TrackingNumber: stopped.trackingNo });
  const admin = await signedIn(server, 'admin');
  const closed = { CustomerNo: stopped.winery.customerNo, State: 'CO', Open: false };
  expect((await admin.call('Rules/SetLicense', closed)).status).toBe(200);
  const headers = { 'idempotency-key': uuidv7() };
  const manifest = () => floor.lead.call('Floor/Manifest', { Warehouse: worked, Carrier: 'UPS' }, headers);
  await pool.query(`create function reject_reply() returns trigger language plpgsql as $$
    begin raise exception 'the process was killed'; end $$`);
  await pool.query(
    'create trigger reject_reply before update or delete on idempotency_keys for each row execute function reject_reply()',
  );
  await manifest();
  await pool.query('drop function reject_reply cascade');
  await pool.query('update idempotency_keys set claimed_until = now() where status is null');
  const { status, body } = await manifest();
  expect([status, body]).toMatchObject([
    200,
    { Orders: 0, StayedBehind: [{ Order: { OrderNo: stopped.orderNo, State: 'labeled' }, Retry: false }] },
  ]);
});

test('503 while a box of an earlier manifest cannot depart says how to let that manifest go', async () => {
  const { pool } = server.database;
  const { db } = server.environment;
  const winery = await floor.winery();
  const { reference, orderNo } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, reference);
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 7.4, ...boxSize });
  const { Boxes } = await floor.pack('BuyLabels', { Session });
  for (const { TrackingNumber } of Boxes) await floor.pack('Stage', { TrackingNumber });
  const request = { Warehouse: worked, Carrier: 'FEX' };
  const { Manifest, Number: number } = await floor.led('Manifest', request);
  const packages = await db.rows<{ id: string }>(
    'select p.package_id as id from packages p where p.customer_no = $1 order by p.package_no',
    [winery.customerNo],
  );
  const [at, leaving] = [Temporal.Now.instant(), new Set([packages[0]?.id ?? ''])];
  await db.write((tx) => shipPackages(tx, { customerNo: winery.customerNo, at, orderIds: [reference], leaving }));
  const next = await labeled();
  await floor.pack('Stage', { TrackingNumber: next.trackingNo });
  await pool.query(`create function reject_departure() returns trigger language plpgsql as $$
    begin
      if new.package_id = '${packages[1]?.id}' then raise exception 'rejected by the test'; end if;
      return new;
    end $$`);
  await pool.query(
    'create trigger reject_departure before update on packages for each row execute function reject_departure()',
  );
  const { status, body } = await floor.lead.call('Floor/Manifest', request);
  expect([status, body.Reason]).toEqual([
    503,
    expect.stringMatching(`Order ${orderNo} of manifest ${number}.*Or let manifest ${number} depart`),
  ]);
  // As the message says.
  expect(await floor.led('Depart', { Manifest })).toMatchObject({ StayedBehind: [{ Retry: true }] });
  const made = await floor.led('Manifest', request);
  expect(made).toMatchObject({ Number: number + 1, Orders: 1, StayedBehind: [] });
  await pool.query('drop function reject_departure cascade');
  expect(await floor.led('Depart', { Manifest })).toMatchObject({ StayedBehind: [] });
  await floor.led('Depart', { Manifest: made.Manifest });
});

test('404 when nothing is staged', async () => {
  expect((await floor.lead.call('Floor/Manifest', { Warehouse: worked, Carrier: 'UPS' })).status).toBe(404);
});
