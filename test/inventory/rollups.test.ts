/** Rolling up movements in portions: a large backlog, backdated movements, concurrent runs, another time zone. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  closeEndedMovementMonths,
  detachMovementMonth,
  readBalancesAtDayEnd,
  readDailyStockOnHand,
  rollUpMovements,
  verifyInventory,
} from '../../src/inventory/index.ts';
import { type InventoryTransactionFilter, readInventoryTransactions } from '../../src/inventory/transaction-reads.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { givenMovements, instant, receivedMovement } from './past-movements.ts';

const timeZone = 'America/Los_Angeles';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
});
afterEach(async () => {
  expect(await db.snapshot(verifyInventory)).toEqual([]);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const rollUp = (zone = timeZone) => rollUpMovements(db, { timeZone: zone, minUnrolled: 1 });

const rolledTo = async (customerNo: string) =>
  (
    await db.rows<{ to: number }>('select rolled_up_to as to from movement_rollup_progress where customer_no = $1', [
      customerNo,
    ])
  )[0]?.to;

/** The number of movements dated from one of the operator's days on, up to another. */
async function countBetween(customerNo: string, from: string, before: string, itemNos?: string[]): Promise<number> {
  const at = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant();
  const filter: InventoryTransactionFilter = {
    from: at(from),
    before: at(before),
    types: ['Purchase Order'],
    warehouses: undefined,
    statuses: undefined,
    itemNos,
    references: undefined,
  };
  return (await readInventoryTransactions(db, customerNo, filter, { skip: 0, top: 10 })).total;
}

const onHandAt = async (customerNo: string, day: string) =>
  (await readBalancesAtDayEnd(db, customerNo, Temporal.PlainDate.from(day), timeZone))[0]?.onHand;

/** Resets closed months: months are closed for all customers at once. */
async function neverClosed(): Promise<void> {
  await db.rows('delete from movement_months');
  await db.rows('delete from opening_balances');
}

test('rolls up a large backlog completely, portion by portion', async () => {
  const customerNo = await givenCustomer(db);
  const at = '2026-03-10T18:00:00Z';
  const seqs = [1, 499_999, 500_000, 500_001, 1_000_000, 1_200_000];
  await givenMovements(
    db,
    customerNo,
    seqs.map((seq) => receivedMovement(seq, at)),
  );
  await rollUp();
  expect(await rolledTo(customerNo)).toBe(1_200_000);
  expect(await countBetween(customerNo, '2026-03-10', '2026-03-11')).toBe(6);
  expect(await onHandAt(customerNo, '2026-03-10')).toBe(60);
});

test('a rebuild that has done its first portion leaves no movement out', async () => {
  const customerNo = await givenCustomer(db);
  const days = ['2026-01-10', '2026-02-10', '2026-03-10'];
  await givenMovements(
    db,
    customerNo,
    days.map((day, nth) => receivedMovement(1 + nth * 500_000, `${day}T18:00:00Z`)),
  );
  await rollUp();
  // Only this customer is rebuilt.
  await db.rows("update movement_rollup_progress set time_zone = 'Asia/Kolkata' where customer_no <> $1", [customerNo]);
  let portions = 0;
  const afterFirst = {
    get aborted() {
      portions += 1;
      return portions > 1;
    },
  } as AbortSignal;
  await rollUpMovements(db, { timeZone: 'Asia/Kolkata', minUnrolled: 1, signal: afterFirst });
  expect(await rolledTo(customerNo)).toBe(500_000);
  expect(await countBetween(customerNo, '2026-01-01', '2026-04-01')).toBe(3);
  await rollUp();
});

test('rolls up days that are a thousand years apart, as on a test clock that is far ahead', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [
    // Around midnight in the operator's time zone.
    ...['07:59:59Z', '08:00:00Z'].map((time, nth) =>
      receivedMovement(1 + nth, '2026-03-05T18:00:00Z', { occurredAt: instant(`2026-03-06T${time}`) }),
    ),
    ...['06:59:59.9Z', '07:00:00Z'].map((time, nth) =>
      receivedMovement(3 + nth, '2026-03-06T18:00:00Z', { occurredAt: instant(`3026-06-10T${time}`) }),
    ),
  ]);
  await rollUp();
  const sums = await db.rows(
    'select day::text as day, quantity from movement_totals where customer_no = $1 order by movement_totals.day',
    [customerNo],
  );
  expect(sums).toEqual(['2026-03-05', '2026-03-06', '3026-06-09', '3026-06-10'].map((day) => ({ day, quantity: 10 })));
});

test('finds movements dated before or after everything already rolled up of their block by their time', async () => {
  const customerNo = await givenCustomer(db);
  const at = '2026-03-10T18:00:00Z';
  await givenMovements(db, customerNo, [receivedMovement(1, at)]);
  await rollUp();
  await givenMovements(db, customerNo, [
    receivedMovement(2, at, { occurredAt: instant('2026-03-05T18:00:00Z') }),
    receivedMovement(3, at, { occurredAt: instant('2026-03-20T18:00:00Z') }),
  ]);
  await rollUp();
  for (const items of [undefined, ['PIN']]) {
    expect(await countBetween(customerNo, '2026-03-05', '2026-03-06', items)).toBe(1);
    expect(await countBetween(customerNo, '2026-03-20', '2026-03-21', items)).toBe(1);
    expect(await countBetween(customerNo, '2026-03-10', '2026-03-11', items)).toBe(1);
    expect(await countBetween(customerNo, '2026-03-05', '2026-03-21', items)).toBe(3);
  }
  expect([await onHandAt(customerNo, '2026-03-09'), await onHandAt(customerNo, '2026-03-19')]).toEqual([10, 20]);
});

test('scans a block that is partly in range up to the rollup mark, and counts later movements once', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [
    receivedMovement(1, '2026-03-01T18:00:00Z'),
    receivedMovement(2, '2026-03-10T18:00:00Z'),
  ]);
  await rollUp();
  await givenMovements(db, customerNo, [
    receivedMovement(3, '2026-03-11T18:00:00Z'),
    receivedMovement(4, '2026-03-12T18:00:00Z'),
  ]);
  for (const items of [undefined, ['PIN'], ['PIN', 'PIN']]) {
    expect(await countBetween(customerNo, '2026-03-05', '2026-03-20', items)).toBe(3);
    expect(await countBetween(customerNo, '2026-02-01', '2026-03-20', items)).toBe(4);
  }
});

test('concurrent rollups count nothing twice, and a locked customer is skipped without waiting', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [receivedMovement(1, '2026-03-10T18:00:00Z')]);
  await Promise.all([rollUp(), rollUp(), rollUp()]);
  expect(await rolledTo(customerNo)).toBe(1);
  await givenMovements(db, customerNo, [receivedMovement(2, '2026-03-11T18:00:00Z')]);
  await db.write(async (tx) => {
    await tx.rows('select 1 from movement_rollup_progress where customer_no = $1 for update', [customerNo]);
    await rollUp();
    expect(await rolledTo(customerNo)).toBe(1);
  });
  await rollUp();
  expect(await rolledTo(customerNo)).toBe(2);
});

test('totals are exact and caught up with after a version without them has gone on with the other rollups', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [receivedMovement(1, '2026-03-10T18:00:00Z')]);
  await rollUp();
  await givenMovements(db, customerNo, [
    receivedMovement(2, '2026-03-10T19:00:00Z'),
    receivedMovement(3, '2026-03-12T18:00:00Z', { quantity: 5 }),
  ]);
  const written = 'select day, quantity, count from movement_totals where customer_no = $1';
  const before = await db.rows<{ day: Temporal.PlainDate; quantity: number; count: number }>(written, [customerNo]);
  await rollUp();
  // As that version leaves it.
  await db.rows('delete from movement_totals where customer_no = $1', [customerNo]);
  for (const { day, quantity, count } of before)
    await db.rows("insert into movement_totals values ($1, '2026-03-01', $2, $3, $4)", [
      ...[customerNo, day, quantity, count],
    ]);
  await db.rows('update movement_rollup_progress set totals_up_to = 1 where customer_no = $1', [customerNo]);
  const day = (text: string) => Temporal.PlainDate.from(text);
  const storage = async () => {
    const range = { first: day('2026-03-10'), last: day('2026-03-12'), timeZone };
    const days = await db.snapshot((reader) => readDailyStockOnHand(reader, [customerNo], range));
    return days.get(customerNo)?.map(({ onHand }) => onHand);
  };
  expect(await storage()).toEqual([20, 20, 25]);
  await rollUpMovements(db, { timeZone });
  expect(await db.rows(`${written} order by day`, [customerNo])).toEqual([
    { day: day('2026-03-10'), quantity: 20, count: 2 },
    { day: day('2026-03-12'), quantity: 5, count: 1 },
  ]);
  expect(await storage()).toEqual([20, 20, 25]);
});

test('leaves a small backlog for the next run', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [receivedMovement(999, '2026-03-10T18:00:00Z')]);
  await rollUpMovements(db, { timeZone });
  expect(await rolledTo(customerNo)).toBeUndefined();
  await givenMovements(db, customerNo, [receivedMovement(1_000, '2026-03-10T18:00:00Z')]);
  await rollUpMovements(db, { timeZone });
  expect(await rolledTo(customerNo)).toBe(1_000);
});

test('subtracts movements that a closed month contains for later days, rolled up or not', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [
    receivedMovement(1, '2026-01-10T18:00:00Z'),
    // Posted in January, dated in February, as when a clock was moved.
    receivedMovement(2, '2026-01-20T18:00:00Z', { occurredAt: instant('2026-02-20T18:00:00Z') }),
  ]);
  await neverClosed();
  await closeEndedMovementMonths(db);
  const told = async () =>
    await Promise.all(['2026-01-31', '2026-02-10', '2026-02-20'].map((day) => onHandAt(customerNo, day)));
  expect(await told()).toEqual([10, 10, 20]);
  await rollUp();
  expect(await told()).toEqual([10, 10, 20]);
});

test('balances of a detached month survive a change of the time zone', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [
    receivedMovement(1, '2025-12-10T20:00:00Z'),
    receivedMovement(2, '2025-12-20T20:00:00Z'),
    receivedMovement(3, '2026-01-05T20:00:00Z'),
  ]);
  await neverClosed();
  await closeEndedMovementMonths(db);
  await rollUp();
  await detachMovementMonth(db, Temporal.PlainDate.from('2025-12-01'));
  const told = async () =>
    await Promise.all(['2025-12-15', '2025-12-31', '2026-01-31'].map((day) => onHandAt(customerNo, day)));
  expect(await told()).toEqual([10, 20, 30]);
  // In the other time zone, days from the last detached month on are correct.
  await rollUp('Asia/Kolkata');
  expect((await told()).slice(1)).toEqual([20, 30]);
  await rollUp();
  expect(await told()).toEqual([10, 20, 30]);
});
