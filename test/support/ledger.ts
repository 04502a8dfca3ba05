/** The one call in which every test of stock ends: all that `dray verify` proves holds. */
import { expect } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { verifyWhenIndexed } from '../../src/verify.ts';

/** `known` are faults that it does not look at. */
export async function expectLedgerConsistent(db: Db, known: readonly string[] = []): Promise<void> {
  const faults = await verifyWhenIndexed(db);
  expect(faults.filter((fault) => !known.includes(fault))).toEqual([]);
}
