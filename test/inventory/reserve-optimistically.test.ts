/** Optimistic reservation: ample stock is locked only by the last statement and a violation is retried (decision 16). */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BalanceSession } from '../../src/inventory/balance-store.ts';
import {
  type Demand,
  demandRanks,
  readBalancesUnlocked,
  receiveStock,
  reserveDemands,
  reserveDemandsOptimistically,
} from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { isLockTimeout } from '../../src/platform/db/database-errors.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import { balanceOf, givenCustomer, givenItems, givenStock } from '../support/catalog.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { openTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

let processes: TwoProcesses;
let db: Db;
let other: Db;

beforeAll(async () => {
  processes = await openTwoProcesses();
  ({ db, other } = processes);
});

afterAll(() => processes.close());

async function winery(bottles: number) {
  const customerNo = await givenCustomer(db);
  await givenItems(db, customerNo, [{ itemNo: 'WINE-1' }]);
  if (bottles > 0) await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: bottles }]);
  const key = { customerNo, itemNo: 'WINE-1', warehouse: 'APC01', status: 'GOOD-NO-TX' };
  const wanting = (quantity: number): Demand => ({
    customerNo,
    subject: uuidv7(),
    rank: demandRanks.order,
    queuedAt: Temporal.Now.instant(),
    warehouse: { named: 'APC01' },
    lines: [{ itemNo: 'WINE-1', status: 'GOOD-NO-TX', quantity }],
  });
  return { customerNo, key, wanting, balance: () => balanceOf(db, customerNo, 'WINE-1') };
}

/** Whether another transaction can lock the balance now. */
async function isFree(key: Parameters<typeof BalanceSession.lock>[1]): Promise<boolean> {
  try {
    await other.write((tx) => BalanceSession.lock(tx, key), { lockTimeoutMs: 100 });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

test('with ample stock the balance stays unlocked until the last statement', async () => {
  const { key, wanting, balance } = await winery(20);
  const free: boolean[] = [];
  const outcomes = await db.write(async (tx) => {
    const conflicts = await reserveDemandsOptimistically(
      tx,
      [wanting(4), wanting(6)],
      await readBalancesUnlocked(tx, [key]),
    );
    free.push(await isFree([key]));
    conflicts.reserve();
    await tx.rows('select 1');
    free.push(await isFree([key]));
    return conflicts.outcomes;
  });
  expect(outcomes.map(({ state }) => state)).toEqual(['reserved', 'reserved']);
  expect(free).toEqual([true, false]);
  expect(await balance()).toMatchObject({ onHand: 20, reserved: 10, backOrdered: 0 });
});

test('with less than twice the demand in stock the balance is locked before the decision', async () => {
  const { key, wanting, balance } = await winery(20);
  const outcomes = await db.write(async (tx) => {
    const conflicts = await reserveDemandsOptimistically(
      tx,
      [wanting(5), wanting(6)],
      await readBalancesUnlocked(tx, [key]),
    );
    expect(await isFree([key])).toBe(false);
    conflicts.reserve();
    return conflicts.outcomes;
  });
  expect(outcomes.map(({ state }) => state)).toEqual(['reserved', 'reserved']);
  expect(await balance()).toMatchObject({ onHand: 20, reserved: 11 });
});

test('a failed optimistic reservation is retried with locks and reserves nothing twice', async () => {
  const { key, wanting, balance } = await winery(20);
  const runs: boolean[] = [];
  const order = wanting(10);
  const work = async (tx: Tx) => {
    runs.push(tx.optimistic);
    const balances = tx.optimistic ? await readBalancesUnlocked(tx, [key]) : undefined;
    if (tx.optimistic) await other.write((quicker) => reserveDemands(quicker, [wanting(15)]));
    const conflicts = await reserveDemandsOptimistically(tx, [order], balances);
    conflicts.reserve();
    return conflicts.outcomes;
  };
  const [outcome] = await db.write(work);
  expect(runs).toEqual([true, false]);
  expect(outcome).toMatchObject({ state: 'waiting', shortages: [{ quantity: 10, available: 5 }] });
  expect(await balance()).toMatchObject({ onHand: 20, reserved: 15, backOrdered: 10 });
});

test('a batch of a customer waits for another one before it has locked a balance, so none locks them the other way round', async () => {
  const { customerNo, wanting } = await winery(0);
  const itemNos = ['WINE-1', 'WINE-2', 'WINE-3'];
  await givenItems(db, customerNo, [{ itemNo: 'WINE-2' }, { itemNo: 'WINE-3' }]);
  await givenStock(
    db,
    customerNo,
    itemNos.map((itemNo) => ({ itemNo, quantity: 50 })),
  );
  const keyOf = (itemNo: string) => ({ customerNo, itemNo, warehouse: 'APC01', status: 'GOOD-NO-TX' });
  const reserve = async (tx: Tx, wanted: readonly string[]) => {
    const lines = wanted.map((itemNo) => ({ itemNo, status: 'GOOD-NO-TX', quantity: 1 }));
    const balances = await readBalancesUnlocked(tx, wanted.map(keyOf));
    const conflicts = await reserveDemandsOptimistically(tx, [{ ...wanting(1), lines }], balances);
    conflicts.reserve();
    // Its statements have been sent: the next one waits for them.
    await tx.rows('select 1');
  };
  let second: Promise<void> | undefined;
  await db.write(async (tx) => {
    await reserve(tx, ['WINE-2']);
    second = other.write((later) => reserve(later, itemNos));
    await untilBlocked(other);
    expect(await isFree(['WINE-1', 'WINE-3'].map(keyOf))).toBe(true);
  });
  await second;
  expect(await Promise.all(itemNos.map((itemNo) => balanceOf(db, customerNo, itemNo)))).toMatchObject([
    { reserved: 1 },
    { reserved: 2 },
    { reserved: 1 },
  ]);
});

test('a balance that was deleted since it was cached is not reserved', async () => {
  const { customerNo, key, wanting, balance } = await winery(20);
  await db.write((tx) => readBalancesUnlocked(tx, [key]));
  await other.rows('delete from balances where customer_no = $1', [customerNo]);
  const runs: boolean[] = [];
  const [outcome] = await db.write(async (tx) => {
    runs.push(tx.optimistic);
    const balances = tx.optimistic ? await readBalancesUnlocked(tx, [key]) : undefined;
    const conflicts = await reserveDemandsOptimistically(tx, [wanting(4)], balances);
    conflicts.reserve();
    return conflicts.outcomes;
  });
  expect(runs).toEqual([true, false]);
  expect(outcome).toMatchObject({ state: 'waiting' });
  expect(await balance()).toMatchObject({ onHand: 0, reserved: 0, backOrdered: 4 });
});

describe('cached balances', () => {
  /** What a transaction decides for these demands when it may be optimistic, and which statements it sent. */
  const guess = async (demands: readonly Demand[]) => {
    const asked: string[] = [];
    const runs: boolean[] = [];
    const outcomes = await db.write(async (tx) => {
      runs.push(tx.optimistic);
      const rows = tx.rows.bind(tx);
      Object.assign(tx, {
        rows: (text: string, values?: unknown[]) => {
          asked.push(text.includes('for no key update') ? 'lock' : 'look');
          return rows(text, values);
        },
      });
      const balances = tx.optimistic ? await readBalancesUnlocked(tx, demands.flatMap(keysOfDemand)) : undefined;
      const conflicts = await reserveDemandsOptimistically(tx, demands, balances);
      conflicts.reserve();
      return conflicts.outcomes;
    });
    return { outcomes, asked, runs };
  };
  const keysOfDemand = ({ customerNo, warehouse, lines }: Demand) =>
    ('named' in warehouse ? [warehouse.named] : warehouse.choices).flatMap((place) =>
      lines.flatMap(({ itemNo, status, statuses = [status] }) =>
        statuses.map((each) => ({ customerNo, itemNo, status: each, warehouse: place })),
      ),
    );

  test('are not read again, and include the reservations made since', async () => {
    const { wanting, balance } = await winery(20);
    expect((await guess([wanting(4)])).asked).toEqual(['look']);
    expect((await guess([wanting(4)])).asked).toEqual([]);
    // 12 are left, which is less than twice seven: it reads the balance once more and then locks it.
    expect(await guess([wanting(7)])).toMatchObject({ asked: ['look', 'lock'], outcomes: [{ state: 'reserved' }] });
    expect(await balance()).toMatchObject({ reserved: 15, backOrdered: 0 });
  });

  test('are read again when insufficient: stock received since is found without a lock', async () => {
    const { customerNo, wanting, balance } = await winery(4);
    expect((await guess([wanting(2)])).outcomes).toMatchObject([{ state: 'reserved' }]);
    await givenStock(other, customerNo, [{ itemNo: 'WINE-1', quantity: 50 }]);
    expect(await guess([wanting(10)])).toMatchObject({ asked: ['look'], outcomes: [{ state: 'reserved' }] });
    expect(await balance()).toMatchObject({ onHand: 54, reserved: 12 });
  });

  test('do not send an order to the second warehouse after the first one has been restocked', async () => {
    const { customerNo, wanting } = await winery(0);
    await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 100, warehouse: 'WOX01' }]);
    const either = (quantity: number): Demand => ({
      ...wanting(quantity),
      warehouse: { choices: ['APC01', 'WOX01'] },
    });
    expect((await guess([either(1)])).outcomes).toMatchObject([{ state: 'reserved', warehouse: 'WOX01' }]);
    await givenStock(other, customerNo, [{ itemNo: 'WINE-1', quantity: 100, warehouse: 'APC01' }]);
    expect((await guess([either(1)])).outcomes).toMatchObject([{ state: 'reserved', warehouse: 'APC01' }]);
  });

  test('do not draw the second status of a line after the first one has been restocked', async () => {
    const { customerNo, wanting } = await winery(0);
    const either = (quantity: number): Demand => ({
      ...wanting(quantity),
      lines: [{ itemNo: 'WINE-1', status: 'GOOD-NO-TX', statuses: ['GOOD-NO-TX', 'GOOD-ST-TX'], quantity }],
    });
    const drawn = async (status: string) => (await balanceOf(db, customerNo, 'WINE-1', 'APC01', status))?.reserved;
    await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 100, status: 'GOOD-ST-TX' }]);
    await guess([either(1)]);
    await givenStock(other, customerNo, [{ itemNo: 'WINE-1', quantity: 100 }]);
    await guess([either(1)]);
    expect([await drawn('GOOD-NO-TX'), await drawn('GOOD-ST-TX')]).toEqual([1, 1]);
  });

  test('when stale, violate the CHECK constraint; the reservation is retried with locks and the entry is evicted', async () => {
    const { wanting, balance } = await winery(20);
    await guess([wanting(2)]);
    await other.write((tx) => reserveDemands(tx, [wanting(17)]));
    expect(await guess([wanting(3)])).toMatchObject({
      runs: [true, false],
      outcomes: [{ state: 'waiting', shortages: [{ available: 1 }] }],
    });
    // By the stale cache entry there would be enough, and the CHECK constraint would reject it again.
    expect(await guess([wanting(2)])).toMatchObject({ runs: [true], outcomes: [{ state: 'waiting' }] });
    expect(await balance()).toMatchObject({ onHand: 20, reserved: 19, backOrdered: 5 });
  });

  test('expire after a few seconds', async () => {
    const { wanting } = await winery(100);
    await guess([wanting(1)]);
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    try {
      expect((await guess([wanting(1)])).asked).toEqual(['look']);
    } finally {
      later.mockRestore();
    }
  });
});

test('a permanent constraint violation is returned after two attempts', async () => {
  const { customerNo, balance } = await winery(20);
  let runs = 0;
  const broken = db.write(async (tx) => {
    runs += 1;
    await tx.rows('update balances set reserved = on_hand + 1 where customer_no = $1', [customerNo]);
  });
  await expect(broken).rejects.toMatchObject({ code: '23514' });
  expect(runs).toBe(2);
  expect(await balance()).toMatchObject({ reserved: 0 });
});

test('a receipt waits for one that is about to create the same balance', async () => {
  const { customerNo, key } = await winery(0);
  const arrival = {
    ...key,
    quantity: 5,
    type: 'Inventory Adjustment' as const,
    reference: 'FOUND',
    subject: uuidv7(),
    occurredAt: Temporal.Now.instant(),
    itemDescription: 'Wine',
    itemUnit: '750',
  };
  const receive = (tx: Tx) => receiveStock(tx, [{ posting: arrival }]);
  const second = await db.write(async (tx) => {
    const balances = await BalanceSession.lockToReceive(tx, [key], [key]);
    const receipt = other.write(receive);
    await untilBlocked(db);
    balances.change(key, { onHand: 7 });
    balances.write();
    return { receipt };
  });
  await second.receipt;
  expect(await balanceOf(db, customerNo, 'WINE-1')).toMatchObject({ onHand: 12 });
});
