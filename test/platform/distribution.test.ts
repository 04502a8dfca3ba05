/** Distributing a database, and the errors for one that is not distributed as it should be. With CITUS_DATABASE_URL on its cluster. */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { isLockTimeout } from '../../src/platform/db/database-errors.ts';
import { checkTableDistribution } from '../../src/platform/db/distribution.ts';
import { heartbeatApplicationName } from '../../src/platform/db/heartbeat.ts';
import { distributeMigratedTables, migrate, migrationsFolder } from '../../src/platform/db/migrate.ts';
import { dray, useDatabases } from '../commands/dray.ts';
import { givenCustomer } from '../support/catalog.ts';
import { createOnCluster, dropOnCluster } from '../support/citus.ts';
import { startClusterLoad } from '../support/citus-load.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';

const { citus, options } = inject('testServer');

describe('without Citus', () => {
  let databases: readonly [TestDatabase, TestDatabase];

  beforeAll(async () => {
    databases = [await openTestDatabase('empty'), await openTestDatabase('empty')];
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    for (const database of databases) await database.drop();
  });

  test('a database is not distributed, and the refusal says what it lacks', async () => {
    useDatabases(...databases);
    const refused = expect.stringMatching(
      /^the database has no Citus: run "create extension citus" in it on every node/,
    );
    expect(await dray('migrate', '--distribute')).toEqual({ code: 1, refused });
    expect(await dray('migrate', '--check-distribution')).toEqual({ code: 1, refused });
    expect(await dray('migrate')).toMatchObject({ code: 0 });
  });

  test('a database whose distribution was cut is refused, because foreign keys are missing', async () => {
    const database = await openTestDatabase('empty');
    const pool = new pg.Pool({ ...database.options, max: 1 });
    try {
      await migrate(pool, migrationsFolder);
      await pool.query('create table undistributed_foreign_keys (source text, name text, definition text not null)');
      await expect(migrate(pool, migrationsFolder)).rejects.toThrow(
        /^the tables of the database are distributed in part, and foreign keys are missing: run "dray migrate --distribute" again/,
      );
      expect(await migrate(pool, migrationsFolder, { distributesNext: true })).toEqual([]);
    } finally {
      await pool.end();
      await database.drop();
    }
  });

  test('the embedded PostgreSQL is not distributed', async () => {
    vi.stubEnv('DATABASE_URL', undefined);
    vi.stubEnv('TEST_DATABASE_URL', undefined);
    const refused = expect.stringMatching(/^the embedded PostgreSQL cannot be distributed: set DATABASE_URL/);
    expect(await dray('migrate', '--distribute')).toEqual({ code: 2, refused });
  });

  test.each([
    [['--shards', '4'], '--shards is for --distribute: give both'],
    [
      ['--distribute', '--shards', '0'],
      expect.stringContaining('It is a whole number from 1 to 9999; see dray migrate --help'),
    ],
    [['--distribute', '--check-distribution'], expect.stringContaining('cannot be used with option')],
  ])('migrate %j is a usage error', async (args, refused) => {
    expect(await dray('migrate', ...args)).toEqual({ code: 2, refused });
  });
});

if (citus !== undefined) {
  describe('on a cluster', () => {
    const name = `dray_distribution_${process.pid}`;
    let pool: pg.Pool;

    beforeAll(async () => {
      await createOnCluster(citus, options, name);
      pool = new pg.Pool({ ...options, database: name, max: 3 });
      await migrate(pool, migrationsFolder);
    });
    afterAll(async () => {
      await pool.end();
      await dropOnCluster(citus, options, name);
    });

    test('is refused while a server uses the database, which would not know it', async () => {
      const server = new pg.Client({ ...options, database: name, application_name: heartbeatApplicationName });
      await server.connect();
      await expect(distributeMigratedTables(pool)).rejects.toThrow(
        /^1 process of a server uses this database: stop all/,
      );
      await server.end();
      const { rows } = await pool.query(
        `select 1 from pg_dist_partition where logicalrelid = 'commit_counters'::regclass`,
      );
      expect(rows).toEqual([]);
    });

    test('a filled database is distributed by several runs that are cut, and again by none', async () => {
      await pool.query(`insert into customers (customer_no, name, reference)
        select 'C' || n, 'Winery', gen_random_uuid() from generate_series(1, 20) n`);
      await pool.query(`insert into commit_counters (customer_no) select customer_no from customers`);
      await pool.query(`insert into access_tokens (customer_no, token_id, hash, created_by)
        select customer_no, gen_random_uuid(), '\\x00', 'test' from customers`);
      expect(await checkTableDistribution(pool)).toContain(
        'balances is a coordinator table and should be a distributed one',
      );
      for (const statements of [30, 50, 60]) {
        await expect(distributeMigratedTables(cutAfter(statements, pool))).rejects.toThrow('cut');
      }
      expect((await checkTableDistribution(pool)).length).toBeGreaterThan(10);
      const report = await distributeMigratedTables(pool);
      expect(report).toMatchObject({ foreignKeys: expect.any(Number) });
      expect(report.placed.length).toBeGreaterThan(10);
      expect(await checkTableDistribution(pool)).toEqual([]);
      expect(await distributeMigratedTables(pool)).toEqual({ ...report, placed: [], foreignKeys: 0 });
      const { rows } = await pool.query(
        'select count(*)::int as tokens, count(distinct t.customer_no)::int as customers from access_tokens t join customers c using (customer_no)',
      );
      expect(rows).toEqual([{ tokens: 20, customers: 20 }]);
      const orphan = pool.query(`insert into access_tokens (customer_no, token_id, hash, created_by)
        values ('gone', gen_random_uuid(), '\\x00', 'test')`);
      await expect(orphan).rejects.toMatchObject({ code: '23503' });
    });

    test('tables of later migrations are distributed with them, and a foreign key of the next one is added', async () => {
      const folder = path.join(os.tmpdir(), `migrations-${process.pid}`);
      mkdirSync(folder);
      try {
        writeFileSync(
          path.join(folder, '0001-later.sql'),
          'create table later (customer_no text not null, id uuid not null, primary key (customer_no, id));',
        );
        writeFileSync(
          path.join(folder, '0002-key.sql'),
          'alter table later add constraint later_customer foreign key (customer_no) references commit_counters (customer_no);',
        );
        await pool.query('alter table schema_migrations rename to schema_migrations_before');
        expect(await migrate(pool, folder)).toEqual(['0001-later', '0002-key']);
        const { rows } = await pool.query(
          `select partmethod from pg_dist_partition where logicalrelid = 'later'::regclass`,
        );
        expect(rows).toEqual([{ partmethod: 'h' }]);
      } finally {
        rmSync(folder, { recursive: true });
        await pool.query('drop table if exists later');
        await pool.query('drop table schema_migrations');
        await pool.query('alter table schema_migrations_before rename to schema_migrations');
      }
    });

    test('a database that was distributed long ago gets all later migrations, with several statements each', async () => {
      const folder = path.join(os.tmpdir(), `first-migrations-${process.pid}`);
      mkdirSync(folder);
      const first = readdirSync(migrationsFolder).filter((file) => file < '0049');
      for (const file of first) cpSync(path.join(migrationsFolder, file), path.join(folder, file));
      const older = `${name}_older`;
      await createOnCluster(citus, options, older);
      const openOlder = () => new pg.Pool({ ...options, database: older, max: 2 });
      let olderPool = openOlder();
      try {
        await migrate(olderPool, folder);
        await distributeMigratedTables(olderPool);
        await fillOrderIndex(olderPool);
        // Those of a later release have the settings of the distributed database.
        await olderPool.end();
        olderPool = openOlder();
        const later = await migrate(olderPool, migrationsFolder);
        expect(later.slice(0, 2)).toEqual(['0049-shippers', '0050-carrier-accounts']);
        expect(await checkTableDistribution(olderPool)).toEqual([]);
        const { rows: lacking } = await olderPool.query(
          `select shardid from run_command_on_shards('order_index', $command$
             select exists (select from %1$s) and not exists (
               select from pg_stats where tablename = 'order_index_by_number_' || substring('%1$s' from '[0-9]+$'))
           $command$) where result is distinct from 'f'`,
        );
        expect(lacking, 'shards whose index of order numbers has no statistics').toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
        await olderPool.end();
        await dropOnCluster(citus, options, older);
      }
    });

    test('another number of shards is refused when there are some', async () => {
      await expect(distributeMigratedTables(pool, 7)).rejects.toThrow(/^the tables have \d+ shards already/);
    });

    test('while a node is away a server starts, and the node is listed as away', async () => {
      const { rows } = await pool.query(
        'select max(nodeid) as away, min(nodeport) as port from pg_dist_node where groupid = (select max(groupid) from pg_dist_node)',
      );
      const { away, port } = rows[0];
      await pool.query('update pg_dist_node set nodeport = 1 where nodeid = $1', [away]);
      try {
        expect(await migrate(pool, migrationsFolder)).toEqual([]);
        expect(await checkTableDistribution(pool)).toEqual([`node ${away} cannot be reached`]);
      } finally {
        await pool.query('update pg_dist_node set nodeport = $2 where nodeid = $1', [away, port]);
      }
    });

    test('what is not as it should be is listed', async () => {
      await pool.query(`alter database ${name} reset lock_timeout`);
      await pool.query('create table undistributed_foreign_keys (source text, name text, definition text not null)');
      await pool.query(`insert into undistributed_foreign_keys values ('balances', 'a_key', 'check (true)')`);
      const faults = await checkTableDistribution(pool);
      expect(faults).toContain('the foreign key a_key of balances has not been put back');
      expect(faults.filter((fault) => fault.endsWith('lacks settings of the database: lock_timeout=15s')).length).toBe(
        citus.length,
      );
    });
  });
}

/** Orders of 20 customers, as migration 0048 has them: too few for autovacuum to analyze a shard. */
async function fillOrderIndex(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into customers (customer_no, name, reference)
    select 'C' || n, 'Winery', gen_random_uuid() from generate_series(1, 20) n`);
  await pool.query(`insert into commit_counters (customer_no) select customer_no from customers`);
  await pool.query(`insert into order_index (customer_no, order_id, order_no, shipment_key, order_type, status, hold_reasons,
      warehouse, carrier, service, recipient_name, city, state, zip_code, country, units, lines, short, accepted_at, tracking_nos)
    select 'C' || n % 20 + 1, gen_random_uuid(), 'ORDER-' || n, '', 'SALES', 'OPEN', '{}', 'WOX01', 'FEX', 'GROUND', 'Recipient', 'Napa',
      'CA', '94558', 'US', 1, 1, 0, now(), '{}' from generate_series(1, 40) n`);
}

if (citus !== undefined) {
  describe('while workers lose their sessions', () => {
    let server: TestServer;

    beforeAll(async () => {
      server = await openTestServer();
    });
    afterAll(() => server.close());

    test('requests get 503 with Retry-After, service is back by itself, and every acknowledged order is there once', async () => {
      const { db } = server.environment;
      const load = await startClusterLoad(server, 4);
      for (const more of [20, 20, 20]) {
        const before = load.acknowledged.size;
        await vi.waitFor(() => expect(load.acknowledged.size).toBeGreaterThan(before + more), { timeout: 60_000 });
        await db.rows(`select * from run_command_on_workers($$select count(pg_terminate_backend(pid)) from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()$$)`);
      }
      await load.stop();
      const refused = load.answers.filter(({ status }) => status !== 200);
      expect(refused.filter(({ status, headers }) => status !== 503 || !headers.get('retry-after'))).toEqual([]);
      const orders = await db.rows<{ order_no: string; order_id: string }>(
        'select order_no, order_id from sales_orders',
      );
      expect(new Map(orders.map((order) => [order.order_no, order.order_id]))).toEqual(load.acknowledged);
      expect(orders.length).toBe(load.acknowledged.size);
      await expectLedgerConsistent(db);
    });
  });

  describe('limits of locks', () => {
    test('hold on the node of the row, and a lock that is too long is a lock timeout', async () => {
      const database = await openTestDatabase();
      const db = openWiredDb(database.options);
      try {
        const customerNo = await givenCustomer(db);
        const lock = 'select 1 from commit_counters where customer_no = $1 for update';
        const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        const holding = db.write(async (tx) => {
          await tx.rows(lock, [customerNo]);
          held();
          await released;
        });
        await isHeld;
        const startedAt = performance.now();
        const waiting = db.write((tx) => tx.rows(lock, [customerNo]), { lockTimeoutMs: 100 });
        await expect(waiting).rejects.toSatisfy(isLockTimeout);
        expect(performance.now() - startedAt).toBeLessThan(5_000);
        release();
        await holding;
      } finally {
        await db.close();
        await database.drop();
      }
    });
  });
}

/** The pool, whose connection fails from the given statement on. */
function cutAfter(statements: number, pool: pg.Pool): pg.Pool {
  let left = statements;
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const cut = (...args: unknown[]) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('cut')) : query(...args);
    };
    return Object.assign(Object.create(client), { query: cut, release: () => client.release(true) });
  };
  return { connect } as unknown as pg.Pool;
}
