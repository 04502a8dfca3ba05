/** The one call in which every test of stock ends: all that `dray verify` proves holds. */
import { expect } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { verifyAll } from '../../src/verify.ts';

export async function expectLedgerCoherent(db: Db): Promise<void> {
  expect(await verifyAll(db)).toEqual([]);
}
