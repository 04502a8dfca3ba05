/**
 * Brings the WAL of a new database into the state that it has on a server which has run for some time: PostgreSQL writes to
 * segments that it has written before and recycled, so a commit changes no metadata of the file system. With new segments commits
 * stalled longer (decision 36).
 */
import type { Db } from '../../src/platform/db/db.ts';

/** 16 MB each. PostgreSQL keeps about as many as were written between two checkpoints. */
const segments = 96;

/** Writes 1.5 GB of WAL and runs a checkpoint. For an idle database. */
export async function recycleWal(db: Db): Promise<void> {
  for (let i = 0; i < segments; i += 1) {
    await db.rows(`select pg_logical_emit_message(true, 'bench', '')::text`);
    await db.rows('select pg_switch_wal()::text');
  }
  await db.rows('checkpoint');
}
