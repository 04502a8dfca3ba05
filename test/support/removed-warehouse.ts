/** Data of a warehouse that was removed before foreign keys prevented it. */
import type pg from 'pg';

/** Runs a statement whose foreign keys are not checked. */
export async function withoutForeignKeys(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<void> {
  const client = await pool.connect();
  try {
    // On Citus this passes the next setting on to the other nodes; elsewhere it has no effect.
    await client.query(`begin; set local citus.propagate_set_commands = 'local'`);
    await client.query('set local session_replication_role = replica');
    await client.query(text, [...values]);
    await client.query('commit');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
