/** Replaces documents' expectations under one lock of the balances, so that inbound quantities never dip in between (decision 10: OpenPO). */
import type { Tx } from '../platform/db/db.ts';
import { BalanceSession } from './balance-store.ts';
import { type DocumentKey, deleteExpectations, insertExpectations, readExpectations } from './demand-store.ts';
import type { Expectation } from './stock.ts';

/** A document and its new expectations. */
export interface ExpectationChange {
  readonly document: DocumentKey;
  readonly expectations: readonly Expectation[];
}

/** Each document at most once; the caller has locked them, and nothing has been received for them. */
export async function replaceExpectations(tx: Tx, changes: readonly ExpectationChange[]): Promise<void> {
  if (changes.length === 0) return;
  const documents = changes.map((change) => change.document);
  const before = await readExpectations(tx, documents);
  const after = changes.flatMap((change) => change.expectations);
  const balances = await BalanceSession.lock(tx, [...before, ...after]);
  for (const row of before) balances.change(row, { expected: -Math.max(0, row.ordered - row.received) });
  for (const row of after) balances.change(row, { expected: row.ordered });
  await balances.write();
  await deleteExpectations(tx, documents);
  await insertExpectations(tx, after);
}
