/** Floor/ScanBottle: each bottle is verified and counted once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePackingSession } from '../../src/floor/packing-session.ts';
import { writePackingStep } from '../../src/floor/packing-step.ts';
import { assertPresent } from '../../src/lib/assert.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Tx } from '../../src/platform/db/db.ts';
import { createOperatorContext } from '../../src/platform/http/operator-operation.ts';
import { type Floor, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { lockWaits } from '../support/lock-waits.ts';
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

test('200 a scan that is sent five times, also at once, is counted once', async () => {
  const { Session } = await opened();
  const scan = scanOf(Session, 'WINE-1');
  const replies = await Promise.all(Array.from({ length: 5 }, () => floor.pack('ScanBottle', scan)));
  for (const reply of replies) expect(reply).toMatchObject({ Verdict: 'right', Missing: 1, Lines: [{ Packed: 1 }] });
  expect(await floor.pack('ScanBottle', scanOf(Session, 'wine-1'))).toMatchObject({ Verdict: 'done', Missing: 0 });
  // The verdict of a scan stays, whatever came after it.
  expect(await floor.pack('ScanBottle', scan)).toMatchObject({ Verdict: 'right', Missing: 0 });
});

test('200 a wrong bottle and one too many are not counted', async () => {
  const { Session } = await opened();
  expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-2'))).toMatchObject({
    Verdict: 'wrong',
    Message: 'This is not in the order. To open another order, put this one aside (Esc).',
    Missing: 2,
    Boxes: [],
    State: 'released',
  });
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({
    Verdict: 'wrong',
    Message: expect.stringContaining('One too many'),
    Missing: 0,
    Boxes: [{ Items: [{ Line: 1, Units: 2 }] }],
  });
});

test('200 UPC-A, EAN-13 and case codes count within the order, also when wineries share them', async () => {
  const wine = [{ ItemNo: 'WINE-1', ItemQuantity: 14 }];
  const [mine, other] = [await opened(wine), await opened([{ ItemNo: 'WINE-2', ItemQuantity: 1 }])];
  const { db } = server.environment;
  const upc = 'update skus set upc_code = $3 where customer_no = $1 and item_no = $2';
  await db.rows(upc, [mine.winery.customerNo, 'WINE-1', '0 12345 67890 5']);
  // The same code of another winery is another wine.
  await db.rows(upc, [other.winery.customerNo, 'WINE-2', '012345678905']);
  await db.rows('insert into item_codes (customer_no, code, item_no, units) values ($1, $2, $3, 12)', [
    ...[mine.winery.customerNo, '10012345678902', 'WINE-1'],
  ]);
  const { Session } = mine;
  expect(await floor.pack('ScanBottle', scanOf(Session, '012345678905'))).toMatchObject({ Missing: 13 });
  expect(await floor.pack('ScanBottle', scanOf(Session, '0012345678905'))).toMatchObject({ Missing: 12 });
  expect(await floor.pack('ScanBottle', scanOf(Session, '10012345678902'))).toMatchObject({
    Verdict: 'done',
    Missing: 0,
  });
  expect(await floor.pack('ScanBottle', scanOf(other.Session, '012345678905'))).toMatchObject({ Verdict: 'done' });
});

test('200 a case is divided among two lines of its item, and undone as one scan', async () => {
  const { winery, Session } = await opened([
    { ItemNo: 'WINE-1', ItemQuantity: 7 },
    { ItemNo: 'WINE-1', ItemQuantity: 6 },
  ]);
  await server.environment.db.rows(
    "insert into item_codes (customer_no, code, item_no, units) values ($1, '10012345678902', 'WINE-1', 12)",
    [winery.customerNo],
  );
  const scanCase = async () => await floor.pack('ScanBottle', scanOf(Session, '10012345678902'));
  expect(await scanCase()).toMatchObject({ Verdict: 'right', Missing: 1, Lines: [{ Packed: 7 }, { Packed: 5 }] });
  expect(await scanCase()).toMatchObject({ Verdict: 'wrong', Message: '12 are too many: 1 is missing.', Missing: 1 });
  const undo = { Session, ScanId: uuidv7() };
  expect(await floor.pack('Undo', undo)).toMatchObject({
    Message: expect.stringMatching(/^Take 12 × .+ out of box 1\.$/),
    Missing: 13,
    Boxes: [],
  });
  expect(await scanCase()).toMatchObject({ Missing: 1 });
  expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({ Verdict: 'done', Missing: 0 });
});

test('200 a box says how many ice packs it takes, as its slip does later', async () => {
  const winery = await floor.winery();
  const wine = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 7 }] };
  const [cooled, warm] = [await winery.waiting({ ...wine, ShipmentInfo: { IcePack: 1 } }), await winery.waiting(wine)];
  await floor.release(winery, cooled.reference, warm.reference);
  for (const [{ orderNo }, packs] of [
    [cooled, [1, 1, 1, 1, 1, 1, 2]],
    [warm, [0, 0, 0, 0, 0, 0, 0]],
  ] as const) {
    const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
    for (const IcePacks of packs) {
      expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({ Boxes: [{ IcePacks }] });
    }
  }
});

test('200 the code of another winery, for an item of the same name, is refused and counts nothing', async () => {
  const [mine, other] = [await opened(), await opened()];
  const { db } = server.environment;
  await db.rows("update skus set upc_code = '012345678905' where customer_no = $1 and item_no = 'WINE-1'", [
    other.winery.customerNo,
  ]);
  expect(await floor.pack('ScanBottle', scanOf(mine.Session, '012345678905'))).toMatchObject({
    Verdict: 'wrong',
    Message: 'This is not in the order. To open another order, put this one aside (Esc).',
    Missing: 2,
    Boxes: [],
    State: 'released',
  });
  expect(await floor.pack('ScanBottle', scanOf(other.Session, '012345678905'))).toMatchObject({ Verdict: 'right' });
});

test('200 a code of several items of the order counts none of them', async () => {
  const { winery, Session } = await opened([
    { ItemNo: 'WINE-1', ItemQuantity: 1 },
    { ItemNo: 'WINE-2', ItemQuantity: 1 },
  ]);
  const { db } = server.environment;
  // Two vintages with one UPC.
  await db.rows("update skus set upc_code = '012345678905' where customer_no = $1", [winery.customerNo]);
  expect(await floor.pack('ScanBottle', scanOf(Session, '012345678905'))).toMatchObject({
    Verdict: 'wrong',
    Missing: 2,
    Message: expect.stringContaining('scan the item number'),
  });
  expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-2'))).toMatchObject({ Verdict: 'right', Missing: 1 });
});

test('200 a scan waits for no other change of its winery', async () => {
  const { winery, Session } = await opened();
  const { db } = server.environment;
  const holder = await server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from commit_counters where customer_no = $1 for update', [winery.customerNo]);
    const created = winery.waiting();
    await expect.poll(() => lockWaits(db)).toBe(1);
    const queued = winery.waiting();
    expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({ Verdict: 'right', Missing: 1 });
    await holder.query('commit');
    await Promise.all([created, queued]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('200 a scan sends ten statements, and locks its order and the work on it', async () => {
  const { winery, reference, Session } = await opened();
  const { db } = server.environment;
  const { operator } = floor.packer;
  const session = assertPresent(parsePackingSession(Session), 'the session');
  const sent: string[] = [];
  const counting = (tx: Tx): Tx => ({
    ...tx,
    rows: (text, values) => {
      sent.push(text);
      return tx.rows(text, values);
    },
    send: (text, values) => {
      sent.push(text);
      tx.send(text, values);
    },
    copy: (into, rows) => {
      sent.push('copy');
      tx.copy(into, rows);
    },
  });
  const packed = await db.write((tx) =>
    writePackingStep(counting(tx), {
      order: { customerNo: winery.customerNo, orderId: reference },
      context: createOperatorContext(operator, 'Floor/ScanBottle', uuidv7()),
      packer: { ...operator, mayWorkIn: () => true },
      action: { kind: 'scan', session, scanId: uuidv7(), code: 'WINE-1' },
    }),
  );
  expect(packed).toMatchObject({ ok: { verdict: 'right' } });
  expect(sent).toHaveLength(10);
  const locking = sent.filter((text) => /for no key update/.test(text));
  expect(locking).toEqual([expect.stringContaining('sales_orders'), expect.stringContaining('floor_work')]);
});

test('403 for a session that another person took over', async () => {
  const { orderNo, Session } = await opened();
  const other = await signedIn(server, 'floor', { warehouses: [worked] });
  await other.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true });
  const { status, body } = await floor.packer.call('Floor/ScanBottle', scanOf(Session, 'WINE-1'));
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(other.operator.email)]);
});

test('404 for a person who does not work in the warehouse of the order any more, at every step', async () => {
  const { Session, orderNo } = await opened();
  const admin = await signedIn(server, 'admin');
  const person = await signedIn(server, 'floor', { warehouses: [worked] });
  const mine = (await person.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true })).body.Session;
  expect(mine).not.toBe(Session);
  const moved = { Email: person.operator.email, Warehouses: ['COB01'] };
  expect((await admin.call('Operators/Update', moved)).status).toBe(200);
  const steps = [
    ['ScanBottle', scanOf(mine, 'WINE-1')],
    ['Undo', { Session: mine, ScanId: uuidv7() }],
    ['FinishBox', { Session: mine, Box: 1, WeightLb: 2, LengthIn: 9, WidthIn: 9, HeightIn: 9 }],
    ['BuyLabels', { Session: mine }],
    ['ReportProblem', { Session: mine, ScanId: uuidv7(), Kind: 'other', Note: 'Why' }],
    [
      'ReportDamage',
      { Session: mine, ScanId: uuidv7(), ItemNo: 'WINE-1', Quantity: 1, IsPacked: false, ReasonCode: 'BROKEN' },
    ],
  ] as const;
  for (const [name, request] of steps) {
    const { status, body } = await person.call(`Floor/${name}`, request);
    expect([name, status, body.Reason]).toEqual([name, 404, 'This order is not on the floor.']);
  }
});

test('404 for an order that is not on the floor', async () => {
  const Session = 'W9999.0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009.1';
  expect((await floor.packer.call('Floor/ScanBottle', scanOf(Session, 'WINE-1'))).status).toBe(404);
});

test('400 for a session that is none', async () => {
  const Session = 'x';
  const { status, body } = await floor.packer.call('Floor/ScanBottle', scanOf(Session, 'WINE-1'));
  expect([status, body.Errors[0].Field]).toEqual([400, 'Session']);
});
