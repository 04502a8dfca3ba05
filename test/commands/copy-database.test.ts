/** `dray copy-database`: everything arrives, both copies verify, and nothing is overwritten. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyDatabase } from '../../src/platform/db/copy-database.ts';
import { type Cut, openCuttingProxy } from '../support/cutting-proxy.ts';
import { openTestDatabase, type TestDatabase, urlOf } from '../support/database.ts';
import { freshOrderNo } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';
import { dray, useDatabases } from './dray.ts';

let server: TestServer;
let other: TestDatabase;
let opened: TestDatabase[];

beforeAll(async () => {
  server = await openTestServer({ environment: 'production' });
  other = await openTestDatabase();
  opened = [other];
  useDatabases(server.database, other);
  const winery = await openWinery(server);
  const OrderNo = freshOrderNo();
  await winery.created({ OrderInfo: { OrderNo } });
  await winery.created();
  await winery.cancel({ OrderInfo: { OrderNo } });
  await other.pool.query('create table movements_202001 (n int)');
  const { pool } = server.database;
  await pool.query(`select ensure_month('log', '2024-03-01'), ensure_month('movements', '2024-03-01')`);
  await pool.query(
    `insert into log select r.* from (select * from log limit 1) l,
       jsonb_populate_record(null::log, to_jsonb(l) || '{"at": "2024-03-05T10:00:00Z", "seq": 0}') r`,
  );
  // More than the buffers of the connections hold.
  await pool.query(
    `insert into transit_times (carrier, service, origin_zip3, destination_zip3, days)
     select 'FEX', 'GRND', lpad((n % 1000)::text, 3, '0'), lpad((n / 1000)::text, 3, '0'), 3
       from generate_series(0, 19999) n`,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  for (const database of opened) await database.drop();
});

async function emptyTargets(): Promise<[TestDatabase, TestDatabase]> {
  const targets = await Promise.all([openTestDatabase('empty'), openTestDatabase('empty')]);
  opened.push(...targets);
  return targets;
}

const copyTo = ([production, test]: readonly [TestDatabase, TestDatabase]) =>
  dray('copy-database', '--to', urlOf(production), '--test-to', urlOf(test));

/** The rows of every table of the schema, in a form that can be compared. */
async function contents(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const hash = await pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as h from ${name} t`,
    );
    found[name] = hash.rows[0].h;
  }
  return found;
}

test('copies every row of the schema in both environments, counts them, and verifies both copies', async () => {
  const targets = await emptyTargets();
  // The markers of commits are deleted a moment after them.
  await expect
    .poll(async () => (await server.database.pool.query('select from commit_markers')).rowCount, { timeout: 20_000 })
    .toBe(0);
  const before = await contents(server.database.pool);
  const ran = await copyTo(targets);
  expect(ran).toMatchObject({ code: 0 });
  const { out } = ran as { out: string };
  for (const name of ['production', 'test']) {
    expect(out).toMatch(new RegExp(`^${name}: \\d+ rows of \\d+ tables copied; the numbers of rows agree$`, 'm'));
    expect(out).toContain(`${name}: verify of the source: ok\n${name}: verify of the copy: ok\n`);
  }
  expect(out).toContain('test: not copied, because the schema does not have it: movements_202001\n');
  expect(out).toContain(
    'Next: start the server with DATABASE_URL and TEST_DATABASE_URL set to the copies, and SECRET_KEY (unchanged).',
  );
  const without = ({ schema_migrations: _, ...rest }: Record<string, string>) => rest;
  expect(without(await contents(targets[0].pool))).toEqual(without(before));
  expect(Number(before.transit_times?.split(' ')[0])).toBe(20_000);
  expect(Number(before.sales_orders?.split(' ')[0])).toBe(2);

  const again = await copyTo(targets);
  expect(again).toEqual({
    code: 1,
    refused: expect.stringMatching(/has data of customers \(in .*customers.*\): use an/),
  });
  expect(without(await contents(targets[0].pool))).toEqual(without(before));
});

test('rows that violate a foreign key of after them are copied, and verify names them', async () => {
  const { pool } = server.database;
  const balance = `customer_no = 'W1' and warehouse = 'GONE1'`;
  await pool.query('alter table balances drop constraint balances_warehouse_fkey');
  await pool.query(
    `insert into balances (customer_no, item_no, warehouse, status, in_transit) values ('W1', 'PIN', 'GONE1', 'GOOD-NO-TX', 0)`,
  );
  const key =
    'alter table balances add constraint balances_warehouse_fkey foreign key (warehouse) references warehouses (code)';
  await pool.query(`${key} not valid`);
  try {
    const targets = await emptyTargets();
    const ran = await copyTo(targets);
    const fault = 'W1: stock is at warehouse GONE1, which does not exist: add it again';
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining(`verify of the copy: 1 fault\n  ${fault}\n`) });
    const copy = targets[0].pool;
    expect((await copy.query(`select from balances where ${balance}`)).rowCount).toBe(1);
    const inserting = copy.query(
      `insert into balances select 'W2', item_no, warehouse, status from balances where ${balance}`,
    );
    await expect(inserting).rejects.toMatchObject({ constraint: 'balances_warehouse_fkey' });
  } finally {
    await pool.query(`delete from balances where ${balance}`);
    await pool.query('alter table balances validate constraint balances_warehouse_fkey');
  }
});

test('a copy that fails leaves the target as it was', async () => {
  const failing = await emptyTargets();
  const [target] = failing;
  // The schema is there, and one of its tables cannot take the rows.
  vi.stubEnv('DATABASE_URL', urlOf(target));
  vi.stubEnv('TEST_DATABASE_URL', urlOf(failing[1]));
  expect(await dray('migrate')).toMatchObject({ code: 0 });
  useDatabases(server.database, other);
  await target.pool.query('alter table transit_times add constraint never check (days < 0)');
  const before = await contents(target.pool);
  expect(await copyTo(failing)).toEqual({
    code: 1,
    refused: expect.stringMatching(/^the copy failed and was undone: .* violates check constraint "never"/),
  });
  expect(await contents(target.pool)).toEqual(before);
  // As a trigger of the operator that removes rows when they have arrived.
  await target.pool.query(
    `alter table transit_times drop constraint never;
     create function remove_some() returns trigger language plpgsql as $$
       begin delete from transit_times where origin_zip3 = '000'; return null; end $$;
     create trigger removes_some after insert on transit_times for each statement execute function remove_some()`,
  );
  const copied = copyDatabase(server.database.options, target.options);
  await expect(copied).rejects.toThrow('the numbers of rows differ: transit_times');
  expect(await contents(target.pool)).toEqual(before);
});

test('a test environment that cannot be copied keeps production from being copied', async () => {
  const [target, testTarget] = await emptyTargets();
  expect(await copyTo([target, server.database])).toEqual({
    code: 1,
    refused: expect.stringMatching(
      /^test: the target has data of customers \(in .*\): use an empty database\. Nothing was copied$/,
    ),
  });
  expect((await target.pool.query('select from sales_orders')).rowCount).toBe(0);
  expect(await copyTo([target, target])).toMatchObject({ code: 2 });
  expect((await target.pool.query('select from sales_orders')).rowCount).toBe(0);
  expect(await copyTo([target, testTarget])).toMatchObject({ code: 0 });
});

test('a test environment that is newer keeps production from being migrated', async () => {
  const [target] = await emptyTargets();
  const newer = await openTestDatabase('migrated');
  opened.push(newer);
  await newer.pool.query(
    "insert into schema_migrations (name, checksum) select '9999-later', checksum from schema_migrations limit 1",
  );
  expect(await copyTo([target, newer])).toMatchObject({ code: 1, refused: expect.stringContaining('9999-later') });
  expect((await target.pool.query("select to_regclass('schema_migrations') as made")).rows).toEqual([{ made: null }]);
});

test.each<{ when: Cut; isCommitted: boolean }>([
  { when: 'before the commit', isCommitted: false },
  { when: 'after the commit', isCommitted: true },
])('a connection lost $when: the error leaves open whether the copy was made', async (cut) => {
  const target = await openTestDatabase('migrated');
  opened.push(target);
  const proxy = await openCuttingProxy(target.options);
  try {
    proxy.cutNext(cut.when);
    await expect(copyDatabase(server.database.options, proxy.options)).rejects.toThrow(
      /^the connection to the target was lost while the copy was committed: .*; the target may have all the data or none: /,
    );
    expect(proxy.cuts()).toBe(1);
    // PostgreSQL has noticed that the connection is gone.
    const locks = `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = $1)`;
    await expect.poll(async () => (await target.pool.query(locks, [target.name])).rowCount).toBe(0);
    const { rowCount } = await target.pool.query('select from sales_orders');
    expect(rowCount).toBe(cut.isCommitted ? 2 : 0);
    const again = copyDatabase(server.database.options, target.options);
    if (cut.isCommitted) await expect(again).rejects.toThrow('has data of customers');
    else expect((await again).rows).toBeGreaterThan(20_000);
  } finally {
    await proxy.close();
  }
});

test('source and target must be two databases with the same migrations', async () => {
  expect(await copyTo([server.database, other])).toMatchObject({ refused: expect.stringMatching(/same database/) });
  const targets = await emptyTargets();
  await server.database.pool.query(`update schema_migrations set checksum = 'older' || checksum`);
  try {
    expect(await dray('copy-database', '--to', urlOf(targets[0]), '--test-to', urlOf(targets[1]))).toMatchObject({
      refused: expect.stringMatching(/different migrations/),
    });
  } finally {
    await server.database.pool.query(`update schema_migrations set checksum = substr(checksum, 6)`);
  }
});

test('an address that is none is refused before anything is copied', async () => {
  expect(await dray('copy-database', '--to', 'mysql://localhost/dray')).toEqual({
    code: 2,
    refused: expect.stringMatching(/^--to must be/),
  });
  const [target] = await emptyTargets();
  const missing = urlOf(target).replace(/\/([^/?]+)(\?|$)/, '/$1_missing$2');
  expect(await dray('copy-database', '--to', urlOf(target), '--test-to', missing)).toEqual({
    code: 1,
    refused: expect.stringMatching(/^--test-to cannot be used: database ".*_missing" does not exist/),
  });
});
