/** Hook for edits of settings, which records them in the audit. */
import type { Tx } from '../platform/db/db.ts';

/**
 * Called in the transaction of an edit: `before` is undefined of a new setting, `after` of a removed one. What it throws rolls the
 * edit back.
 */
export type OnEdit<Setting> = (tx: Tx, before: Setting | undefined, after: Setting | undefined) => Promise<void> | void;

/** Serializes edits, so that what was read before one is what it replaces. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtext('dray operator data'))");
}
