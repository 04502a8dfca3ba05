/**
 * Long history: pages and counts of GetTransactions, balances of past days, closed and detached months. Results are
 * compared with a scan of all movements, with any part of them rolled up.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closeEndedMovementMonths,
  closeMovementMonth,
  detachMovementMonth,
  explainItemBalances,
  readBalancesAtDayEnd,
  rollUpMovements,
  verifyInventory,
} from '../../src/inventory/index.ts';
import type { MovementType } from '../../src/inventory/stock.ts';
import { type InventoryTransactionFilter, readInventoryTransactions } from '../../src/inventory/transaction-reads.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { givenMovements, instant, type PastMovement } from './past-movements.ts';

const timeZone = 'America/Los_Angeles';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
});
afterAll(async () => {
  expect(await db.snapshot(verifyInventory)).toEqual([]);
  await db.close();
  await database.drop();
});

const types = ['Sales order', 'Purchase Order', 'Inventory Adjustment'] as const;

/** Movements over three months; some are dated well before or after they were posted, as when a clock was moved. */
const movements = (seqStep: number) =>
  fc
    .array(
      fc.record({
        hours: fc.integer({ min: 0, max: 24 * 80 }),
        datedOff: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -24 * 40, max: 24 * 40 })),
        item: fc.constantFrom('PIN', 'CAB', 'ZIN'),
        warehouse: fc.constantFrom('APC01', 'COB01'),
        status: fc.constantFrom('GOOD-NO-TX', 'DMGD-NO-TX'),
        type: fc.constantFrom(...types),
        reference: fc.constantFrom('A', 'B', 'C'),
        quantity: fc.integer({ min: 1, max: 50 }),
        gap: fc.integer({ min: 1, max: seqStep }),
      }),
      // Long lists: the default length is short, and a short list has no second block and no second page.
      { minLength: 1, maxLength: 120, size: 'max' },
    )
    .map((list) => {
      let seq = 0;
      return list
        .toSorted((a, b) => a.hours - b.hours)
        .map((row): PastMovement => {
          seq += row.gap;
          const at = instant('2026-03-05T12:00:00Z').add({ hours: row.hours });
          return {
            seq,
            at,
            occurredAt: at.add({ hours: row.datedOff }),
            itemNo: row.item,
            warehouse: row.warehouse,
            status: row.status,
            quantity: row.quantity,
            type: row.type,
            reference: row.reference,
          };
        });
    });

/** Mostly no filter: filters often leave too few rows for paging. */
const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined, freq: 1 });

const question = fc.record({
  fromHours: fc.oneof(fc.constant(-24 * 60), fc.integer({ min: -24 * 10, max: 24 * 90 })),
  /** Whole days in the operator's time zone are the usual range. */
  wholeDay: fc.boolean(),
  /** Ranges that begin and end exactly at the time of a movement. */
  happened: fc.option(fc.tuple(fc.nat(119), fc.nat(119)), { nil: undefined }),
  lasts: fc.option(fc.integer({ min: 1, max: 24 * 60 }), { nil: undefined }),
  types: fc.oneof({ weight: 2, arbitrary: fc.constant([...types]) }, fc.subarray([...types], { minLength: 1 })),
  warehouses: some(['APC01', 'COB01']),
  statuses: some(['GOOD-NO-TX', 'DMGD-NO-TX']),
  itemNos: some(['PIN', 'CAB', 'ZIN']),
  references: fc.option(fc.subarray(['A', 'B'], { minLength: 1 }), { nil: undefined, freq: 5 }),
  /** As a percentage of the matches. */
  skip: fc.integer({ min: 0, max: 110 }),
  top: fc.integer({ min: 0, max: 40 }),
});

type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

/** The time of a movement, or undefined. */
const momentOf = (list: readonly PastMovement[], index: number) => list[index % list.length]?.occurredAt;

function filterOf(asked: Question, list: readonly PastMovement[]): InventoryTransactionFilter {
  const at = instant('2026-03-05T12:00:00Z').add({ hours: asked.fromHours });
  const day = at.toZonedDateTimeISO(timeZone).startOfDay();
  const { happened, lasts } = asked;
  const from =
    (happened && momentOf(list, happened[0])) ?? (asked.wholeDay ? day.toInstant() : at.add({ minutes: 17 }));
  const before = happened
    ? momentOf(list, happened[1])
    : lasts === undefined
      ? undefined
      : asked.wholeDay
        ? day.add({ days: Math.ceil(lasts / 24) }).toInstant()
        : from.add({ hours: lasts });
  const { warehouses, statuses, itemNos, references } = asked;
  return { from, before, types: asked.types as MovementType[], warehouses, statuses, itemNos, references };
}

function matches(movement: PastMovement, filter: InventoryTransactionFilter): boolean {
  const { from, before, warehouses, statuses, itemNos, references } = filter;
  return (
    Temporal.Instant.compare(movement.occurredAt, from) >= 0 &&
    (before === undefined || Temporal.Instant.compare(movement.occurredAt, before) < 0) &&
    filter.types.includes(movement.type as MovementType) &&
    (warehouses?.includes(movement.warehouse) ?? true) &&
    (statuses?.includes(movement.status) ?? true) &&
    (itemNos?.includes(movement.itemNo) ?? true) &&
    (references?.includes(movement.reference) ?? true)
  );
}

/** Rolls up the movements so far, as if only this percentage of them had been committed. */
async function rollUpSome(customerNo: string, list: readonly PastMovement[], hundredths: number): Promise<void> {
  const count = Math.ceil((list.length * hundredths) / 100);
  const last = list.at(-1)?.seq ?? 0;
  await db.rows('update commit_counters set last_seq = $2 where customer_no = $1', [
    customerNo,
    list[count - 1]?.seq ?? 0,
  ]);
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  await db.rows('update commit_counters set last_seq = $2 where customer_no = $1', [customerNo, last]);
}

describe('GetTransactions', () => {
  test.each([
    ['close together', 3],
    ['over many blocks', 300_000],
  ])(
    'returns any page of any filter, rolled up or not, commit numbers %s',
    async (_name, seqStep) => {
      await fc.assert(
        fc.asyncProperty(
          movements(seqStep),
          fc.array(question, { minLength: 8, maxLength: 8 }),
          fc.array(fc.nat(100), { minLength: 1, maxLength: 2 }),
          async (list, questions, rolled) => {
            const customerNo = await givenCustomer(db);
            await givenMovements(db, customerNo, list);
            for (const count of rolled.toSorted((a, b) => a - b)) await rollUpSome(customerNo, list, count);
            for (const asked of questions) {
              const filter = filterOf(asked, list);
              const expected = list.filter((movement) => matches(movement, filter));
              const page = { skip: Math.floor((expected.length * asked.skip) / 100), top: asked.top };
              const { rows, total } = await readInventoryTransactions(db, customerNo, filter, page);
              expect(total).toBe(expected.length);
              expect(rows.map((row) => [row.itemNo, row.quantity, row.occurredAtMs])).toEqual(
                expected
                  .slice(page.skip, page.skip + page.top)
                  .map((row) => [row.itemNo, row.quantity, row.occurredAt.epochMilliseconds]),
              );
            }
          },
        ),
        { numRuns: propertyRuns(40) },
      );
    },
    60_000,
  );
});

const anything: InventoryTransactionFilter = {
  from: instant('2020-01-01T00:00:00Z'),
  before: undefined,
  types: [...types],
  warehouses: undefined,
  statuses: undefined,
  itemNos: undefined,
  references: undefined,
};

function movementAt(at: Temporal.Instant, seq: number, quantity = 1, occurredAt = at): PastMovement {
  const place = { itemNo: 'PIN', warehouse: 'APC01', status: 'GOOD-NO-TX' };
  return { ...place, seq, at, occurredAt, quantity, type: 'Purchase Order', reference: 'A' };
}

/** Resets closed months: months are closed for all customers at once. */
async function neverClosed(): Promise<void> {
  await db.rows('delete from movement_months');
  await db.rows('delete from opening_balances');
}

/** The expected result, from a scan of all movements. */
function plainBalances(list: readonly PastMovement[], day: Temporal.PlainDate): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of list) {
    const dated = row.occurredAt.toZonedDateTimeISO(timeZone).toPlainDate();
    if (Temporal.PlainDate.compare(dated, day) > 0) continue;
    const key = `${row.itemNo} ${row.warehouse} ${row.status}`;
    sums.set(key, (sums.get(key) ?? 0) + row.quantity);
  }
  return sums;
}

describe('balances of past days', () => {
  test('are correct for any day, with months closed and movements rolled up or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        movements(3),
        fc.array(fc.integer({ min: -50, max: 140 }), { minLength: 6, maxLength: 6 }),
        fc.nat(100),
        async (list, days, rolled) => {
          await neverClosed();
          const customerNo = await givenCustomer(db);
          await givenMovements(db, customerNo, list);
          await rollUpSome(customerNo, list, rolled);
          const check = async () => {
            for (const offset of days) {
              const day = Temporal.PlainDate.from('2026-03-05').add({ days: offset });
              const found = await readBalancesAtDayEnd(db, customerNo, day, timeZone);
              expect(new Map(found.map((row) => [`${row.itemNo} ${row.warehouse} ${row.status}`, row.onHand]))).toEqual(
                plainBalances(list, day),
              );
            }
          };
          await check();
          await closeEndedMovementMonths(db);
          await check();
        },
      ),
      { numRuns: propertyRuns(16) },
    );
  });
});

describe('the time zone', () => {
  test('balances of past days in another time zone are correct before and after the rollups are rebuilt', async () => {
    const customerNo = await givenCustomer(db);
    const start = instant('2026-03-10T00:00:00Z');
    await givenMovements(
      db,
      customerNo,
      Array.from({ length: 48 }, (_, hour) => movementAt(start.add({ hours: hour }), hour + 1)),
    );
    const endOf = async (zone: string) =>
      (await readBalancesAtDayEnd(db, customerNo, Temporal.PlainDate.from('2026-03-10'), zone))[0]?.onHand;
    const check = async () => {
      // Midnight is at 07:00 UTC in one zone and at 18:30 UTC in the other.
      expect([await endOf(timeZone), await endOf('Asia/Kolkata')]).toEqual([31, 19]);
      expect((await readInventoryTransactions(db, customerNo, anything, { skip: 40, top: 10 })).total).toBe(48);
    };
    await check();
    for (const zone of [timeZone, 'Asia/Kolkata', timeZone]) {
      await rollUpMovements(db, { timeZone: zone, minUnrolled: 1 });
      await check();
    }
  });
});

describe('months', () => {
  test('a month is closed once, in order, after it has ended', async () => {
    await neverClosed();
    const customerNo = await givenCustomer(db);
    await givenMovements(db, customerNo, [
      movementAt(instant('2026-01-10T00:00:00Z'), 1, 10),
      movementAt(instant('2026-01-31T23:59:59Z'), 2, 5),
      movementAt(instant('2026-02-01T00:00:00Z'), 3, -4),
      movementAt(instant('2026-02-20T00:00:00Z'), 4, -11),
    ]);
    const month = Temporal.Now.plainDateISO('UTC').with({ day: 1 });
    await expect(closeMovementMonth(db, month)).rejects.toThrow('cannot be closed before');
    await expect(closeMovementMonth(db, Temporal.PlainDate.from('2026-02-01'))).rejects.toThrow(
      'close 2026-01-01 first',
    );
    await closeMovementMonth(db, Temporal.PlainDate.from('2026-01-01'));
    await closeMovementMonth(db, Temporal.PlainDate.from('2026-01-01'));
    await closeEndedMovementMonths(db);
    const openings = await db.rows<{ month: Temporal.PlainDate; quantity: number }>(
      'select month, quantity from opening_balances where customer_no = $1 order by month',
      [customerNo],
    );
    // At the end of February the balance is zero.
    expect(openings.map((row) => `${row.month} ${row.quantity}`)).toEqual(['2026-02-01 15']);
  });

  test('detaching a month keeps balances, removes its movements from lists, and verification passes', async () => {
    const customerNo = await givenCustomer(db);
    await givenMovements(db, customerNo, [
      movementAt(instant('2025-12-10T00:00:00Z'), 1, 100),
      // Posted in December, dated in January.
      movementAt(instant('2025-12-31T20:00:00Z'), 2, -10, instant('2026-01-02T20:00:00Z')),
      movementAt(instant('2026-01-05T20:00:00Z'), 3, -20),
      movementAt(instant('2026-01-06T20:00:00Z'), 4, -30, instant('2025-12-20T20:00:00Z')),
    ]);
    await neverClosed();
    const december = Temporal.PlainDate.from('2025-12-01');
    await expect(detachMovementMonth(db, december)).rejects.toThrow('it is not closed');
    await closeEndedMovementMonths(db);
    await expect(detachMovementMonth(db, december)).rejects.toThrow('not all of it has been rolled up');
    await expect(detachMovementMonth(db, Temporal.PlainDate.from('2026-01-01'))).rejects.toThrow(
      'detach 2025-12-01 first',
    );
    await rollUpMovements(db, { timeZone, minUnrolled: 1 });
    const balances = async () =>
      await Promise.all(
        ['2025-12-15', '2025-12-25', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-31'].map(
          async (day) =>
            (await readBalancesAtDayEnd(db, customerNo, Temporal.PlainDate.from(day), timeZone)).map(
              (row) => row.onHand,
            )[0],
        ),
      );
    const before = await balances();
    expect(before).toEqual([100, 70, 70, 60, 60, 40]);
    await detachMovementMonth(db, december);
    expect(await balances()).toEqual(before);
    const listed = await readInventoryTransactions(db, customerNo, anything, { skip: 0, top: 10 });
    expect([listed.total, listed.rows.map((row) => row.quantity)]).toEqual([2, [-20, -30]]);
    const ofItem = await readInventoryTransactions(
      db,
      customerNo,
      { ...anything, itemNos: ['PIN'] },
      { skip: 0, top: 10 },
    );
    expect([ofItem.total, ofItem.rows.length]).toEqual([2, 2]);
    // The explained sum includes all movements; the list includes only those still attached.
    expect(await explainItemBalances(db, { customerNo, itemNo: 'PIN' })).toMatchObject([
      { onHand: { kept: 40, sum: 40, count: 2, parts: [{ quantity: -30 }, { quantity: -20 }] }, addsUp: true },
    ]);
    expect(await db.snapshot(verifyInventory)).toEqual([]);
    expect(await db.rows('select count(*)::int as count from movements_202512')).toEqual([{ count: 2 }]);
  });
});
