/** The readiness check of a database: it reads and writes within a time limit and returns the reason for a failure. */
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openDb } from '../../src/platform/db/db.ts';
import { type DatabaseHeartbeat, startDatabaseHeartbeat } from '../../src/platform/db/heartbeat.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let heartbeat: DatabaseHeartbeat | undefined;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await heartbeat?.stop();
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});
afterAll(() => database.drop());

async function checked(options: pg.PoolConfig): Promise<DatabaseHeartbeat> {
  const pool = new pg.Pool(options);
  pools.push(pool);
  heartbeat = startDatabaseHeartbeat({ name: 'test database', pool, logger: pino({ level: 'silent' }) });
  await heartbeat.checked;
  return heartbeat;
}

it('a database that reads and writes is ready, and the check leaves no data', async () => {
  const position = async () =>
    (await database.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')).rows[0]?.lsn;
  const before = await position();
  expect((await checked(database.options)).notReadyReason()).toBeUndefined();
  expect(await position()).not.toBe(before);
});

it('a read-only database is not ready', async () => {
  const options = { ...database.options, options: '-c default_transaction_read_only=on' };
  expect((await checked(options)).notReadyReason()).toBe('it is read-only');
});

it('a database without a partition for the current month is not ready until it has one', async () => {
  const month = Temporal.Now.plainDateISO('UTC').toString().slice(0, 7).replace('-', '');
  const rename = (from: string, to: string) => database.pool.query(`alter table ${from} rename to ${to}`);
  await rename(`movements_${month}`, 'movements_away');
  try {
    const check = await checked(database.options);
    expect(check.notReadyReason()).toContain('lack the current month');
    await rename('movements_away', `movements_${month}`);
    await expect.poll(() => check.notReadyReason(), { timeout: 10_000 }).toBeUndefined();
  } finally {
    await database.pool.query(`alter table if exists movements_away rename to movements_${month}`);
  }
});

it('a database whose current month is detached is not ready, and is checked on one connection', async () => {
  const month = `log_${Temporal.Now.plainDateISO('UTC').toString().slice(0, 7).replace('-', '')}`;
  const [first, next] = [0, 1].map((months) => Temporal.Now.plainDateISO('UTC').with({ day: 1 }).add({ months }));
  await database.pool.query(`alter table log detach partition ${month}`);
  try {
    const check = await checked(database.options);
    expect(check.notReadyReason()).toContain('lack the current month');
    const session = async () =>
      (
        await database.pool.query<{ pid: number; checks: string }>(
          `select pid, query_start::text as checks from pg_stat_activity
            where datname = $1 and application_name = 'dray-heartbeat'`,
          [database.name],
        )
      ).rows[0];
    const before = await session();
    await expect.poll(async () => (await session())?.checks, { timeout: 10_000 }).not.toBe(before?.checks);
    expect((await session())?.pid).toBe(before?.pid);
  } finally {
    await database.pool.query(
      `alter table log attach partition ${month} for values from ('${first}T00:00:00Z') to ('${next}T00:00:00Z')`,
    );
  }
});

it('a database that takes changes again in new sessions only is ready again', async () => {
  const setReadOnly = (value: string) =>
    database.pool.query(`alter database ${database.name} set default_transaction_read_only = ${value}`);
  await setReadOnly('on');
  const check = await checked(database.options);
  const db = openDb(database.options);
  const write = () => db.write((tx) => tx.rows('create table written (id int)'));
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  expect(check.notReadyReason()).toBe('it is read-only');
  await database.pool.query(`alter database ${database.name} reset default_transaction_read_only`);
  await write();
  await db.close();
  await expect.poll(() => check.notReadyReason(), { timeout: 5_000 }).toBeUndefined();
});

it('a database that does not exist is not ready', async () => {
  const reason = (await checked({ host: '127.0.0.1', port: 1, database: 'none' })).notReadyReason();
  expect(reason).toBe('it cannot be reached');
});

it('an unresponsive database is not ready', async () => {
  const silent = (await import('node:net')).createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  expect((await checked({ host: '127.0.0.1', port, database: 'none' })).notReadyReason()).toBe(
    'it did not reply within 2 s',
  );
  silent.close();
});
