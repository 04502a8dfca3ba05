/** The check with which tests of stock end: `dray verify` finds no fault. */
import { expect } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { indexOrdersAndVerifyDatabase } from '../../src/verify.ts';

/** Fails for each fault except those in `known`. Waits first until the order index is up to date. */
export async function expectLedgerConsistent(db: Db, known: readonly string[] = []): Promise<void> {
  const faults = await indexOrdersAndVerifyDatabase(db);
  expect(faults.filter((fault) => !known.includes(fault))).toEqual([]);
}
