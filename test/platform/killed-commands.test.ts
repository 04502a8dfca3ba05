/**
 * A command whose process is killed in the middle of its work is completed by the next request with the same
 * `Idempotency-Key`, and has its effect once (decision 6). One whose caller has gone is completed by itself.
 */
import path from 'node:path';
import { execPath } from 'node:process';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCustomerClock } from '../../src/platform/clock.ts';
import { setClock, tuesday } from '../simulation/clock.ts';
import { openOnEachNode } from '../support/citus.ts';
import { type Client, openClient } from '../support/client.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { type Program, run } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder, type Winery } from '../support/winery.ts';

const secretKey = 'a test key of at least 32 characters';
let server: TestServer;
let blocker: pg.Client;
/** One on each node: the trigger of the test waits for a lock of the node that has the row. */
let nodes: readonly pg.Client[];
let killed: Program;
let killedUrl: string;

beforeAll(async () => {
  server = await openTestServer({ settings: { SECRET_KEY: secretKey } });
  blocker = new pg.Client(server.database.options);
  await blocker.connect();
  nodes = await openOnEachNode(server.database.options);
  killed = run(execPath, [path.join(import.meta.dirname, 'command-server.ts')], {
    env: { DATABASE: JSON.stringify(server.database.options), SECRET_KEY: secretKey },
  });
  killedUrl = (await killed.waitForOutput(/http:\S+/))[0];
});
afterAll(async () => {
  killed.kill('SIGKILL');
  await blocker.end();
  await Promise.all(nodes.map((node) => node.end()));
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

/** Starts a request in the other process and waits until it, the `waits`th, waits for what is locked. */
async function begin(winery: Winery, request: (client: Client) => Promise<Json>, waits: number) {
  const ended = request(openClient(`${killedUrl}/test/v3`, winery)).catch(() => 'cut');
  await expect.poll(() => lockWaits(server.environment.db), { timeout: 20_000 }).toBe(waits);
  return { ended };
}

test('a caller that has gone finds the response when it sends the request again', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  const body = { OnHold: true };
  const key = { 'idempotency-key': 'gone' };
  const { userKey: UserKey, password: Password, customerNo: CustomerNo } = winery;
  const caller = new AbortController();
  await blocker.query('begin');
  await blocker.query('select 1 from commit_counters where customer_no = $1 for update', [CustomerNo]);
  const gone = fetch(`${server.base}/api/Simulation/SetCredit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...key },
    body: JSON.stringify({ Authentication: { UserKey, Password, CustomerNo }, ...body }),
    signal: caller.signal,
  });
  await expect.poll(() => db.rows("select 1 from idempotency_keys where operation like '%SetCredit'")).toHaveLength(1);
  caller.abort();
  await expect(gone).rejects.toThrow();
  await blocker.query('rollback');
  const again = await winery.client.call('Simulation/SetCredit', body, key);
  expect(again.status).toBe(200);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await db.rows("select 1 from log where customer_no = $1 and kind = 'credit.held'", [CustomerNo])).toHaveLength(
    1,
  );
});

test('AdvanceClock moves to its first target, SetWeather opens one window, BatchSalesOrder creates each order once', async () => {
  const { db } = server.environment;
  const moving = await openWinery(server);
  await setClock(db, moving.customerNo);
  await moving.created({ OrderInfo: { OrderNo: 'MOVED-1' } });
  const advance = (client: Client) =>
    client.call('Simulation/AdvanceClock', { Seconds: 86_400 }, { 'idempotency-key': 'move' });
  const weather = await openWinery(server);
  await weather.created({ OrderInfo: { OrderNo: 'HELD-1' } });
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  const date = (days: number) => {
    const { month, day, year } = today.add({ days });
    return `${month}/${day}/${year}`;
  };
  const window = { States: ['CO'], StartDate: date(-1), EndDate: date(20) };
  const open = (client: Client) => client.call('Simulation/SetWeather', window, { 'idempotency-key': 'storm' });

  const batching = await openWinery(server);
  const orders = [sentOrder({ OrderInfo: { OrderNo: 'SENT-1' } }), sentOrder({ OrderInfo: { OrderNo: 'SENT-2' } })];
  const send = (client: Client) =>
    client.call('SalesOrder/BatchSalesOrder', { SalesOrdersInfo: orders }, { 'idempotency-key': 'fall' });
  // The transaction of the killed process never commits, also when PostgreSQL has received its COMMIT already.
  const blockBatch = (then: string) =>
    db.rows(`create or replace function block_batch() returns trigger language plpgsql as $$ begin
      if new.kind = 'order_batch.processed' then perform pg_advisory_xact_lock(1); ${then}; end if; return new; end $$`);
  await blockBatch("raise exception 'killed'");
  await db.rows('create trigger block_batch before insert on log for each row execute function block_batch()');

  // The orders of the batch are created, the batch is not journaled. The clock has moved on until the order is to be shipped, the rule is written and the order is being reviewed.
  await blocker.query('begin');
  await Promise.all(nodes.map((node) => node.query('select pg_advisory_lock(1)')));
  await blocker.query('lock table movements in exclusive mode');
  await blocker.query('select 1 from sales_orders where customer_no = $1 for update', [weather.customerNo]);
  const ends = [await begin(moving, advance, 1), await begin(weather, open, 2), await begin(batching, send, 3)];
  killed.kill('SIGKILL');
  await killed.ended();
  expect(await Promise.all(ends.map(({ ended }) => ended))).toEqual(['cut', 'cut', 'cut']);
  await blockBatch('null');
  await blocker.query('rollback');
  await Promise.all(nodes.map((node) => node.query('select pg_advisory_unlock(1)')));
  expect((await readCustomerClock(db, moving.customerNo)).since(tuesday).total('seconds')).toBeGreaterThan(120);

  // The leases of the killed process are over.
  await db.rows('update idempotency_keys set claimed_until = now()');
  const moved = await advance(moving.client);
  expect(moved.status).toBe(200);
  const target = tuesday.add({ seconds: 86_400 });
  const beyond = Temporal.Instant.from(moved.body.Now).since(target).total('seconds');
  expect(beyond).toBeGreaterThanOrEqual(0);
  expect(beyond).toBeLessThan(120);

  const opened = await open(weather.client);
  expect(opened.status).toBe(200);
  const rules = await db.rows('select rule_id from weather_windows where customer_no = $1', [weather.customerNo]);
  expect(rules).toEqual([{ rule_id: opened.body.TransactionReferenceNumber }]);
  const [order] = await db.rows<Json>('select status from sales_orders where customer_no = $1', [weather.customerNo]);
  expect(order.status).toMatch(/HOLD/);
  expect((await open(weather.client)).headers.get('idempotent-replayed')).toBe('true');

  // Cancellation frees the OrderNo of an order that has no TransmissionId; another order takes one of them.
  const created = await db.rows<Json>('select order_id from sales_orders where customer_no = $1 order by order_no', [
    batching.customerNo,
  ]);
  const references = created.map(({ order_id }: Json) => order_id);
  expect(references).toHaveLength(2);
  for (const OrderNo of ['SENT-1', 'SENT-2']) {
    expect((await batching.cancel({ OrderNumber: OrderNo })).status).toBe(200);
  }
  await batching.created({ OrderInfo: { OrderNo: 'SENT-2', PONo: 'another' } });
  const sent = await send(batching.client);
  expect(sent.body.CreateSalesOrderStatuses).toMatchObject(
    references.map((TransactionReferenceNumber) => ({ IsCreated: true, TransactionReferenceNumber })),
  );
  const [batch] = await db.rows<Json>(
    "select data from log where customer_no = $1 and kind = 'order_batch.processed'",
    [batching.customerNo],
  );
  expect(batch.data).toMatchObject({ created: 0, repeated: 2, orderIds: references });
  expect((await send(batching.client)).headers.get('idempotent-replayed')).toBe('true');
});
