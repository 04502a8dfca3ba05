/** Floor/ReportDamage: bottles that break at the packing station leave the stock, and are replaced or missing. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { boxSize, mustSucceed, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const lines = (...quantities: readonly (readonly [string, number])[]) => ({
  ItemsInfo: quantities.map(([ItemNo, ItemQuantity]) => ({ ItemNo, ItemQuantity })),
});

async function opened(ItemsInfo = lines(['WINE-1', 2], ['WINE-2', 1])) {
  const { floor } = picking;
  const winery = await floor.winery();
  const order = await winery.waiting(ItemsInfo);
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  return { floor, winery, ...order, Session: Session as string };
}

const damaged = (Session: string, change: object = {}) => ({
  Session,
  ScanId: uuidv7(),
  ItemNo: 'WINE-1',
  Quantity: 1,
  IsPacked: true,
  ReasonCode: 'BROKEN',
  ...change,
});

const stockOf = async (customerNo: string) => {
  const filter = { Customers: [customerNo], Warehouses: [worked], Text: 'WINE-1' };
  return (await picking.floor.lead.call('Inventory/List', filter)).body.Records[0];
};

/** Units by reason that the list of changes of stock has of a winery, newest first. */
const changesOf = async (customerNo: string) => {
  const { Records } = mustSucceed(await picking.floor.lead.call('Inventory/ListChanges', { Customers: [customerNo] }));
  type Change = { ReasonCode: string; Note: string; Items: { ItemNo: string; Quantity: number }[] };
  return (Records as Change[]).map(({ ReasonCode, Note, Items }) => [ReasonCode, Note, Items[0]?.Quantity]);
};

const holdsShorts = async (CustomerNo: string) =>
  mustSucceed(
    await (await signedIn(server, 'admin')).call('Customers/Update', {
      CustomerNo,
      Preferences: { ShortPicks: 'hold' },
    }),
  );

const timelineOf = async (CustomerNo: string, TransactionReferenceNumber: string) => {
  const service = await signedIn(server, 'service');
  const { Timeline } = mustSucceed(await service.call('Orders/Get', { CustomerNo, TransactionReferenceNumber }));
  return Timeline as { Text: string; By: string }[];
};

test('200 a broken bottle leaves its box and the stock once, and another one is scanned', async () => {
  const { floor, winery, reference, orderNo, Session } = await opened();
  for (const code of ['WINE-1', 'WINE-1']) await floor.pack('ScanBottle', scanOf(Session, code));
  await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 7, ...boxSize });
  const shelf = await picking.bin({}, [winery, 'WINE-1', 20]);
  const report = damaged(Session, { Note: 'Fell off the bench.' });
  const after = await floor.pack('ReportDamage', report);
  expect(after).toMatchObject({
    State: 'packing',
    Missing: 2,
    Next: 'scan',
    Message: `Take 1 × WINE-1 from ${shelf} and scan it.`,
    Boxes: [{ Box: 1, IsClosed: false, WeightLb: 0, Items: [{ Line: 1, Units: 1 }] }],
  });
  // Sent again, it says the same and takes nothing.
  expect(await floor.pack('ReportDamage', report)).toMatchObject({ Missing: 2, Message: after.Message });
  expect(await stockOf(winery.customerNo)).toMatchObject({ OnHand: 99, Reserved: 2 });
  expect(await changesOf(winery.customerNo)).toEqual([['BROKEN', 'Fell off the bench.', -1]]);
  // Packed from a paper list: bins are not changed by it.
  expect(await picking.contentOf(shelf, winery, 'WINE-1')).toBe(20);
  expect(await timelineOf(winery.customerNo, reference)).toContainEqual(
    expect.objectContaining({
      Text: '1 × WINE-1 damaged when it was packed (BROKEN), 1 replaced. Fell off the bench.',
      By: floor.packer.operator.email,
    }),
  );
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-2'));
  expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({ Missing: 0, Boxes: [{ Box: 1 }] });
  expect(await floor.label(orderNo, [], 8)).toMatchObject({ State: 'labeled' });
});

test('200 where no bin has all of the replacement, it comes out of several', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const [near, far] = [await picking.bin({}, [winery, 'WINE-1', 3]), await picking.bin({}, [winery, 'WINE-1', 1])];
  const { reference, orderNo } = await winery.waiting(lines(['WINE-1', 2]));
  const task = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(task.Session, near, 'WINE-1', 'WINE-1', await picking.tote());
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  const { Message } = await floor.pack('ReportDamage', damaged(Session, { Quantity: 2, IsPacked: false }));
  expect(Message).toBe(`Take 2 × WINE-1 from ${near} (1), ${far} (1) and scan them.`);
  for (const bin of [near, far]) expect(await picking.contentOf(bin, winery, 'WINE-1')).toBe(0);
});

test('200 a bottle that broke before it was scanned leaves no box, and the bin of its replacement', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  // Earlier in walk order, with another status.
  const library = await picking.bin({});
  const [shelf, tote] = [await picking.bin({}, [winery, 'WINE-1', 20]), await picking.tote()];
  const content = { Warehouse: worked, Location: library, CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
  mustSucceed(
    await floor.lead.call('Locations/SetContent', { ...content, InventoryStatus: 'GOOD-LB-TX', Quantity: 20 }),
  );
  const { reference, orderNo } = await winery.waiting(lines(['WINE-1', 2]));
  const task = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(task.Session, shelf, 'WINE-1', 'WINE-1', tote);
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  const after = await floor.pack('ReportDamage', damaged(Session, { IsPacked: false }));
  expect(after).toMatchObject({
    Missing: 1,
    Boxes: [{ Items: [{ Units: 1 }] }],
    Message: `Take 1 × WINE-1 from ${shelf} and scan it.`,
  });
  expect(await picking.contentOf(shelf, winery, 'WINE-1')).toBe(17);
  expect(await floor.label(orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled' });
});

test('200 with no other bottle free the order ships short, by the rule of its winery', async () => {
  const { floor, winery, reference, orderNo, Session } = await opened(lines(['WINE-1', 2]));
  const rest = await winery.waiting(lines(['WINE-1', 98]));
  for (const code of ['WINE-1', 'WINE-1']) await floor.pack('ScanBottle', scanOf(Session, code));
  expect(await floor.pack('ReportDamage', damaged(Session))).toMatchObject({
    State: 'packing',
    Missing: 0,
    Next: 'finish box',
    Boxes: [{ Items: [{ Units: 1 }] }],
    Message: 'No other WINE-1 is free: the order ships 1 short.',
  });
  expect(await stockOf(winery.customerNo)).toMatchObject({ OnHand: 99, Reserved: 99 });
  expect(await winery.statusOf(rest.reference)).toBe('RECEIVED');
  expect(await floor.label(orderNo, [])).toMatchObject({ State: 'labeled', Boxes: [{ Items: [{ Units: 1 }] }] });
  expect(await winery.timeline(reference)).toContain('sales_order.short_picked');
});

test('200 with no other bottle free the order leaves the floor, where its winery holds short orders', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  await holdsShorts(winery.customerNo);
  const [shelf, tote] = [await picking.bin({}, [winery, 'WINE-1', 20]), await picking.tote()];
  const { reference, orderNo } = await winery.waiting(lines(['WINE-1', 3]));
  const task = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(task.Session, shelf, 'WINE-1', 'WINE-1', 'WINE-1', tote);
  const rest = await winery.waiting(lines(['WINE-1', 97]));
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  const report = damaged(Session, { IsPacked: false });
  const after = await floor.pack('ReportDamage', report);
  // Of three one is in the box and one is broken: one is in the tote.
  expect(after).toMatchObject({
    State: 'stopped',
    Next: 'none',
    Boxes: [],
    Message: expect.stringContaining(`Put 1 × WINE-1 back into ${shelf}: it is in tote ${tote}.`),
  });
  expect(await floor.pack('ReportDamage', report)).toMatchObject({ State: 'stopped', Message: after.Message });
  expect(await stockOf(winery.customerNo)).toMatchObject({ OnHand: 99 });
  expect(await changesOf(winery.customerNo)).toEqual([['BROKEN', '', -1]]);
  // The last in the queue waits; the order that left has its bottles.
  expect([await winery.statusOf(reference), await winery.statusOf(rest.reference)]).toEqual([
    'RECEIVED',
    'ON INV HOLD',
  ]);
  expect(await winery.timeline(reference)).toContain('sales_order.floor_taken_back');
});

test('200 one free bottle replaces one of two, also of two lines of its item', async () => {
  const { floor, winery, Session } = await opened(lines(['WINE-1', 1], ['WINE-1', 1], ['WINE-2', 1]));
  const rest = await winery.waiting(lines(['WINE-1', 97]));
  expect(await floor.pack('ReportDamage', damaged(Session, { Quantity: 2, IsPacked: false }))).toMatchObject({
    State: 'packing',
    Missing: 2,
    Message: 'Take 1 × WINE-1 and scan it. No other WINE-1 is free: the order ships 1 short.',
  });
  expect(await stockOf(winery.customerNo)).toMatchObject({ OnHand: 98, Reserved: 98 });
  expect(await changesOf(winery.customerNo)).toEqual([['BROKEN', '', -2]]);
  expect(await winery.statusOf(rest.reference)).toBe('RECEIVED');
});

test('200 an order of which nothing is left waits for a person', async () => {
  const { floor, winery, reference, Session } = await opened(lines(['WINE-1', 1]));
  await winery.waiting(lines(['WINE-1', 99]));
  expect(await floor.pack('ReportDamage', damaged(Session, { IsPacked: false }))).toMatchObject({ State: 'problem' });
  expect(await winery.statusOf(reference)).toBe('EXCEPTION');
});

/** The order has three bottles in its box, and 3 units of stock, of which one is lost; then `found` more are in stock. */
async function packedWithSurplus(found = 0) {
  const { floor } = picking;
  const winery = await floor.winery();
  const adjust = async (Quantity: number, ReasonCode = 'LOST') =>
    mustSucceed(
      await floor.lead.call('Inventory/Adjust', {
        CustomerNo: winery.customerNo,
        Warehouse: worked,
        InventoryStatus: 'GOOD-NO-TX',
        ReasonCode,
        Items: [{ ItemNo: 'WINE-1', Quantity }],
      }),
    );
  await adjust(-97);
  const order = await winery.waiting(lines(['WINE-1', 3]));
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  for (const code of ['WINE-1', 'WINE-1', 'WINE-1']) await floor.pack('ScanBottle', scanOf(Session, code));
  await adjust(-1);
  if (found > 0) await adjust(found, 'FOUND');
  return { floor, winery, ...order, Session: Session as string };
}

test('200 a damaged bottle that the order does not ship any more is neither lost nor replaced again', async () => {
  const { floor, winery, Session, orderNo } = await packedWithSurplus(20);
  const Message = 'The order does not need 1 × WINE-1 any more.';
  expect(await floor.pack('ReportDamage', damaged(Session))).toMatchObject({ Missing: 0, Next: 'finish box', Message });
  expect(await stockOf(winery.customerNo)).toMatchObject({ OnHand: 22, Reserved: 2 });
  expect(await floor.label(orderNo, [])).toMatchObject({ State: 'labeled', Boxes: [{ Items: [{ Units: 2 }] }] });
});

test('200 damaged bottles of which one is not shipped any more are replaced but that one', async () => {
  const { floor, winery, Session } = await packedWithSurplus(20);
  expect(await floor.pack('ReportDamage', damaged(Session, { Quantity: 3 }))).toMatchObject({
    Missing: 2,
    Message: 'The order does not need 1 × WINE-1 any more. Take 2 × WINE-1 and scan them.',
  });
  expect(await stockOf(winery.customerNo)).toMatchObject({ OnHand: 20, Reserved: 2 });
});

test('200 all bottles of an order that has become shorter are damaged, and no other is free', async () => {
  const { floor, winery, reference, Session } = await packedWithSurplus();
  expect(await floor.pack('ReportDamage', damaged(Session, { Quantity: 3 }))).toMatchObject({ State: 'problem' });
  expect(await winery.statusOf(reference)).toBe('EXCEPTION');
  expect(await stockOf(winery.customerNo)).toMatchObject({ OnHand: 0, Reserved: 0 });
});

test('400 for more than there are, another reason, and what is no session', async () => {
  const { floor, Session } = await opened();
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  const faults: readonly (readonly [object, string])[] = [
    [{ Quantity: 2 }, 'Quantity'],
    [{ Quantity: 2, IsPacked: false }, 'Quantity'],
    [{ ItemNo: 'WINE-9' }, 'Quantity'],
    [{ ReasonCode: 'FOUND' }, 'ReasonCode'],
    [{ Session: 'x' }, 'Session'],
  ];
  for (const [change, field] of faults) {
    const { status, body } = await floor.packer.call('Floor/ReportDamage', damaged(Session, change));
    expect([status, body.Errors?.[0].Field]).toEqual([400, field]);
  }
});

test('403 for a session that another person took over, and for boxes with labels', async () => {
  const { floor, orderNo, Session } = await opened(lines(['WINE-1', 1]));
  const { Session: labeled } = await floor.label(orderNo, ['WINE-1']);
  expect((await floor.packer.call('Floor/ReportDamage', damaged(labeled))).body.State).toBe('LABELED');
  await picking.other.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true });
  expect((await floor.packer.call('Floor/ReportDamage', damaged(Session))).status).toBe(403);
});

test('404 for an order that is not on the floor', async () => {
  const Session = 'W9999.0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009.1';
  expect((await picking.floor.packer.call('Floor/ReportDamage', damaged(Session))).status).toBe(404);
});
