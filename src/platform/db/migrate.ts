/**
 * Brings a database to the schema of the code: the plain SQL files of a folder, in the order of their names, each in a
 * transaction of its own, forward only.
 *
 * Owns the table `schema_migrations`: what was applied, with the checksum of the file as it was. An applied file never
 * changes again, and code that is older than its database does not touch it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { CliError } from '../cli-error.ts';
import { longRunningQuery } from './connections.ts';

/**
 * How long one migration, and waiting for those of another process, may take. A network that goes silent meanwhile is
 * found out by TCP keepalive.
 */
const migrationTimeoutMs = 12 * 3_600_000;

interface Migration {
  /** File name without `.sql`: `0001-foundation`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations of the program. */
export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations');

/** Any number that nothing else locks; the same in every version, or two versions would migrate at once. */
const advisoryLock = 7_231_846_502;

/**
 * Applies what is missing and answers the names of what it applied, in order. One process at a time: others wait, and
 * find nothing left to do. A file that fails leaves the database as it was before that file.
 *
 * Throws `CliError`, before anything is changed, when the folder holds a file of another form than
 * `NNNN-name.sql` or a number twice; when the database knows a migration that the folder lacks (the database is newer
 * than the code); when an applied file has changed; when a missing file's number lies before an applied one. Then,
 * naming the file, when its SQL fails.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const available = await readMigrations(folder);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Waiting for another process's migration may take long, and so may a statement of ours.
    await client.query('set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query(longRunningQuery(migrationTimeoutMs, 'select pg_advisory_lock($1)', [advisoryLock]));
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now())`,
    );
    const { rows: applied } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    const missing = findMissing(available, applied);
    for (const migration of missing) await applyMigration(client, migration);
    return missing.map(({ name }) => name);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // The lock and the settings are the session's; after a fault nobody should go on with it.
    if (broken === undefined) {
      await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
      await client.query('reset lock_timeout; reset statement_timeout; reset idle_in_transaction_session_timeout');
    }
    client.release(broken);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  return Promise.all(
    files.map(async (file) => {
      const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
      if (number === undefined) throw new CliError(`migration ${file} is not named NNNN-name.sql`);
      if (numbers.has(number)) throw new CliError(`migration ${file} has a number that another migration has too`);
      numbers.add(number);
      const sql = await readFile(path.join(folder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The migrations that are to be applied. */
function findMissing(
  available: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const byName = new Map(available.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const known = byName.get(name);
    if (known === undefined) {
      throw new CliError(`the database is newer than this program: it has migration ${name}; start the newer program`);
    }
    if (known.checksum !== checksum) {
      throw new CliError(`migration ${name} was changed after it had been applied: restore it, and add a new one`);
    }
    byName.delete(name);
  }
  const missing = [...byName.values()];
  const last = applied.at(-1)?.name;
  const outOfOrder = missing.find(({ name }) => last !== undefined && name < last);
  if (outOfOrder !== undefined) {
    throw new CliError(
      `migration ${outOfOrder.name} comes before ${last}, which is applied already: give it a later number`,
    );
  }
  return missing;
}

async function applyMigration(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(longRunningQuery(migrationTimeoutMs, sql));
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw new CliError(`migration ${name} failed and was undone: ${(cause as Error).message}`, 1, { cause });
  }
}
