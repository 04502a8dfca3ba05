import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CliError } from '../../src/platform/cli-error.ts';
import { migrate, migrationsFolder } from '../../src/platform/db/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { withoutForeignKeys } from '../support/removed-warehouse.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await openTestDatabase('empty');
  folder = await mkdtemp(path.join(os.tmpdir(), 'dray-migrations-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const file = (name: string, sql: string) => writeFile(path.join(folder, name), sql);
const run = () => migrate(database.pool, folder);

/** Runs the migrations of the program with these names. */
async function runKnown(isWanted: (name: string) => boolean = () => true): Promise<void> {
  const known = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql') && isWanted(name));
  for (const name of known) await copyFile(path.join(migrationsFolder, name), path.join(folder, name));
  await run();
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  return rows.map(({ name }) => name);
}

const isValid = async (index: string): Promise<boolean | undefined> =>
  (await database.pool.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [index])).rows[0]
    ?.indisvalid;

test('applies the files in order, once', async () => {
  await file('0002-second.sql', 'alter table first add column b int; create table second (a int)');
  await file('0001-first.sql', 'create table first (a int)');
  expect(await run()).toEqual(['0001-first', '0002-second']);
  expect(await run()).toEqual([]);
  await file('0003-third.sql', 'create table third (a int)');
  expect(await run()).toEqual(['0003-third']);
  expect(await tables()).toEqual(['first', 'second', 'third']);
});

test('a database that takes no changes is refused in one line', async () => {
  const pool = new pg.Pool({ ...database.options, options: '-c default_transaction_read_only=on' });
  try {
    await expect(migrate(pool, folder)).rejects.toThrow(CliError);
    await expect(migrate(pool, folder)).rejects.toThrow(
      'the database takes no changes: set default_transaction_read_only to off for its role and database',
    );
  } finally {
    await pool.end();
  }
});

test('lets one of many work while the others wait', async () => {
  await file('0001-first.sql', 'select pg_sleep(0.1); create table first (a int)');
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001-first']);
});

test('a migration that waits for a long reading lets others use the table meanwhile', async () => {
  await file('0001-first.sql', 'create table first (a int)');
  await run();
  await file('0002-second.sql', 'alter table first add column b int');
  const { pool } = database;
  const [reading, using] = [await pool.connect(), await pool.connect()];
  try {
    await reading.query('begin; select * from first');
    const applied = run();
    const isWaiting = async () =>
      (await pool.query("select 1 from pg_locks where mode = 'AccessExclusiveLock' and not granted")).rowCount;
    await expect.poll(isWaiting).toBe(1);
    await using.query('set statement_timeout = 8000');
    await using.query('select a from first');
    await reading.query('commit');
    expect(await applied).toEqual(['0002-second']);
  } finally {
    for (const client of [reading, using]) client.release(true);
  }
});

test('an index is built concurrently by a file of its own: its table is written meanwhile, and other processes wait', async () => {
  await file('0001-first.sql', 'create table first (a int); insert into first select generate_series(1, 100)');
  await run();
  await file('0002-second.sql', '-- Why.\ncreate index concurrently if not exists first_a on first (a);');
  const { pool } = database;
  const [using, writing] = [await pool.connect(), await pool.connect()];
  try {
    await using.query('begin; update first set a = a where a = 1');
    const applied = Promise.all([run(), run()]);
    const builds = 'select 1 from pg_stat_progress_create_index where datname = current_database()';
    await expect.poll(async () => (await pool.query(builds)).rowCount).toBe(1);
    await writing.query('set statement_timeout = 8000');
    await writing.query('update first set a = a where a = 2');
    await using.query('commit');
    expect((await applied).flat()).toEqual(['0002-second']);
  } finally {
    for (const client of [using, writing]) client.release(true);
  }
  expect(await isValid('first_a')).toBe(true);
});

test('an index is built although a process of an older version starts, whose statement waits for the migrations', async () => {
  await file('0001-first.sql', 'create table first (a int); insert into first select generate_series(1, 100)');
  await run();
  await file('0002-second.sql', 'create index concurrently if not exists first_a on first (a)');
  await file('0003-third.sql', 'create table third (a int)');
  const { pool } = database;
  const [using, older] = [await pool.connect(), await pool.connect()];
  const seen = async (text: string) => (await pool.query(text)).rowCount;
  try {
    await using.query('begin; update first set a = a where a = 1');
    const applied = run();
    const builds = 'select 1 from pg_stat_progress_create_index where datname = current_database()';
    await expect.poll(() => seen(builds)).toBe(1);
    // So PostgreSQL ends the build, as it does when the process started long before the index is nearly ready.
    await older.query("set deadlock_timeout = '1ms'");
    const started = older.query('select pg_advisory_lock(7231846502)');
    await expect.poll(() => seen("select 1 from pg_locks where locktype = 'advisory' and not granted")).toBe(1);
    await using.query('commit');
    // It finds a database that it knows, or one that is newer, and lets go.
    await Promise.race([started, applied]);
    await older.query('select pg_advisory_unlock(7231846502)');
    expect(await applied).toEqual(['0002-second', '0003-third']);
  } finally {
    for (const client of [using, older]) client.release(true);
  }
  expect(await isValid('first_a')).toBe(true);
});

test('an index that an interrupted attempt left invalid is dropped and built', async () => {
  await file('0001-first.sql', 'create table first (a int); insert into first values (1), (1)');
  await run();
  await file('0002-second.sql', 'create unique index concurrently if not exists first_a on first (a)');
  await expect(run()).rejects.toThrow(/^migration 0002-second failed: could not create unique index "first_a"/);
  expect(await isValid('first_a')).toBe(false);
  await database.pool.query('delete from first where ctid = (select min(ctid) from first)');
  expect(await run()).toEqual(['0002-second']);
  expect(await isValid('first_a')).toBe(true);
});

test('undoes a file that fails, keeps those before it, and names it', async () => {
  await file('0001-first.sql', 'create table first (a int)');
  await file('0002-second.sql', 'create table second (a int); select nonsense');
  await expect(run()).rejects.toThrow(/migration 0002-second failed and was undone: column "nonsense" does not exist/);
  expect(await tables()).toEqual(['first']);
  await file('0002-second.sql', 'create table second (a int)');
  expect(await run()).toEqual(['0002-second']);
});

test('refuses an applied file that has changed', async () => {
  await file('0001-first.sql', 'create table first (a int)');
  await run();
  await file('0001-first.sql', 'create table first (a bigint)');
  await expect(run()).rejects.toThrow(/migration 0001-first was changed after it had been applied/);
});

test('refuses a database that is newer than the code', async () => {
  await file('0001-first.sql', 'create table first (a int)');
  await file('0002-second.sql', 'create table second (a int)');
  await run();
  await rm(path.join(folder, '0002-second.sql'));
  await expect(run()).rejects.toThrow(/database is newer than this program: it has migration 0002-second/);
});

test('refuses a file that comes before one that is applied', async () => {
  await file('0002-second.sql', 'create table second (a int)');
  await run();
  await file('0001-first.sql', 'create table first (a int)');
  await expect(run()).rejects.toThrow(/migration 0001-first comes before 0002-second/);
  expect(await tables()).toEqual(['second']);
});

test.each([
  ['1-first.sql', /migration 1-first.sql is not named NNNN-name.sql/],
  ['0001-Also First.sql', /is not named NNNN-name.sql/],
])('refuses the file name %s', async (name, message) => {
  await file(name, 'create table first (a int)');
  await expect(run()).rejects.toThrow(message);
});

test('refuses a number that is used twice', async () => {
  await file('0001-a.sql', 'create table a (a int)');
  await file('0001-b.sql', 'create table b (a int)');
  await expect(run()).rejects.toThrow(/migration 0001-b.sql has a number that another migration has too/);
});

test('every fault is one line', async () => {
  await file('0001-first.sql', "do $$ begin raise exception E'two\\nlines'; end $$");
  await expect(run()).rejects.toSatisfy((error: Error) => !error.message.includes('\n'));
});

test('0027 deletes empty balances at warehouses that do not exist, and checks the keys of all rows unless one violates them', async () => {
  await runKnown((name) => name < '0027');
  const { pool } = database;
  const removed = `insert into balances (customer_no, item_no, warehouse, status, on_hand) values ('W1', $1, 'GONE1', 'GOOD-NO-TX', $2)`;
  await withoutForeignKeys(pool, removed, ['EMPTY', 0]);
  await withoutForeignKeys(pool, removed, ['STOCKED', 1]);
  await runKnown();
  const { rows: left } = await pool.query('select item_no from balances');
  expect(left).toEqual([{ item_no: 'STOCKED' }]);
  const { rows: keys } = await pool.query(
    "select conname as name from pg_constraint where conname ~ '_warehouse_fkey$' and not convalidated",
  );
  expect(keys).toEqual([{ name: 'balances_warehouse_fkey' }]);
});

test('0059 gives schedules the numbers of the customers that were meant', async () => {
  await runKnown((name) => name < '0059');
  const { pool } = database;
  await pool.query(
    "insert into customers (customer_no, name, reference) select unnest($1::text[]), 'Winery', gen_random_uuid()",
    [['acme-west', 'W1001', 'twin', 'Twin']],
  );
  const filters = [
    { Customers: ['W1001', 'ACME-WEST', 'TWIN', 'GONE'], Carriers: ['FEX'] },
    { Customers: ['Twin', 'w1001'] },
    { Carriers: ['UPS'] },
    {},
  ];
  await pool.query(
    `insert into floor_schedules (schedule_id, warehouse, name, at_time, days, filter, wave_by, considered_until, changed_by)
     select gen_random_uuid(), 'WOX01', n::text, '12:00', '{1}', filter, '{}', now(), 'lee@warehouse.example'
       from unnest($1::jsonb[]) with ordinality as given (filter, n)`,
    [filters.map((filter) => JSON.stringify(filter))],
  );
  await runKnown();
  const { rows } = await pool.query('select filter from floor_schedules order by name');
  expect(rows.map(({ filter }) => filter)).toEqual([
    { Customers: ['W1001', 'acme-west', 'TWIN', 'GONE'], Carriers: ['FEX'] },
    { Customers: ['Twin', 'W1001'] },
    { Carriers: ['UPS'] },
    {},
  ]);
});
