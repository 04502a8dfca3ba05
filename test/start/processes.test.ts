/**
 * `dray serve --processes 2`: what callers may rely on holds although consecutive requests reach different processes. Each check sends
 * over connections of its own, which the system spreads over both. With CITUS_DATABASE_URL on its cluster.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCustomer, credentialSecretsOf } from '../../src/auth/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { findPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { type Connections, callsOver, openConnections } from '../support/connections-of-processes.ts';
import { openStream } from '../support/event-stream.ts';
import { type OperatorClient, openSession, signedIn } from '../support/operator.ts';
import { freshOrderNo } from '../support/orders.ts';
import { privateFolder } from '../support/process.ts';
import { openServerDatabases, type ServerDatabases } from '../support/server-databases.ts';
import { probe, runDray, startWholeServer, type WholeServer } from '../support/whole-server.ts';
import { sentOrder } from '../support/winery.ts';
import { openWiredDb } from '../support/wired-db.ts';

/** So many that both processes have some. */
const connectionCount = 24;

const folder = privateFolder();
const dataDir = path.join(folder.path, 'data');
let databases: ServerDatabases;
let server: WholeServer;
let environment: Environment;
let db: Db;
let admin: OperatorClient;
let connections: Connections;
let customers = 0;

beforeAll(async () => {
  databases = await openServerDatabases();
  // For the commands that a test runs beside the server.
  for (const [name, value] of Object.entries(databases.settings)) vi.stubEnv(name, value);
  server = await startWholeServer(dataDir, {
    ...databases.settings,
    PROCESSES: '2',
    RATE_LIMIT: 'on',
    RATE_LIMIT_GET_DETAILS_PER_SECOND: '1',
    RATE_LIMIT_GET_DETAILS_BURST: '32',
    // A busy machine sheds requests while the processes are new.
    MAX_QUEUE_MS: '60000',
    LOG_LEVEL: 'info',
  });
  const config = await loadConfig({ DATA_DIR: dataDir, CONFIG_FILE: '', ...databases.settings }, folder.path);
  const host = findPostmaster(path.join(dataDir, 'postgres-18'))?.socketFolder ?? '';
  db = openWiredDb({ ...(databases.test?.options ?? { host, user: 'dray', database: 'dray_test' }), max: 2 });
  environment = { name: 'test', db, config } as Environment;
  admin = await signedIn({ url: server.address, environment }, 'admin');
  connections = openConnections(server.address, connectionCount);
}, 120_000);

afterAll(async () => {
  await connections?.close();
  await db?.close();
  const { child } = server.program;
  if (child.exitCode === null) server.program.kill('SIGKILL');
  await server.program.ended();
  await databases.drop();
  vi.unstubAllEnvs();
  folder.remove();
});

const metrics = async (): Promise<string> => (await fetch(`${server.management}/metrics`)).text();

const pidsIn = (log: string): number[] => JSON.parse(/"pids":(\[[\d,]+\])/.exec(log)?.[1] ?? '[]') as number[];

/** A customer with the item WINE and this stock. */
async function newCustomer(stock: number) {
  customers += 1;
  const customerNo = `TWO${customers}`;
  const added = { environment: 'test', customerNo, name: 'Winery of two processes', actor: 'test' } as const;
  const customer = await createCustomer(db, credentialSecretsOf(environment.config), added);
  await givenItems(db, customerNo, [{ itemNo: 'WINE' }]);
  if (stock > 0) await givenStock(db, customerNo, [{ itemNo: 'WINE', quantity: stock }]);
  return { customer, calls: callsOver(connections, customer) };
}

const orderOf = (quantity: number, OrderNo = freshOrderNo()) =>
  sentOrder({ OrderInfo: { OrderNo }, ItemsInfo: [{ ItemNo: 'WINE', ItemQuantity: quantity }] });

test('both processes serve requests, and the management address reports on both', async () => {
  const { calls } = await newCustomer(0);
  const answers = await calls.all('Inventory/GetStatus', () => ({ ItemNumbers: ['WINE'] }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const text = await metrics();
  for (const process of ['1', '2'])
    expect(text).toMatch(
      new RegExp(`dray_http_requests_total\\{.*operation="Inventory/GetStatus".*process="${process}"\\} [1-9]`),
    );
  // The name of a metric is there once, as Prometheus demands.
  expect(text.match(/# TYPE dray_http_requests_total /g)).toHaveLength(1);
  // A server that runs its own PostgreSQL counts its restarts.
  const restarts = text.match(/^dray_database_restarts_total.*$/gm) ?? [];
  expect(restarts).toEqual(
    databases.test === undefined ? ['dray_database_restarts_total{process="supervisor"} 0'] : [],
  );
  expect(await probe(server.management, 'readyz')).toEqual({ status: 200, body: { Status: 'ready' } });
  expect(await probe(server.management, 'healthz')).toEqual({ status: 200, body: { Status: 'ok' } });
});

test('orders of both processes share the stock, the names and the keys: nothing is oversold or made twice', async () => {
  const { calls } = await newCustomer(100);
  const repeated = orderOf(10);
  const key = { 'idempotency-key': 'two-processes' };
  const same = await calls.all('SalesOrder/CreateSalesOrder', () => repeated, key);
  expect(new Set(same.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(same[0]?.status).toBe(200);
  const named = orderOf(10);
  const sameName = await calls.all('SalesOrder/CreateSalesOrder', () => named);
  expect(new Set(sameName.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const others = await calls.all('SalesOrder/CreateSalesOrder', () => orderOf(10));
  expect(new Set(others.map(({ body }) => body)).size).toBe(connectionCount);
  const status = await calls.one('Inventory/GetStatus', { ItemNumbers: ['WINE'], IncludeUnavailableItems: true });
  expect(status.body.WarehouseInventoryStatuses[0]).toMatchObject({
    ReservedQuantity: 100,
    BackOrderQuantity: (connectionCount + 2) * 10 - 100,
  });
});

test('a clock that one process moves is that of both: what is due by then has happened for every caller', async () => {
  const { calls } = await newCustomer(1_000);
  // Each process has cached the clock.
  const [first] = await calls.all('SalesOrder/CreateSalesOrder', () => orderOf(1));
  const moved = await calls.one('Simulation/AdvanceClock', { Seconds: 20 * 86_400 });
  expect(moved.body.Events).toBeGreaterThan(connectionCount);
  const later = await calls.all('SalesOrder/CreateSalesOrder', () => orderOf(1));
  const dates = await db.rows<{ status: string; days: number }>(
    `select o.status, extract(day from o.accepted_at - f.accepted_at)::int as days from sales_orders o, sales_orders f
      where f.order_id = $1 and o.order_id = any ($2) and o.customer_no = f.customer_no`,
    [first?.body, [first, ...later].map((answer) => answer?.body)],
  );
  expect(dates.map(({ status }) => status).toSorted()).toEqual([...later.map(() => 'RECEIVED'), 'SHIPPED']);
  expect(dates.filter(({ days }) => days < 19)).toHaveLength(1);
});

test('a rate limit is that of both processes together', async () => {
  const { calls } = await newCustomer(0);
  const startedAt = performance.now();
  const answers = [
    ...(await calls.all('Tracking/GetDetails', () => ({ OrderNo: 'NONE-1' }))),
    ...(await calls.all('Tracking/GetDetails', () => ({ OrderNo: 'NONE-1' }))),
    ...(await calls.all('Tracking/GetDetails', () => ({ OrderNo: 'NONE-1' }))),
  ];
  const refilled = Math.ceil((performance.now() - startedAt) / 1000);
  const counts = Map.groupBy(answers, ({ status }) => status);
  expect([...counts.keys()].toSorted()).toEqual([404, 429]);
  expect(counts.get(404)?.length).toBeLessThanOrEqual(32 + refilled);
  expect(counts.get(404)?.length).toBeGreaterThan(16);
});

test('a token that one process revokes is rejected by both within a second', async () => {
  const { customer, calls } = await newCustomer(0);
  const packages = () => calls.all('Tracking/GetPackages', () => ({ OrderNo: 'NONE-1' }));
  const status = async () => new Set((await packages()).map((each) => each.status));
  expect(await status()).toEqual(new Set([200]));
  const { customerNo: CustomerNo, tokenId: TokenId } = customer;
  expect((await admin.call('Tokens/Revoke', { CustomerNo, TokenId })).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await status()).toEqual(new Set([401]));
});

test('an operator who has changed a setting sees the change in both processes at once', async () => {
  // Each process has cached the settings.
  await Promise.all(Array.from({ length: connectionCount }, () => admin.call('Warehouses/List')));
  expect((await admin.call('Warehouses/Set', { Warehouse: 'TWO01', ZipCode: '94558' })).status).toBe(200);
  const location = (_: unknown, place: number) =>
    admin.call('Locations/Set', { Warehouse: 'TWO01', Location: `A-${place}`, WalkOrder: place });
  const replies = await Promise.all(Array.from({ length: connectionCount }, location));
  expect(replies.map(({ status, body }) => (status === 200 ? 200 : body))).toEqual(replies.map(() => 200));
});

test('live updates reach the streams of both processes, and so does the end of a session', async () => {
  const at = { url: server.address, environment };
  const watchers = await Promise.all(Array.from({ length: 4 }, () => openSession(at, admin.operator)));
  // As many as a session may have open in a process.
  const streams = await Promise.all(
    watchers.flatMap(({ cookie }) => Array.from({ length: 6 }, () => openStream(at, { cookie }))),
  );
  const open = await metrics();
  for (const process of ['1', '2'])
    expect(open).toMatch(new RegExp(`dray_event_streams\\{environment="test",process="${process}"\\} [1-9]`));
  const { calls } = await newCustomer(10);
  await calls.one('SalesOrder/CreateSalesOrder', orderOf(1));
  const haveOrders = () => streams.map((stream) => stream.topics().has('orders'));
  await expect.poll(haveOrders, { timeout: 10_000 }).not.toContain(false);
  for (const watcher of watchers) expect((await watcher.call('Session/SignOut')).status).toBe(200);
  const haveEnded = () => streams.map((stream) => stream.hasEnded());
  await expect.poll(haveEnded, { timeout: 5_000 }).not.toContain(false);
});

test('a process that is killed is started again while the other serves', async () => {
  const { customer } = await newCustomer(0);
  const [, second] = pidsIn(server.program.stderr());
  process.kill(second as number, 'SIGKILL');
  await expect.poll(metrics, { timeout: 20_000 }).toMatch(/dray_process_restarts_total\{process="supervisor"\} 1/);
  // New connections go to the process that listens.
  const fresh = openConnections(server.address, 8);
  const statuses = (await callsOver(fresh, customer).all('Inventory/GetStatus', () => ({ ItemNumbers: ['WINE'] }))).map(
    ({ status }) => status,
  );
  await fresh.close();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await probe(server.management, 'readyz')).status).toBe(200);
  await expect.poll(metrics, { timeout: 90_000 }).toMatch(/dray_process_resident_memory_bytes\{process="2"\}/);
  expect(server.program.stderr()).toContain('a process of the server ended and is started again');
}, 180_000);

test('`dray verify` is clean, and SIGTERM ends all processes and the database', async () => {
  expect(await runDray(dataDir, 'verify')).toMatchObject({ code: 0, stdout: 'production: ok\ntest: ok\n' });
  server.program.kill('SIGTERM');
  expect(await server.program.ended(), server.program.stderr()).toEqual({ code: 0, signal: null });
  expect(findPostmaster(path.join(dataDir, 'postgres-18'))).toBeUndefined();
  for (const pid of pidsIn(server.program.stderr())) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
}, 120_000);
