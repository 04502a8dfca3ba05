/** The functions that warehouse staff use: in batches, with their own counts, in both environments. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import { runDueWork } from '../../src/platform/due-work.ts';
import { createProductionStepHandlers } from '../../src/shipping-labels/index.ts';
import {
  closeTransfers,
  postTransferReceipts,
  shipTransfers,
  startTransfers,
  type TransferShipment,
} from '../../src/transfer-orders/index.ts';
import { tuesday } from '../simulation/clock.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openTransferWinery } from './transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

/** Warehouse work on transfer orders. */
const tasks = (customerNo: string, references: readonly string[]) =>
  references.map((reference) => ({
    customerNo,
    name: { customerNo, reference },
    reference: uuidv7(),
    operation: 'warehouse',
    actor: 'operator:Sample',
  }));

const arriving = (customerNo: string, references: readonly string[]) =>
  tasks(customerNo, references).map((work) => ({ ...work, lines: undefined, final: true }));

const outcomesOf = (outcomes: readonly Json[]) =>
  outcomes.map((outcome) => ('ok' in outcome ? outcome.ok.status : `${outcome.refused.code}`));

async function transfers(count: number, db: Db = server.environment.db) {
  const winery = await openTransferWinery(server, 0);
  const { customerNo } = winery;
  const stock = Array.from({ length: 5 }, (_, i) => ({ itemNo: ['WINE-1', 'WINE-2', 'LOOSE'][i % 3] as string }));
  await winery.stocked(stock.map((each) => ({ ...each, quantity: count * 10 })));
  const references: string[] = [];
  for (let i = 0; i < count; i += 1) {
    references.push(
      await winery.transferred({ CustomerReferenceNo: `MOVE-${i}`, RequestedDate: '12/01/2031' }, [
        { ItemNo: 'WINE-1', ItemQuantity: 3 },
        { ItemNo: 'LOOSE', ItemQuantity: 2 },
        { ItemNo: 'WINE-1', ItemQuantity: 4 },
      ]),
    );
  }
  const step = {
    start: () => db.write((tx) => startTransfers(tx, tasks(customerNo, references))),
    ship: (picked?: TransferShipment['picked']) =>
      db.write((tx) =>
        shipTransfers(
          tx,
          tasks(customerNo, references).map((work) => ({ ...work, picked })),
        ),
      ),
    receive: () => db.write((tx) => postTransferReceipts(tx, arriving(customerNo, references))),
    close: () => db.write((tx) => closeTransfers(tx, tasks(customerNo, references))),
  };
  return { ...winery, references, ...step, receiveCall: winery.receive };
}

test('a whole batch moves from state to state; a step out of sequence is rejected with the current state', async () => {
  const floor = await transfers(3);
  const all = (text: string) => [text, text, text];
  expect(outcomesOf(await floor.ship())).toEqual(all('StateForbids'));
  expect(outcomesOf(await floor.receive())).toEqual(all('StateForbids'));
  expect(outcomesOf(await floor.close())).toEqual(all('StateForbids'));
  expect(outcomesOf(await floor.start())).toEqual(all('PICKING'));
  expect(outcomesOf(await floor.start())).toEqual(all('StateForbids'));
  expect(outcomesOf(await floor.close())).toEqual(all('StateForbids'));
  expect(outcomesOf(await floor.ship())).toEqual(all('IN TRANSIT'));
  expect(await floor.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 0, expected: 21 });
  expect(outcomesOf(await floor.receive())).toEqual(all('RECEIVED'));
  expect(outcomesOf(await floor.receive())).toEqual(all('StateForbids'));
  expect(outcomesOf(await floor.close())).toEqual(all('CLOSED'));
  expect(outcomesOf(await floor.close())).toEqual(all('StateForbids'));
  expect(await floor.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 21, expected: 0 });
  expect((await floor.timeline(floor.references[0] as string)).map(({ actor }: Json) => actor)).toHaveLength(5);
});

test('a rejected item does not affect others of the batch', async () => {
  const floor = await transfers(3);
  await floor.cancelTransfer({ CustomerReferenceNo: 'MOVE-1' });
  expect(outcomesOf(await floor.start())).toEqual(['PICKING', 'StateForbids', 'PICKING']);
  expect(outcomesOf(await floor.ship())).toEqual(['IN TRANSIT', 'StateForbids', 'IN TRANSIT']);
  const { db } = server.environment;
  expect(outcomesOf(await db.write((tx) => startTransfers(tx, tasks(floor.customerNo, [uuidv7()]))))).toEqual([
    'NotFound',
  ]);
});

test('a transfer order that waits for stock cannot be picked', async () => {
  const winery = await openTransferWinery(server, 59);
  const reference = await winery.transferred();
  const { db } = server.environment;
  const [outcome] = await db.write((tx) => startTransfers(tx, tasks(winery.customerNo, [reference])));
  expect(outcome).toMatchObject({
    refused: {
      code: 'StateForbids',
      reason: 'Transfer order MOVE-1 cannot be picked: its status is OPEN, waiting for stock.',
    },
  });
});

test('a short pick: only the shipped quantity is expected, and the rest is allocated to backorders', async () => {
  const floor = await transfers(1);
  const [reference = ''] = floor.references;
  await floor.stocked([{ itemNo: 'WINE-1', quantity: 1 }]);
  const wants = await floor.balance();
  const next = await floor.transferred({ CustomerReferenceNo: 'NEXT' }, [
    { ItemNo: 'WINE-1', ItemQuantity: (wants?.onHand ?? 0) - 5 },
  ]);
  expect(await floor.transferOrder(next)).toMatchObject({ demands: [{ state: 'waiting' }] });
  await floor.start();
  expect(outcomesOf(await floor.ship([{ line: 9, units: 1 }]))).toEqual(['ValidationFailed']);
  expect(outcomesOf(await floor.ship([{ line: 1, units: 4 }]))).toEqual(['ValidationFailed']);
  expect(
    outcomesOf(
      await floor.ship([
        { line: 1, units: 1 },
        { line: 2, units: 0 },
      ]),
    ),
  ).toEqual(['IN TRANSIT']);
  expect(await floor.transferOrder(next)).toMatchObject({ demands: [{ state: 'reserved' }] });
  expect(await floor.balance('WINE-1', 'SJU01')).toMatchObject({ expected: 5 });
  expect(await floor.balance('LOOSE', 'SJU01')).toBeUndefined();
  expect(outcomesOf(await floor.receive())).toEqual(['RECEIVED']);
  expect(await floor.transferOrder(reference)).toMatchObject({
    lines: [{ shipped: 1, received: 1 }, { shipped: 0 }, { shipped: 4, received: 4 }],
  });
});

test('picking nothing closes the order and releases all of its stock', async () => {
  const floor = await transfers(1);
  const before = await floor.balance();
  await floor.start();
  expect(outcomesOf(await floor.ship([1, 2, 3].map((line) => ({ line, units: 0 }))))).toEqual(['CLOSED']);
  expect(await floor.balance()).toMatchObject({ onHand: before?.onHand, reserved: 0 });
  expect(await floor.kinds(floor.references[0] as string)).toEqual(['created', 'picking', 'closed']);
});

test('units written off in transit are closed with their reason, also by warehouse staff', async () => {
  const floor = await transfers(2);
  await floor.start();
  await floor.ship();
  expect(outcomesOf(await floor.close())).toEqual(['CLOSED', 'CLOSED']);
  expect(await floor.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 0, expected: 0 });
  const [, , ...posted] = await floor.movements(floor.references[1] as string);
  expect(posted.filter((text) => text.startsWith('Inventory Adjustment'))).toEqual([
    'Inventory Adjustment SJU01 GOOD-NO-TX WINE-1 -3 TRANSFER-SHORT TO000002',
    'Inventory Adjustment SJU01 GOOD-NO-TX LOOSE -2 TRANSFER-SHORT TO000002',
    'Inventory Adjustment SJU01 GOOD-NO-TX WINE-1 -4 TRANSFER-SHORT TO000002',
  ]);
});

test('many transfer orders take as many statements as few', async () => {
  const counts: number[][] = [];
  for (const count of [2, 25]) {
    const { db, statements } = counting(server.environment.db);
    const floor = await transfers(count, db);
    const steps = [floor.start, floor.ship, floor.receive, floor.close];
    const counted: number[] = [];
    for (const step of steps) {
      const before = statements();
      await step();
      counted.push(statements() - before);
    }
    counts.push(counted);
  }
  expect(counts[0]?.every((count) => count > 3)).toBe(true);
  expect(counts[1]).toEqual(counts[0]);
});

/** Counts the statements of transactions. */
function counting(db: Db): { db: Db; statements: () => number } {
  let count = 0;
  const counted = (tx: Tx): Tx => ({
    ...tx,
    rows: (text, values) => {
      count += 1;
      return tx.rows(text, values);
    },
  });
  return { db: { ...db, write: (work) => db.write((tx) => work(counted(tx))) }, statements: () => count };
}

test('production: a due transfer order stays open with its stock until staff start it', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { db } = production.environment;
    const winery = await openTransferWinery(production);
    const reference = await winery.transferred({ RequestedDate: '01/05/2026' });
    await runDueWork(
      production.environment,
      createProductionStepHandlers('none'),
      winery.customerNo,
      tuesday.add({ hours: 1 }),
    );
    expect(await winery.transferOrder(reference)).toMatchObject({ status: 'OPEN', demands: [{ state: 'reserved' }] });
    expect(await db.rows('select 1 from due_work')).toEqual([]);
    expect(production.logged.join('\n')).not.toContain('is postponed');
    const [outcome] = await db.write((tx) => startTransfers(tx, tasks(winery.customerNo, [reference])));
    expect(outcome).toMatchObject({ ok: { status: 'PICKING' } });
    await expectLedgerConsistent(db);
  } finally {
    await production.close();
  }
});
