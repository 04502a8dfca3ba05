/**
 * Migrates a database to the schema of this version: runs the plain SQL files of a folder in name order, each in its
 * own transaction, forward only. A file with one `create index concurrently if not exists` runs without one.
 * Owns the table `schema_migrations`: the applied files with their checksums. An applied file must never change, and a
 * program older than its database refuses to migrate it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { CliError } from '../cli-error.ts';
import { queryConfigWithTimeout } from './connections.ts';
import { isDeadlock, isLockTimeout } from './database-errors.ts';
import {
  areTablesHalfDistributed,
  distributeDatabaseTables,
  hasDistributedTables,
  needsTableDistribution,
  type TableDistributionReport,
} from './distribution.ts';
import { splitSqlStatements } from './split-statements.ts';

/**
 * Time limit for one statement of a migration, and for waiting for another process to migrate. TCP keepalive detects a dead connection
 * meanwhile.
 */
const migrationTimeoutMs = 12 * 3_600_000;

/** Pause between two attempts to be the process that migrates. */
const lockPollMs = 200;

/** Time limit of a migration's wait for a lock: other users of the table queue behind it meanwhile. */
const migrationLockMs = 2_000;
/** Pause before a migration that did not get its locks runs again. The table is used meanwhile. */
const retryMs = 3_000;
/** After this time without its locks, a migration fails. */
const maxLockWaitMs = 1_800_000;

interface Migration {
  /** File name without `.sql`: `0001-foundation`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations of the program. */
export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations');

/**
 * An arbitrary number that nothing else locks. It must be the same in every version, or two versions could migrate at
 * once.
 */
const advisoryLock = 7_231_846_502;

/**
 * Applies the pending migrations and returns their names in order. Processes migrate one at a time: the others wait and
 * then find nothing to apply. A migration that fails is rolled back; an index that one was to build concurrently may stay invalid, and the
 * next run drops it first.
 * Throws `CliError` before any change when the database is a standby or read-only, when a file is not named `NNNN-name.sql` or a number
 * occurs twice, when the database has a migration that the folder lacks (the database is newer than the program), when an applied file
 * has changed, or when a pending file's number is lower than an applied one. Throws `CliError` naming the file when its SQL
 * fails, or does not get its locks within half an hour. Where tables are distributed (decision 45), those that a migration creates are
 * too, before the next migration.
 * @param distributesNext the caller distributes the tables afterwards; otherwise a database whose distribution was interrupted is refused
 * with `CliError`, because foreign keys are missing
 */
export async function migrate(pool: pg.Pool, folder: string, { distributesNext = false } = {}): Promise<string[]> {
  const available = await readMigrations(folder);
  return await withMigrationLock(pool, async (client) => {
    await assertMayMigrate(client, available, distributesNext);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now())`,
    );
    const names: string[] = [];
    for (;;) {
      const migration = await findNextMigration(client, available);
      if (migration === undefined) break;
      if (!(await applyMigration(client, migration))) {
        await letOthersPass(client);
        continue;
      }
      names.push(migration.name);
      await distributeNewTables(client);
    }
    // A run that was interrupted may have left some.
    if (names.length === 0) await distributeNewTables(client);
    return names;
  });
}

/**
 * Throws the `CliError` that `migrate` throws before any change. Call it for all databases of an installation before the first of them is
 * migrated. Changes nothing, and waits for no other process that migrates.
 */
export async function assertCanBeMigrated(
  pool: pg.Pool,
  folder: string,
  { distributesNext = false } = {},
): Promise<void> {
  const available = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await assertMayMigrate(client, available, distributesNext);
  } finally {
    client.release();
  }
}

async function assertMayMigrate(
  client: pg.PoolClient,
  available: readonly Migration[],
  distributesNext: boolean,
): Promise<void> {
  await assertTakesChanges(client);
  if (!distributesNext && (await areTablesHalfDistributed(client))) {
    throw new CliError(
      'the tables of the database are distributed in part, and foreign keys are missing: run "dray migrate --distribute" again, which goes on where it ended',
    );
  }
  const { rows } = await client.query<{ isNew: boolean }>(`select to_regclass('schema_migrations') is null as "isNew"`);
  if (!rows[0]?.isNew) await findNextMigration(client, available);
}

/** The first migration that is not applied, if any: another process may have applied some since the last one. */
async function findNextMigration(
  client: pg.PoolClient,
  available: readonly Migration[],
): Promise<Migration | undefined> {
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return findMissing(available, applied)[0];
}

/** Throws `CliError` on a standby or a read-only database: the statements that follow would fail there. */
async function assertTakesChanges(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (rows[0]?.isStandby === true) {
    throw new CliError(
      'the database is a standby, which takes no changes: name the primary, or promote this one first',
    );
  }
  if (rows[0]?.isReadOnly === true) {
    throw new CliError(
      'the database takes no changes: set default_transaction_read_only to off for its role and database',
    );
  }
}

/** Distributes the tables of a migrated database (`distributeDatabaseTables`), while no other process migrates or distributes it. */
export async function distributeMigratedTables(pool: pg.Pool, shards?: number): Promise<TableDistributionReport> {
  return await withMigrationLock(pool, (client) => distributeDatabaseTables(client, shards));
}

async function distributeNewTables(client: pg.PoolClient): Promise<void> {
  const isDistributed = await hasDistributedTables(async (text) => (await client.query(text)).rows);
  if (isDistributed && (await needsTableDistribution(client))) await distributeDatabaseTables(client);
}

async function withMigrationLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Waiting for another process's migration may take long, and so may a migration itself.
    await client.query('set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await awaitMigrationLock(client);
    return await work(client);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // The lock and the settings belong to the session, so after an error the connection must not be reused.
    if (broken === undefined) {
      await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
      await client.query('reset lock_timeout; reset statement_timeout; reset idle_in_transaction_session_timeout');
    }
    client.release(broken);
  }
}

/** Asks again and again: an index that is built concurrently would wait for a statement that waits for the lock, a deadlock. */
async function awaitMigrationLock(client: pg.PoolClient): Promise<void> {
  const lastTry = performance.now() + migrationTimeoutMs;
  for (;;) {
    const { rows } = await client.query<{ isTaken: boolean }>('select pg_try_advisory_lock($1) as "isTaken"', [
      advisoryLock,
    ]);
    if (rows[0]?.isTaken === true) return;
    if (performance.now() >= lastTry) throw new Error('another process has been migrating the database for 12 hours');
    await delay(lockPollMs);
  }
}

/** Gives the migration lock to those that wait for it in a statement, and takes it again. */
async function letOthersPass(client: pg.PoolClient): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [advisoryLock]);
  await awaitMigrationLock(client);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  return Promise.all(
    files.map(async (file) => {
      const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
      if (number === undefined) throw new CliError(`migration ${file} is not named NNNN-name.sql`);
      if (numbers.has(number))
        throw new CliError(`migration ${file} has a number that another migration has too: give it the next one`);
      numbers.add(number);
      const sql = await readFile(path.join(folder, file), 'utf8');
      return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The migrations that are not applied yet. */
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

/**
 * Applies a migration in its own transaction; again while readers, such as `dray verify` and exports, keep a table that it changes. Returns
 * false when it is to be tried again after those that wait for the migration lock.
 */
async function applyMigration(client: pg.PoolClient, migration: Migration): Promise<boolean> {
  const [statement, ...others] = splitSqlStatements(migration.sql);
  const index = others.length === 0 ? concurrentIndex.exec(statement?.text ?? '')?.[1] : undefined;
  if (statement !== undefined && index !== undefined) {
    return await buildIndexConcurrently(client, migration, statement.text, index);
  }
  const lastTry = performance.now() + maxLockWaitMs;
  while (!(await tryMigration(client, migration, performance.now() < lastTry))) await delay(retryMs);
  return true;
}

/** The statement of a migration that builds an index while its table is written; the group is the name of the index. */
const concurrentIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\s/i;

/**
 * Builds an index outside of a transaction, which waits for the transactions that use the table, while these and new ones go on. What an
 * attempt that failed or was interrupted has left is dropped first. Returns false when it met a deadlock: the index waits for all
 * statements that are older, and a process of an older version waits for the migration lock in one. Throws `CliError` when it fails.
 */
async function buildIndexConcurrently(
  client: pg.PoolClient,
  { name, checksum }: Migration,
  statement: string,
  index: string,
): Promise<boolean> {
  try {
    const { rowCount } = await client.query(
      'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    );
    if (rowCount === 1)
      await client.query(queryConfigWithTimeout(migrationTimeoutMs, `drop index concurrently ${index}`));
    await client.query(queryConfigWithTimeout(migrationTimeoutMs, statement));
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    return true;
  } catch (cause) {
    if (isDeadlock(cause)) return false;
    const failed = `migration ${name} failed: ${(cause as Error).message}`;
    throw new CliError(`${failed}; its next run starts from the beginning`, 1, { cause });
  }
}

/** Returns whether the migration was applied: false when it did not get a lock in time and `mayWait` is true. Throws `CliError` when it fails. */
async function tryMigration(
  client: pg.PoolClient,
  { name, sql, checksum }: Migration,
  mayWait: boolean,
): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${migrationLockMs}`);
    // One by one: Citus passes an index or a change of a distributed table on with the whole text that it is in.
    for (const { text } of splitSqlStatements(sql))
      await client.query(queryConfigWithTimeout(migrationTimeoutMs, text));
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
    return true;
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    if (mayWait && isLockTimeout(cause)) return false;
    throw new CliError(`migration ${name} failed and was undone: ${(cause as Error).message}`, 1, { cause });
  }
}
