/** A month of movements that is detached while a job rebuilds its rollups. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  attachMovementMonth,
  closeEndedMovementMonths,
  detachMovementMonth,
  rollUpMovements,
  verifyInventory,
} from '../../src/inventory/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { lockWaits, untilBlocked } from '../support/lock-waits.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { givenMovements, receivedMovement } from './past-movements.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('no counts of a month are left behind', async () => {
  const customerNo = await givenCustomer(db);
  await givenMovements(db, customerNo, [
    receivedMovement(1, '2026-01-10T18:00:00Z'),
    receivedMovement(2, '2026-03-10T18:00:00Z'),
  ]);
  await closeEndedMovementMonths(db);
  const rollUp = (timeZone: string) => rollUpMovements(db, { timeZone, minUnrolled: 1 });
  await rollUp('America/Los_Angeles');
  const holding = await db.pool.connect();
  try {
    // The rebuild waits here, after it has deleted the counts.
    await holding.query('begin');
    await holding.query('select from movement_totals where customer_no = $1 for update', [customerNo]);
    const rebuilt = rollUp('Asia/Kolkata');
    await untilBlocked(db);
    const detached = detachMovementMonth(db, Temporal.PlainDate.from('2026-01-01'));
    while ((await lockWaits(db)) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await holding.query('commit');
    await Promise.all([rebuilt, detached]);
  } finally {
    holding.release();
  }
  expect(await db.snapshot(verifyInventory)).toEqual([]);
});

test('only the latest detached month is attached', async () => {
  const attach = (month: string) => attachMovementMonth(db, Temporal.PlainDate.from(month));
  await expect(attach('2025-12-01')).rejects.toThrow('2025-12-01 cannot be restored: restore 2026-01-01 first');
  const none = 'cannot be restored: it is not an archived month of this database';
  await expect(attach('2026-02-01')).rejects.toThrow(`2026-02-01 ${none}`);
  await db.rows('update movement_months set detached_at = null');
  await expect(attach('2026-01-01')).rejects.toThrow(`2026-01-01 ${none}`);
});
