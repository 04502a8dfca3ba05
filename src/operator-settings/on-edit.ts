/** Hook for edits of settings, which records them in the audit. */
import type { Tx } from '../platform/db/db.ts';

/**
 * Called in the transaction of an edit: `before` is undefined of a new setting, `after` of a removed one. An error rolls the
 * edit back.
 */
export type OnEdit<Setting> = (tx: Tx, before: Setting | undefined, after: Setting | undefined) => Promise<void> | void;

/** Serializes edits: `before`, read under this lock, is the value that the edit replaces. */
export async function lockSettingEdits(tx: Tx): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtext('dray operator data'))");
}
