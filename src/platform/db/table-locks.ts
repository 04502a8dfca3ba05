/** Table locks that are acquired in short attempts, so that one long transaction does not block the writers of all customers. */
import { setTimeout as delay } from 'node:timers/promises';
import { isLockTimeout } from './database-errors.ts';
import type { Tx } from './db.ts';

const attempts = 10;
const attemptMs = 100;
const pauseMs = 400;

/**
 * Waits for uncommitted changes of these tables, and blocks other writers until the transaction ends: keep the rest of
 * the transaction short.
 *
 * Every later writer queues behind a lock that waits. So it waits in short attempts, with pauses in which writers go
 * ahead. Throws a lock timeout after about five seconds.
 * @param lockRows locks the rows that the transaction will delete, in the order of ARCHITECTURE.md, "Lock order". It runs before the
 *   tables are locked in each attempt: a writer that has locked such a row would wait for the table, and the deletion for the row.
 */
export async function lockTablesAgainstWriters(
  tx: Tx,
  tables: readonly (
    | 'balances'
    | 'bin_contents'
    | 'bin_rules'
    | 'customers'
    | 'counts'
    | 'count_lines'
    | 'returns'
    | 'floor_work'
    | 'transfer_orders'
  )[],
  lockRows: () => Promise<void> = async () => undefined,
): Promise<void> {
  // On Citus this passes the limit on to the other nodes; elsewhere it has no effect.
  await tx.rows(`set local citus.propagate_set_commands = 'local'`);
  for (let attempt = 1; ; attempt += 1) {
    await tx.rows('savepoint before_lock');
    try {
      await tx.rows(`set local lock_timeout = ${attemptMs}`);
      await lockRows();
      await tx.rows(`lock table ${tables.join(', ')} in share mode`);
      await tx.rows('set local lock_timeout to default');
      return;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === attempts) throw error;
      // Also releases the locks of rows, and of a table that was free.
      await tx.rows('rollback to savepoint before_lock');
    }
    await delay(pauseMs);
  }
}
