/** Transactions that wait for a lock, on every node where the test databases are distributed. */
import { inject } from 'vitest';
import type { DbReader } from '../../src/platform/db/db.ts';

const waiting = `select count(*)::int as waits from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;
const onEveryNode = `select sum(result::int)::int as waits from run_command_on_all_nodes($$${waiting}$$)`;

/** The number of statements in the database that wait for a lock. Do not call it in a transaction, in which the view does not change. */
export async function lockWaits(db: Pick<DbReader, 'rows'>): Promise<number> {
  const isDistributed = inject('testServer').citus !== undefined;
  const [row] = await db.rows<{ waits: number }>(isDistributed ? onEveryNode : waiting);
  return row?.waits ?? 0;
}

/** Waits until a statement in the database waits for a lock. */
export async function untilBlocked(db: Pick<DbReader, 'rows'>): Promise<void> {
  while ((await lockWaits(db)) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
