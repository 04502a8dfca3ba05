/** Floor/Undo: the last scanned bottle is taken out of its box. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { boxSize, type Floor, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { notTheLast } from '../support/not-the-last.ts';
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

const opened = async (lines: { ItemNo: string; ItemQuantity: number }[] = [{ ItemNo: 'WINE-1', ItemQuantity: 2 }]) => {
  const winery = await floor.winery();
  const order = await winery.waiting({ ItemsInfo: lines });
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  return { winery, ...order, Session };
};

test('200 takes the last bottle out, once for each scan, and opens a closed box', async () => {
  const { Session } = await opened();
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 4, ...boxSize });
  const reopened = { Session, ScanId: uuidv7() };
  expect(await floor.pack('Undo', reopened)).toMatchObject({ Missing: 1, Boxes: [{ IsClosed: false, WeightLb: 0 }] });
  const undo = { Session, ScanId: uuidv7() };
  expect(await floor.pack('Undo', undo)).toMatchObject({
    Missing: 2,
    Boxes: [],
    Message: expect.stringMatching(/^Take 1 × .+ out of box 1\.$/),
  });
  expect(await floor.pack('Undo', undo)).toMatchObject({ Missing: 2, Verdict: 'right' });
  expect(await floor.pack('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Verdict: 'wrong' });
});

test('200 undoes the scan of a shipper, once for each scan, before the bottle that was scanned before it', async () => {
  const { Session } = await opened();
  const undo = (ScanId = uuidv7()) => floor.pack('Undo', { Session, ScanId });
  for (const code of ['WINE-1', 'BOX-S3', 'BOX-S6', 'WINE-1', 'BOX-S12'])
    await floor.pack('ScanBottle', scanOf(Session, code));
  const [ScanId, bottle] = [uuidv7(), [{ Line: 1, Units: 1 }]];
  const undone = { Verdict: 'right', Message: 'Shipper S12 of box 1 is undone. It is S6 again.', Missing: 0 };
  expect(await undo(ScanId)).toMatchObject({ ...undone, Boxes: [{ Shipper: 'S6', Items: [{ Line: 1, Units: 2 }] }] });
  expect(await undo(ScanId)).toMatchObject(undone);
  expect(await undo()).toMatchObject({
    Message: expect.stringMatching(/^Take 1 × .+ out of box 1\.$/),
    Boxes: [{ Shipper: 'S6', Items: bottle }],
  });
  expect(await undo()).toMatchObject({ Missing: 1, Boxes: [{ Shipper: 'S3', Items: bottle }] });
  // Without a scanned one, it is suggested.
  expect(await undo()).toMatchObject({
    Message: 'Shipper S3 of box 1 is undone.',
    Boxes: [{ Shipper: 'S1', Items: bottle }],
  });
  expect(await undo()).toMatchObject({ Missing: 2, Boxes: [] });
});

test('200 opens a box again in the shipper that was named at its end, and then takes its bottle out', async () => {
  const { Session } = await opened();
  for (const code of ['WINE-1', 'BOX-S3']) await floor.pack('ScanBottle', scanOf(Session, code));
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 4, Shipper: 'S6' });
  const undo = () => floor.pack('Undo', { Session, ScanId: uuidv7() });
  expect(await undo()).toMatchObject({ Message: 'Box 1 is open again.', Boxes: [{ Shipper: 'S6', IsClosed: false }] });
  expect(await undo()).toMatchObject({ Message: expect.stringMatching(/^Take 1 × .+ out of box 1\.$/), Boxes: [] });
});

test('200 takes the replacement of a damaged bottle out of its box, and leaves the boxes after it closed', async () => {
  const { Session } = await opened([
    { ItemNo: 'WINE-1', ItemQuantity: 1 },
    { ItemNo: 'WINE-2', ItemQuantity: 2 },
  ]);
  const finish = (Box: number) => floor.pack('FinishBox', { Session, Box, WeightLb: 4, ...boxSize });
  for (const code of ['WINE-1', 'WINE-2']) await floor.pack('ScanBottle', scanOf(Session, code));
  await finish(1);
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-2'));
  await finish(2);
  const damaged = { ItemNo: 'WINE-1', Quantity: 1, IsPacked: true, ReasonCode: 'BROKEN' };
  await floor.pack('ReportDamage', { Session, ScanId: uuidv7(), ...damaged });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  expect(await floor.pack('Undo', { Session, ScanId: uuidv7() })).toMatchObject({
    Missing: 1,
    Message: expect.stringMatching(/^Take 1 × .+ out of box 1\.$/),
    Boxes: [
      { Box: 1, IsClosed: false, Items: [{ Line: 2, Units: 1 }] },
      { Box: 2, IsClosed: true },
    ],
  });
  // Emptied, the first box is gone, and the other one is the first.
  expect(await floor.pack('Undo', { Session, ScanId: uuidv7() })).toMatchObject({
    Missing: 2,
    Boxes: [{ Box: 1, IsClosed: true, WeightLb: 4, Items: [{ Line: 2, Units: 1 }] }],
  });
});

test('400 for the id of an earlier step, which is not undone: only the last one can be', async () => {
  const { Session } = await opened();
  const [first, second] = [scanOf(Session, 'WINE-1'), scanOf(Session, 'WINE-1')];
  for (const scan of [first, second]) await floor.pack('ScanBottle', scan);
  const { status, body } = await floor.packer.call('Floor/Undo', { Session, ScanId: first.ScanId.toUpperCase() });
  expect([status, body]).toMatchObject([400, notTheLast]);
  const damaged = { ItemNo: 'WINE-1', Quantity: 1, IsPacked: true, ReasonCode: 'BROKEN' };
  const damage = { Session, ScanId: uuidv7(), ...damaged };
  await floor.pack('ReportDamage', damage);
  expect((await floor.packer.call('Floor/Undo', { Session, ScanId: damage.ScanId })).body).toMatchObject(notTheLast);
  // The last step is undone by an id of its own.
  expect(await floor.pack('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Verdict: 'right', Missing: 2 });
});

test('403 for a session that another person took over', async () => {
  const { orderNo, Session } = await opened();
  const other = await signedIn(server, 'floor', { warehouses: [worked] });
  await other.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true });
  const { status, body } = await floor.packer.call('Floor/Undo', { Session, ScanId: uuidv7() });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(other.operator.email)]);
});

test('404 for an order that is not on the floor', async () => {
  const Session = 'UNKNOWN.0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009.1';
  expect((await floor.packer.call('Floor/Undo', { Session, ScanId: uuidv7() })).status).toBe(404);
});

test('400 for a session that is none', async () => {
  const Session = 'x';
  const { status, body } = await floor.packer.call('Floor/Undo', { Session, ScanId: uuidv7() });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Session']);
});

test('200 a packed order that has become shorter says what to take out, and goes on', async () => {
  const { winery, orderNo, Session } = await opened([
    { ItemNo: 'WINE-1', ItemQuantity: 1 },
    { ItemNo: 'WINE-2', ItemQuantity: 1 },
  ]);
  for (const code of ['WINE-1', 'WINE-2']) await floor.pack('ScanBottle', scanOf(Session, code));
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 4, ...boxSize });
  const Items = [{ ItemNo: 'WINE-1', Quantity: -100 }];
  const lost = { Warehouse: worked, InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'BROKEN', Items };
  expect((await winery.simulate('AdjustInventory', lost)).status).toBe(200);
  const shorter = await floor.pack('OpenPacking', { Scan: orderNo, TakeOver: true });
  expect(shorter).toMatchObject({
    Next: 'scan',
    Verdict: 'wrong',
    Missing: 0,
    Message: expect.stringMatching(/^The order has become shorter: take out 1 × .+ by Undo/),
    Lines: [
      { ItemNo: 'WINE-1', Units: 0, Packed: 1 },
      { ItemNo: 'WINE-2', Units: 1, Packed: 1 },
    ],
  });
  const refused = await floor.packer.call('Floor/BuyLabels', { Session: shorter.Session });
  expect([refused.status, refused.body.Reason]).toEqual([403, shorter.Message]);
  for (let undone = 0; undone < 3; undone += 1)
    await floor.pack('Undo', { Session: shorter.Session, ScanId: uuidv7() });
  expect(await floor.pack('ScanBottle', scanOf(shorter.Session, 'WINE-2'))).toMatchObject({ Verdict: 'done' });
  await floor.pack('FinishBox', { Session: shorter.Session, Box: 1, WeightLb: 2, ...boxSize });
  expect(await floor.pack('BuyLabels', { Session: shorter.Session })).toMatchObject({ State: 'labeled' });
});
