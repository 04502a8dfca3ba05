/** Floor/Throughput: scans, bottles, boxes and orders by person and hour. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { boxSize, type Floor, mustSucceed, openFloor, scanOf, worked } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { openPicking, pickScan } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(() => server.close());

/** Moves the scans at packing stations and the entries of the audit that are of now to a time. */
async function moveTo(time: string): Promise<void> {
  const { db } = server.environment;
  await db.rows("update floor_scans set scanned_at = $1 where scanned_at > now() - interval '1 day'", [time]);
  const at = Date.parse(time).toString(16).padStart(12, '0');
  await db.rows('alter table operator_audit disable trigger user');
  await db.rows(
    `update operator_audit set recorded_at = $2, audit_id = ($1 || substr(audit_id::text, 14))::uuid where recorded_at > now() - interval '1 day'`,
    [`${at.slice(0, 8)}-${at.slice(8)}`, time],
  );
  await db.rows('alter table operator_audit enable trigger user');
}

test('200 what each person packed on a day of the warehouse, wrong and undone scans included', async () => {
  const winery = await floor.winery();
  const orders = [];
  for (let n = 0; n < 2; n += 1)
    orders.push(await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }));
  await floor.release(winery, ...orders.map(({ reference }) => reference));
  const [first, second] = orders.map(({ orderNo }) => orderNo) as [string, string];
  await floor.label(first, ['WINE-1', 'WINE-2', 'WINE-1']);
  const { Session } = await floor.pack('OpenPacking', { Scan: second });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  // All at 09:30 on a day of the past.
  await moveTo('2026-03-02T17:30:00Z');
  const sums = { Scans: 4, Picked: 0, Bottles: 3, Boxes: 1, Orders: 1 };
  expect(await floor.led('Throughput', { Warehouse: worked, Day: '03/02/2026' })).toEqual({
    Day: '03/02/2026',
    ...sums,
    People: [{ Person: floor.packer.operator.email, ...sums, Hours: [{ Hour: 9, ...sums }] }],
  });
  expect(await floor.led('Throughput', { Warehouse: worked, Day: '03/01/2026' })).toMatchObject({
    Scans: 0,
    People: [],
  });
  for (const Day of ['01/01/0001', '12/31/9999']) {
    expect(await floor.led('Throughput', { Warehouse: worked, Day })).toMatchObject({ Day, Scans: 0 });
  }
  expect(await floor.led('Throughput', { Warehouse: worked })).toMatchObject({ Scans: 0, Orders: 0 });
  expect(await floor.led('Throughput', { Warehouse: 'APC01', Day: '03/02/2026' })).toMatchObject({ Scans: 0 });
});

test('200 a box that is weighed again counts once, for its last person, and so does an order that is packed again', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, reference);
  // Two boxes, then again in one.
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 7.9, ...boxSize });
  await floor.pack('Undo', { Session, ScanId: uuidv7() });
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 8.1, ...boxSize });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 4, ...boxSize });
  await floor.pack('BuyLabels', { Session });
  await moveTo('2026-03-03T17:30:00Z');
  const packedTwice = { Scans: 3, Bottles: 2, Boxes: 2, Orders: 1 };
  expect(await floor.led('Throughput', { Warehouse: worked, Day: '03/03/2026' })).toMatchObject(packedTwice);
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
  await floor.led('TakeBack', { Orders, Note: 'Wrong boxes.' });
  await floor.release(winery, reference);
  const other = await openPicking(server).then(({ other: person }) => person);
  const opened = mustSucceed(await other.call('Floor/OpenPacking', { Scan: orderNo }));
  for (let bottle = 0; bottle < 2; bottle += 1)
    mustSucceed(await other.call('Floor/ScanBottle', scanOf(opened.Session, 'WINE-1')));
  mustSucceed(await other.call('Floor/FinishBox', { Session: opened.Session, Box: 1, WeightLb: 9, ...boxSize }));
  mustSucceed(await other.call('Floor/BuyLabels', { Session: opened.Session }));
  await moveTo('2026-03-03T18:30:00Z');
  expect(await floor.led('Throughput', { Warehouse: worked, Day: '03/03/2026' })).toMatchObject({
    Scans: 2,
    Bottles: 2,
    Boxes: 1,
    Orders: 1,
    People: [{ Person: other.operator.email, Hours: [{ Hour: 10, Scans: 2, Bottles: 2, Boxes: 1, Orders: 1 }] }],
  });
});

test('200 a box that is weighed before and after midnight counts on the last day, and so does its order', async () => {
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, reference);
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  // Half a minute before midnight at the warehouse, then half a minute after it.
  await moveTo('2026-03-07T07:59:30Z');
  await floor.pack('Undo', { Session, ScanId: uuidv7() });
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 8.1, ...boxSize });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 4, ...boxSize });
  await floor.pack('BuyLabels', { Session });
  await moveTo('2026-03-07T08:00:30Z');
  const day = async (Day: string) => await floor.led('Throughput', { Warehouse: worked, Day });
  expect(await day('03/06/2026')).toMatchObject({ Scans: 1, Boxes: 0, Orders: 0 });
  expect(await day('03/07/2026')).toMatchObject({ Scans: 2, Boxes: 2, Orders: 1 });
});

test('200 a JIT order is of the person who scanned its label, with its boxes; scans of the simulation count for no person', async () => {
  const winery = await floor.winery();
  const labels = [];
  for (const ItemQuantity of [12, 1]) {
    const { orderNo } = await winery.waiting({
      OrderInfo: { OrderType: 'JIT' },
      ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }],
    });
    const { body } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
    labels.push(body.JITLabelID);
  }
  const { Boxes } = await floor.pack('OpenPacking', { Scan: labels[0] });
  expect(Boxes.length).toBeGreaterThan(0);
  await floor.pack('OpenPacking', { Scan: labels[0] });
  const admin = await signedIn(server, 'admin');
  await admin.call('Simulation/ScanJitLabel', { CustomerNo: winery.customerNo, JITLabelID: labels[1] });
  await moveTo('2026-03-05T17:30:00Z');
  const sums = { Scans: 1, Picked: 0, Bottles: 0, Boxes: Boxes.length, Orders: 1 };
  expect(await floor.led('Throughput', { Warehouse: worked, Day: '03/05/2026' })).toEqual({
    Day: '03/05/2026',
    ...sums,
    People: [{ Person: floor.packer.operator.email, ...sums, Hours: [{ Hour: 9, ...sums }] }],
  });
});

test('200 what each person picked: bottles that were put back are not, wrong scans are scans', async () => {
  const picking = await openPicking(server);
  const winery = await picking.floor.winery();
  const { reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 4 }] });
  const { Session } = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(Session, 'WINE-1', 'WINE-2', 'WINE-1');
  await picking.floor.packer.call('Picking/Undo', { Session, ScanId: pickScan(Session, '').ScanId });
  await picking.scan(Session, 'WINE-1');
  const scan = pickScan(Session, 'WINE-1');
  for (let times = 0; times < 2; times += 1) await picking.floor.packer.call('Picking/Scan', scan);
  // What is missing is reported, not scanned: a person who did nothing else is not listed.
  const { lead } = picking.floor;
  const Task = Session.slice(0, Session.indexOf('.'));
  const taken = mustSucceed(await lead.call('Picking/Open', { Task, TakeOver: true }));
  const { CustomerNo, ItemNo, Location } = taken.Current;
  const missing = { ScanId: uuidv7(), ReasonCode: 'LOST', CustomerNo, ItemNo, Location };
  mustSucceed(await lead.call('Picking/Short', { Session: taken.Session, ...missing }));
  // All at 14:30 on a day of the past, at the warehouse.
  await server.environment.db.rows("update pick_scans set scanned_at = '2026-03-04T22:30:00Z'");
  const sums = { Scans: 6, Picked: 3, Bottles: 0, Boxes: 0, Orders: 0 };
  expect(await floor.led('Throughput', { Warehouse: worked, Day: '03/04/2026' })).toEqual({
    Day: '03/04/2026',
    ...sums,
    People: [{ Person: picking.floor.packer.operator.email, ...sums, Hours: [{ Hour: 14, ...sums }] }],
  });
  expect(await floor.led('Throughput', { Warehouse: 'APC01', Day: '03/04/2026' })).toMatchObject({ Scans: 0 });
});

test('200 bottles that go back at the end of a task, because its order was taken back, are no scan and not picked', async () => {
  const picking = await openPicking(server);
  const winery = await picking.floor.winery();
  const pair = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] };
  const [kept, left] = [await winery.waiting(pair), await winery.waiting(pair)];
  const { Session } = await picking.start(await picking.wave([winery, kept.reference], [winery, left.reference]));
  await picking.scan(Session, 'WINE-1', 'WINE-1', 'WINE-1');
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: left.reference }];
  await picking.floor.led('TakeBack', { Orders, Note: 'The winery called.' });
  mustSucceed(await picking.floor.packer.call('Picking/Open', { Task: Session.slice(0, Session.indexOf('.')) }));
  await server.environment.db.rows(
    "update pick_scans set scanned_at = '2026-03-09T22:30:00Z' where scanned_at > now() - interval '1 day'",
  );
  expect(await floor.led('Throughput', { Warehouse: worked, Day: '03/09/2026' })).toMatchObject({
    Scans: 3,
    Picked: 2,
  });
});

test('400 for what is no day', async () => {
  expect((await floor.lead.call('Floor/Throughput', { Warehouse: worked, Day: '13/45/2026' })).status).toBe(400);
});

test('404 for an unknown warehouse', async () => {
  expect((await floor.lead.call('Floor/Throughput', { Warehouse: 'NOPE1' })).status).toBe(404);
});
