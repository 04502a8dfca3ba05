/** The log of PostgreSQL: no conflicts that an optimistic transaction expects, and every other error (decision 16). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeInt64 } from '../../src/platform/db/binary.ts';
import { createCopyTarget } from '../../src/platform/db/copy.ts';
import { type Db, openDb, type Tx } from '../../src/platform/db/db.ts';
import { type OwnPostgres, openOwnPostgres } from '../support/own-postgres.ts';

let postgres: OwnPostgres;
let db: Db;
let readings = 0;

beforeAll(async () => {
  postgres = await openOwnPostgres();
  // One connection: whatever a transaction leaves on it, the next statement meets.
  db = openDb({ ...postgres.database.options, max: 1 }, { canSetLogLevel: true });
  await db.rows('create table stock (id bigint primary key, reserved int check (reserved <= 10))');
  await db.rows('insert into stock values (1, 0)');
  await db.rows("insert into commit_counters values ('A')");
  await logged();
});
afterAll(async () => {
  await db?.close();
  await postgres?.database.drop();
  await postgres?.stop();
});

/**
 * The new lines of PostgreSQL's log, without time and process. Another process writes the log, in order: all lines are there
 * when the one is that is logged here.
 */
async function logged(): Promise<string[]> {
  const { pool } = postgres.database;
  readings += 1;
  const end = `end of reading ${readings}`;
  await pool.query(`do 'begin raise log ''${end}''; end'`);
  for (;;) {
    const { rows } = await pool.query<{ text: string }>('select pg_read_file(pg_current_logfile()) as text');
    const lines = (rows[0]?.text ?? '').split('\n').map((line) => line.replace(/^.*?\[\d+\] /, ''));
    const last = lines.findIndex((line) => line.endsWith(end));
    if (last === -1) continue;
    return lines.slice(lines.findIndex((line) => line.endsWith(`end of reading ${readings - 1}`)) + 1, last);
  }
}

const into = createCopyTarget<{ readonly id: number }>('stock', { id: (row, at) => encodeInt64(row.id, at) });
const pipelined = (tx: Tx) => {
  for (let times = 0; times < 3; times += 1) tx.send('select 1');
};

test.each<[string, (tx: Tx) => void]>([
  ['a CHECK constraint', (tx) => tx.send('update stock set reserved = reserved + 11 where id = 1')],
  ['a unique key', (tx) => tx.copy(into, [{ id: 1 }])],
  ['a stale version of cached data', (tx) => tx.assertVersion('A', 7)],
])('a conflict of the optimistic run is not logged: %s', async (_name, conflict) => {
  const runs: boolean[] = [];
  await db.write(async (tx) => {
    runs.push(tx.optimistic);
    if (tx.optimistic) conflict(tx);
    pipelined(tx);
  });
  expect(runs).toEqual([true, false]);
  expect(await logged()).toEqual([]);
});

test('a violation in both runs is logged', async () => {
  const failing = db.write(async (tx) => tx.copy(into, [{ id: 1 }]));
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await logged()).toContain('ERROR:  duplicate key value violates unique constraint "stock_pkey"');
});

test.each<[string, (tx: Tx) => unknown, RegExp]>([
  ['awaited', (tx) => tx.rows('select sqrt(-id) from stock'), /cannot take square root of a negative number \(2201F\)/],
  ['pipelined', (tx) => tx.send("select 'it''s'::int"), /invalid input syntax for type integer: "it's" \(22P02\)/],
])('any other error of the optimistic run is logged, once: %s', async (_name, fail, message) => {
  const failing = db.write(async (tx) => {
    const failed = fail(tx);
    pipelined(tx);
    await failed;
  });
  await expect(failing).rejects.toBeInstanceOf(Error);
  const lines = await logged();
  expect(lines).toEqual([expect.stringMatching(message)]);
  expect(lines[0]).toMatch(/^LOG: {2}a transaction failed: /);
});

test('a transaction that its caller gives up logs nothing, and the connection logs errors afterwards', async () => {
  const givenUp = db.write(async (tx) => {
    pipelined(tx);
    throw new Error('given up');
  });
  await expect(givenUp).rejects.toThrow('given up');
  expect(await logged()).toEqual([]);
  await db.write(async (tx) => pipelined(tx));
  await expect(db.rows('select 1 / (id - 1) from stock')).rejects.toThrow('division by zero');
  expect(await logged()).toEqual(['ERROR:  division by zero']);
});

test('a role that may not use PL/pgSQL cannot report, and its connection logs errors afterwards', async () => {
  const { pool, options } = postgres.database;
  await pool.query(`create role plain; grant set on parameter log_min_messages to plain;
    grant select, insert on commit_markers to plain; revoke usage on language plpgsql from public`);
  const plain = openDb({ ...options, max: 1, options: '-c role=plain' }, { canSetLogLevel: true });
  try {
    await expect(plain.write((tx) => tx.rows('select 1 / 0'))).rejects.toThrow('division by zero');
    expect(await plain.rows("select current_setting('log_min_messages') as log")).toEqual([{ log: 'warning' }]);
  } finally {
    await plain.close();
    await pool.query('grant usage on language plpgsql to public');
  }
});

test.each<[string, () => Promise<void>, () => Promise<void>]>([
  ['before a transaction', revoke, async () => undefined],
  ['during a transaction', async () => undefined, revoke],
])('a role that may no longer set its log level writes on: revoked %s', async (_when, before, during) => {
  const { pool, options } = postgres.database;
  await pool.query(`do 'begin create role muting; exception when duplicate_object then null; end';
    grant set on parameter log_min_messages to muting; grant select, insert on commit_markers to muting`);
  const muting = openDb({ ...options, max: 1, options: '-c role=muting' }, { canSetLogLevel: true });
  const show = `select current_setting('log_min_messages') as log`;
  try {
    expect(await muting.write((tx) => tx.rows(show))).toEqual([{ log: 'log' }]);
    await before();
    let runs = 0;
    const twice = await muting.write(async (tx) => {
      runs += 1;
      await tx.rows('select 1');
      if (runs === 1) await during();
      return tx.rows(show);
    });
    expect(twice).toEqual([{ log: 'warning' }]);
    expect(await muting.rows(show)).toEqual([{ log: 'warning' }]);
    await muting.write((tx) => tx.rows('select 1'));
  } finally {
    await muting.close();
    await logged();
  }
});

async function revoke(): Promise<void> {
  await postgres.database.pool.query('revoke set on parameter log_min_messages from muting');
}

test('settings of a transaction end with it', async () => {
  const show = `select current_setting('lock_timeout') as lock, current_setting('log_min_messages') as log`;
  const inside = await db.write((tx) => tx.rows(show), { lockTimeoutMs: 77 });
  expect(inside).toEqual([{ lock: '77ms', log: 'log' }]);
  expect(await db.rows(show)).toEqual([{ lock: '15s', log: 'warning' }]);
});
