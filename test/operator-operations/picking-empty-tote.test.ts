/** Picking/EmptyTote: a person reports that a tote is empty; a scan cannot. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { leaveInTote, openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let picking: Picking;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const empty = async (Session: string, Tote: string, ScanId = uuidv7()) =>
  await picking.floor.packer.call('Picking/EmptyTote', { Session, Tote, ScanId });

/** A tote in which an order that was taken back has left a bottle, and a task with a bottle in the hand. */
async function leftInTote() {
  const { winery, tote, place, left, message } = await leaveInTote(picking);
  expect(message).toBe(
    `Order ${left.orderNo} is open again. Put 1 × WINE-1 back into ${place}: it is in tote ${tote}.`,
  );
  const next = await winery.waiting();
  const { Session, Task } = await picking.start(await picking.wave([winery, next.reference]));
  await picking.scan(Session, place, 'WINE-1');
  return { winery, tote, place, left, Session: Session as string, Task: Task as string };
}

test('200 the tote is in use until the person says that it is empty, once: its bottles are in their bin, and the hand in the tote', async () => {
  const { winery, tote, place, left, Session } = await leftInTote();
  const refused = {
    Verdict: 'wrong',
    State: 'picking',
    InHand: 1,
    Message: `Tote ${tote} is not empty: order ${left.orderNo} was taken back. Put its bottles back, or take another tote.`,
    FullTote: {
      Tote: tote,
      Leftovers: [{ OrderNo: left.orderNo, ItemNo: 'WINE-1', Location: place, Units: 1 }],
    },
  };
  // No scan says it, however often.
  for (let n = 0; n < 3; n += 1) expect(await picking.scan(Session, tote)).toMatchObject(refused);
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(6);
  const ScanId = uuidv7();
  for (let n = 0; n < 2; n += 1) {
    const { body } = await empty(Session, tote, ScanId);
    expect(body).toMatchObject({ Verdict: 'done', State: 'done', Totes: [{ Tote: tote, Units: 1 }] });
    expect(body.FullTote).toBeUndefined();
  }
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(7);
});

test('200 other leftovers than those that were listed are refused, and listed', async () => {
  const { winery, tote, place, Session } = await leftInTote();
  const { FullTote } = await picking.scan(Session, tote);
  const { db } = server.environment;
  await db.rows('update tote_leftovers set units = units + 1 where customer_no = $1 and tote = $2', [
    winery.customerNo,
    tote,
  ]);
  const before = (await picking.contentOf(place, winery, 'WINE-1')) ?? 0;
  const emptied = { Session, Tote: tote, ExpectedVersion: FullTote.Version };
  const { body } = await picking.floor.packer.call('Picking/EmptyTote', { ...emptied, ScanId: uuidv7() });
  expect(body).toMatchObject({ Verdict: 'wrong', InHand: 1, FullTote: { Tote: tote, Leftovers: [{ Units: 2 }] } });
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before);
  const again = { ...emptied, ExpectedVersion: body.FullTote.Version, ScanId: uuidv7() };
  expect((await picking.floor.packer.call('Picking/EmptyTote', again)).body).toMatchObject({ Verdict: 'done' });
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before + 2);
});

test('200 leftovers that another person has put back meanwhile: the tote is empty', async () => {
  const { winery, tote, place, Session } = await leftInTote();
  const { FullTote } = await picking.scan(Session, tote);
  const putBack = { Warehouse: worked, Tote: tote, ExpectedVersion: FullTote.Version };
  expect((await picking.floor.lead.call('Picking/PutBack', putBack)).status).toBe(200);
  const before = await picking.contentOf(place, winery, 'WINE-1');
  const emptied = { Session, ScanId: uuidv7(), Tote: tote, ExpectedVersion: FullTote.Version };
  expect((await picking.floor.packer.call('Picking/EmptyTote', emptied)).body).toMatchObject({ Verdict: 'done' });
  expect(await picking.contentOf(place, winery, 'WINE-1')).toBe(before);
});

test('200 a tote of another task, and what is no tote, are refused', async () => {
  const { tote, place, Session } = await leftInTote();
  const other = await picking.tote();
  expect((await empty(Session, place)).body).toMatchObject({
    Verdict: 'wrong',
    Message: `${place} is no tote of this warehouse.`,
  });
  const winery = await picking.floor.winery();
  const [near, two] = [
    await picking.bin({}, [winery, 'WINE-1', 9]),
    { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] },
  ];
  const task = await picking.start(await picking.wave([winery, (await winery.waiting(two)).reference]));
  await picking.scan(task.Session, near, 'WINE-1', other);
  expect((await empty(Session, other)).body).toMatchObject({
    Verdict: 'wrong',
    InHand: 1,
    Message: expect.stringContaining(`Tote ${other} is in use:`),
  });
  // With nothing in the hand it is only said to be empty.
  expect((await empty(task.Session, tote)).body).toMatchObject({
    Verdict: 'right',
    State: 'picking',
    Message: `Tote ${tote} is empty.`,
    Totes: [{ Tote: other }],
  });
  expect(await picking.scan(Session, tote)).toMatchObject({ Verdict: 'done', State: 'done' });
});

test('400 for a session that is none', async () => {
  expect((await empty('x', 'T-1')).status).toBe(400);
});

test('403 for a task that another person has taken over', async () => {
  const { Session, Task, tote } = await leftInTote();
  await picking.floor.lead.call('Picking/Open', { Task, TakeOver: true });
  expect((await empty(Session, tote)).status).toBe(403);
});

test('404 for a task that does not exist', async () => {
  expect((await empty('0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009.1', 'T-1')).status).toBe(404);
});
