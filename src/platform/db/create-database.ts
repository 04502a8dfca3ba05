/** Creates a database on a server: the test database, and both of the embedded PostgreSQL. */

import type pg from 'pg';

/** Does nothing when the database exists, also when another process creates it at the same time. */
export async function createDatabaseIfMissing(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount !== 0) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process created it between the two statements: duplicate_database, or its unique index.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  }
}
