/**
 * `Idempotency-Key` on every operation that writes (decision 6), driven by the list of operations: requests with one key that
 * arrive together do the work once, its response is returned again later, another body is refused also while the first request
 * is at work, and a failure for lack of capacity is not kept.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { isWrite, operationName } from '../../src/platform/http/operation.ts';
import type { ReturnsWinery } from '../returns/returns-winery.ts';
import { copyTable } from '../support/citus.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';
import { openScenarioWinery, scenarios } from './write-scenarios.ts';

let server: TestServer;
let blocker: pg.Client;

beforeAll(async () => {
  server = await openTestServer();
  const { db } = server.environment;
  // The disk is full for the customers in this table: whatever they change is logged, and that fails.
  await db.rows('create table out_of_space (customer_no text primary key)');
  await copyTable(db, 'out_of_space');
  await db.rows(`create function check_space() returns trigger language plpgsql as $$ begin
    if exists (select 1 from out_of_space o where o.customer_no = new.customer_no) then
      raise exception 'no space left on device' using errcode = '53100';
    end if; return new; end $$`);
  await db.rows('create trigger check_space before insert on log for each row execute function check_space()');
  blocker = new pg.Client(server.database.options);
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const writing = wineryOperations.filter(isWrite).map(operationName);

/** What an operation has done: the kinds of its log entries, and how many references they were made under. */
async function effects(winery: ReturnsWinery, operation: string): Promise<Json> {
  const rows = await server.environment.db.rows<Json>(
    `select kind, count(*) as entries, count(distinct reference) as requests from log
      where customer_no = $1 and operation = $2 and kind <> 'request.rejected' group by kind order by kind`,
    [winery.customerNo, operation],
  );
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}

/** Runs `meanwhile` while every transaction of the customer that changes something waits for its commit counter. */
async function whileBlocked<T>(winery: ReturnsWinery, meanwhile: () => Promise<T>): Promise<T> {
  await blocker.query('begin');
  await blocker.query('select 1 from commit_counters where customer_no = $1 for update', [winery.customerNo]);
  try {
    return await meanwhile();
  } finally {
    await blocker.query('commit');
  }
}

async function transactionWaits(): Promise<void> {
  const waiting = () => lockWaits(server.environment.db);
  await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0);
}

test('every operation that writes has a scenario', () => {
  expect(Object.keys(scenarios).sort()).toEqual([...writing].sort());
});

describe.each(writing)('%s', (operation) => {
  test('runs once under an Idempotency-Key', async () => {
    const scenario = scenarios[operation] as (winery: ReturnsWinery) => Promise<Json>;
    const [single, winery] = [await openScenarioWinery(server), await openScenarioWinery(server)];
    const alone = await single.client.call(operation, await scenario(single));
    expect(alone.status).toBeLessThan(300);

    const body = await scenario(winery);
    const send = (sent: Json = body) => winery.client.call(operation, sent, { 'idempotency-key': 'once' });
    const replayed = (response: Json) => response.headers.get('idempotent-replayed') === 'true';
    const { db } = server.environment;

    await db.rows('insert into out_of_space values ($1)', [winery.customerNo]);
    const failed = await send();
    await db.rows('delete from out_of_space');
    expect(failed).toMatchObject({ status: 503, body: { Code: 'Unavailable' } });
    expect(failed.headers.get('retry-after')).toMatch(/^\d+$/);

    const [first, twin, other] = await whileBlocked(winery, async () => {
      const begun = send();
      await transactionWaits();
      const later = [send(), send({})];
      // Time for both to arrive; what follows holds wherever they are.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return [begun, ...later];
    }).then((requests) => Promise.all(requests) as Promise<[Json, Json, Json]>);
    expect(first.status).toBe(alone.status);
    expect(replayed(first)).toBe(false);
    expect(twin).toMatchObject({ status: first.status, body: first.body });
    expect(replayed(twin)).toBe(true);
    expect(other).toMatchObject({ status: 400, body: { Code: 'IdempotencyKeyReused' } });

    const later = await send();
    expect(later).toMatchObject({ status: first.status, body: first.body });
    expect(replayed(later)).toBe(true);
    expect(await send({})).toMatchObject({ status: 400, body: { Code: 'IdempotencyKeyReused' } });
    expect(await effects(winery, operation)).toEqual(await effects(single, operation));
  });
});

test('a key is stored nowhere in clear', async () => {
  const winery = await openScenarioWinery(server);
  const key = `ann@example.com ${winery.customerNo}`;
  for (const OnHold of [true, false]) {
    await winery.client.call('Simulation/SetCredit', { OnHold }, { 'idempotency-key': key });
  }
  await expect
    .poll(() => server.environment.db.rows("select 1 from log where data ->> 'code' = 'IdempotencyKeyReused'"))
    .not.toEqual([]);
  const { db } = server.environment;
  const tables = await db.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const { name } of tables) {
    expect([name, await db.rows(`select 1 from ${name} t where t::text like $1 limit 1`, [`%${key}%`])]).toEqual([
      name,
      [],
    ]);
  }
  expect(server.logged.join('')).not.toContain(key);
});
