/** Hook for edits of settings, which records them in the audit. */
import type { Tx } from '../platform/db/db.ts';

/**
 * Called in the transaction of an edit: `before` is undefined of a new setting, `after` of a removed one. An error rolls the
 * edit back.
 */
export type OnSettingEdit<Setting> = (
  tx: Tx,
  before: Setting | undefined,
  after: Setting | undefined,
) => Promise<void> | void;
