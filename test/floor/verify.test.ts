/** Faults that `dray verify` finds: each is put into the tables by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyFloor, verifyPicking } from '../../src/floor/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { openPicking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

test('reports a wave that counts other units than its orders have, and one that does not exist', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] });
  await floor.release(winery, reference);
  const own = [winery.customerNo, reference];
  const set = async (change: string) =>
    await db.rows(`update floor_work set ${change} where customer_no = $1 and order_id = $2`, own);
  await set('units = 2');
  const named = `${winery.customerNo} ${reference}`;
  expect(await verifyFloor(db)).toEqual([`${named}: its wave counts 2 units, its lines have 3 of 3`]);
  await set(`units = 3, wave_id = '${uuidv7()}'`);
  expect(await verifyFloor(db)).toEqual([`${named}: its wave does not exist`]);
  await db.rows('delete from floor_work where customer_no = $1', [winery.customerNo]);
  await db.rows("update sales_orders set status = 'CANCELED' where customer_no = $1", [winery.customerNo]);
});

test('reports a picking task that all its orders have left, after a day', async () => {
  const { db } = server.environment;
  const picking = await openPicking(server);
  const winery = await floor.winery();
  const { reference } = await winery.waiting();
  const { Task, Number: number } = await picking.start(await picking.wave([winery, reference]));
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
  await floor.led('TakeBack', { Orders, Note: 'the winery called' });
  expect(await verifyPicking(db)).toEqual([]);
  await db.rows("update pick_tasks set claimed_until = now() - interval '25 hours' where task_id = $1", [Task]);
  expect(await verifyPicking(db)).toEqual([
    `picking task ${Task}: task ${number} of ${picking.floor.packer.operator.email} at ${worked} has no orders, and was not ended`,
  ]);
  await picking.floor.packer.call('Picking/Open', { Task });
  expect(await verifyPicking(db)).toEqual([]);
});

test('reports a pick whose inventory statuses have other units than it has', async () => {
  const { db } = server.environment;
  const picking = await openPicking(server);
  const winery = await floor.winery();
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const { Session, Task } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, 'WINE-1');
  expect(await verifyPicking(db)).toEqual([]);
  const set = (units: number) =>
    db.rows("update pick_parts set picks = jsonb_set(picks, '{0,drawn,0,units}', $2::text::jsonb) where task_id = $1", [
      ...[Task, units],
    ]);
  await set(3);
  expect(await verifyPicking(db)).toEqual([
    `${winery.customerNo} ${Task}: 1 × WINE-1 are in pick 1, 3 of them of an inventory status`,
  ]);
  await set(1);
  expect(await verifyPicking(db)).toEqual([]);
});

test('reports orders in work without a trace of work, and labels that were not requested', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { reference, orderNo } = await winery.waiting();
  await floor.release(winery, reference);
  await floor.packInto(orderNo, ['WINE-1']);
  expect(await verifyFloor(db)).toEqual([]);
  const own = [winery.customerNo, reference];
  await db.rows("update floor_work set state = 'labeling' where customer_no = $1 and order_id = $2", own);
  const named = `${winery.customerNo} ${reference}`;
  expect(await verifyFloor(db)).toEqual([`${named}: it waits for labels, but none is wanted or bought`]);
  await db.rows('delete from floor_work where customer_no = $1 and order_id = $2', own);
  expect(await verifyFloor(db)).toEqual([
    `${named}: it is in work at a worked warehouse, but on no floor, and nothing is due for it`,
  ]);
  // Started before its warehouse was worked: its next step is due.
  await db.rows(
    "insert into due_work (customer_no, due_at, step, subject) values ($1, now(), 'sales_order.pack', $2)",
    own,
  );
  expect(await verifyFloor(db)).toEqual([]);
});

test('reports no JIT order that was packed by the scan of its label and is not opened yet', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { reference, orderNo } = await winery.waiting({ OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  const opened = await floor.pack('OpenPacking', { Scan: label.JITLabelID });
  const own = [winery.customerNo, reference];
  // As after the transaction that scans, and before the one that opens.
  await db.rows(
    `update floor_work set state = 'labeling', boxes = '[]', tracking_nos = '{}' where customer_no = $1 and order_id = $2`,
    own,
  );
  expect(await verifyFloor(db)).toEqual([]);
  expect((await floor.pack('OpenPacking', { Scan: label.JITLabelID })).Boxes).toEqual(opened.Boxes);
});

test('reports a box that is not its package, one that is not staged, and a manifest that the order cannot be on', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const { reference, orderNo } = await winery.waiting();
  await floor.release(winery, reference);
  const { Boxes } = await floor.label(orderNo, ['WINE-1']);
  const { TrackingNumber: trackingNo } = Boxes[0];
  const own = [winery.customerNo, reference];
  const named = `${winery.customerNo} ${reference}`;
  const set = async (change: string) =>
    await db.rows(`update floor_work set ${change} where customer_no = $1 and order_id = $2`, own);
  const finds = async (what: string) => expect(await verifyFloor(db)).toEqual([`${named}: ${what}`]);
  const ofBox = (path: string, value: string) => set(`boxes = jsonb_set(boxes, '{0,${path}}', '${value}')`);

  await ofBox('weightLb', '99');
  await finds(`box ${trackingNo} on the floor is not package ${trackingNo}`);
  await ofBox('weightLb', '7.4');
  await ofBox('trackingNo', '"1Z-LOST"');
  expect((await verifyFloor(db)).toSorted()).toEqual([
    `${named}: box 1Z-LOST on the floor is not package none`,
    `${named}: box none on the floor is not package ${trackingNo}`,
  ]);
  await ofBox('trackingNo', `"${trackingNo}"`);
  await set("state = 'staged'");
  await finds('it is staged, but a box is not staged');
  await ofBox('stagedBy', '"ann@warehouse.example"');
  expect(await verifyFloor(db)).toEqual([]);

  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  expect(await verifyFloor(db)).toEqual([]);
  const setManifest = async (change: string) =>
    await db.rows(`update floor_manifests set ${change} where manifest_id = $1`, [Manifest]);
  await setManifest("carrier = 'UPS'");
  await finds(`its manifest is of ${worked} UPS`);
  await setManifest("carrier = 'FEX', departed_at = now() - interval '2 hours', departed_by = 'ann@warehouse.example'");
  await finds('its manifest has departed without it');
  await setManifest("departed_at = null, departed_by = ''");
  await set(`manifest_id = '${uuidv7()}'`);
  await finds('its manifest does not exist');
  await set(`manifest_id = '${Manifest}'`);
  expect(await verifyFloor(db)).toEqual([]);
});

test('reports a tracking number that is on two packages', async () => {
  const { db } = server.environment;
  const winery = await floor.winery();
  const [one, other] = [await winery.waiting(), await winery.waiting()];
  await floor.release(winery, one.reference, other.reference);
  const { Boxes } = await floor.label(one.orderNo, ['WINE-1']);
  await floor.label(other.orderNo, ['WINE-1']);
  expect(await verifyFloor(db)).toEqual([]);
  const twice = [winery.customerNo, other.reference, Boxes[0].TrackingNumber];
  await db.rows('update packages set tracking_no = $3 where customer_no = $1 and order_id = $2', twice);
  await db.rows(
    `update floor_work set tracking_nos = array[$3], boxes = jsonb_set(boxes, '{0,trackingNo}', to_jsonb($3::text))
      where customer_no = $1 and order_id = $2`,
    twice,
  );
  const says = `tracking number ${Boxes[0].TrackingNumber} is on 2 packages`;
  expect(await verifyFloor(db)).toEqual(
    [one, other].map(({ reference }) => `${winery.customerNo} ${reference}: ${says}`).sort(),
  );
});
