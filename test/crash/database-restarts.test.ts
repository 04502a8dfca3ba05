/** The embedded PostgreSQL crashes under a running server: it is restarted, and no acknowledged write is lost. */
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import type { ApiResponse } from '../support/client.ts';
import { freshOrderNo } from '../support/orders.ts';
import { privateFolder } from '../support/process.ts';
import { probe, runDray, startWholeServer, type WholeServer } from '../support/whole-server.ts';
import { sentOrder } from '../support/winery.ts';

let folder: ReturnType<typeof privateFolder>;
let dataDir: string;
let postgres: string;
let server: WholeServer;

beforeAll(async () => {
  folder = privateFolder();
  dataDir = path.join(folder.path, 'data');
  postgres = path.join(dataDir, 'postgres-18');
  server = await startWholeServer(dataDir);
}, 120_000);

afterAll(async () => {
  server.program.kill('SIGTERM');
  await server.program.ended();
  folder.remove();
});

const order = () =>
  sentOrder({ OrderInfo: { OrderNo: freshOrderNo() }, ItemsInfo: [{ ItemNo: '22CAB', ItemQuantity: 1 }] });

/** Never pid 0, which would be this process and its whole group. */
function kill(pid: number | undefined): number {
  if (pid === undefined || pid <= 0) throw new Error('there is no such process');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** On a connection of its own. */
async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ host: findPostmaster(postgres)?.socketFolder, user: 'dray', database: 'dray_test' });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

interface Load {
  readonly answers: { readonly body: object; readonly answer: ApiResponse }[];
  acknowledged(): number;
  stop(): Promise<void>;
}

/** Creates orders from eight concurrent clients, one after the other, until stopped. */
function startLoad(): Load {
  const answers: Load['answers'] = [];
  let isGoing = true;
  const sides = Array.from({ length: 8 }, async () => {
    while (isGoing) {
      const body = order();
      answers.push({ body, answer: await server.client.call('SalesOrder/CreateSalesOrder', body) });
    }
  });
  return {
    answers,
    acknowledged: () => answers.filter(({ answer }) => answer.status === 200).length,
    stop: async () => {
      isGoing = false;
      await Promise.all(sides);
    },
  };
}

/** Waits for `more` additional acknowledged orders. */
async function acknowledgedMore(load: Load, more: number): Promise<void> {
  const before = load.acknowledged();
  await expect.poll(load.acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(before + more);
}

async function expectNothingLost(load: Load): Promise<void> {
  for (const { body, answer } of load.answers.filter(({ answer }) => answer.status === 200)) {
    const repeated = await server.client.call('SalesOrder/CreateSalesOrder', body);
    expect(repeated).toMatchObject({ status: 200, body: answer.body });
  }
}

test('kill -9 of PostgreSQL under load: returns 503 with Retry-After while it is down, and no acknowledged order is lost', async () => {
  const load = startLoad();
  await acknowledgedMore(load, 50);
  // PostgreSQL does not start again while a process of the killed one is attached to its shared memory.
  const [writer] = await query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'background writer'",
  );
  if (writer === undefined) throw new Error('there is no background writer');
  process.kill(writer.pid, 'SIGSTOP');
  const rejected = () => load.answers.filter(({ answer }) => answer.status !== 200);
  let killed: number;
  try {
    killed = kill(findPostmaster(postgres)?.pid);
    await expect
      .poll(() => probe(server.address, 'readyz'), { timeout: 10_000, interval: 10 })
      .toEqual({
        status: 503,
        body: {
          Status: 'not ready',
          Failed: expect.arrayContaining([
            { Check: 'database process', Reason: 'the database has ended and is being restarted' },
          ]),
        },
      });
    expect(await probe(server.address, 'healthz')).toEqual({ status: 200, body: { Status: 'ok' } });
    await expect.poll(() => rejected().length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  } finally {
    process.kill(writer.pid, 'SIGCONT');
  }
  await expect.poll(() => findPostmaster(postgres)?.status, { timeout: 60_000, interval: 20 }).toBe('ready');
  expect(findPostmaster(postgres)?.pid).not.toBe(killed);
  await acknowledgedMore(load, 50);
  await load.stop();
  expect(new Set(rejected().map(({ answer }) => answer.status))).toEqual(new Set([503]));
  for (const { answer } of rejected()) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await expect.poll(async () => (await probe(server.management, 'readyz')).status, { timeout: 10_000 }).toBe(200);
  await expectNothingLost(load);
  const metrics = await (await fetch(`${server.management}/metrics`)).text();
  expect(metrics).toMatch(/^dray_database_restarts_total 1$/m);
}, 180_000);

test('PostgreSQL recovers from a backend killed under load, and no acknowledged order is lost', async () => {
  const load = startLoad();
  await acknowledgedMore(load, 20);
  const running = findPostmaster(postgres);
  const [backend] = await query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = 'dray_test' and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  );
  kill(backend?.pid);
  await acknowledgedMore(load, 20);
  await load.stop();
  expect(findPostmaster(postgres)?.pid).toBe(running?.pid);
  const others = load.answers.filter(({ answer }) => answer.status !== 200 && answer.status !== 503);
  expect(others).toEqual([]);
  await expectNothingLost(load);
}, 180_000);

test('a command started while PostgreSQL is down waits until the server has restarted it', async () => {
  kill(findPostmaster(postgres)?.pid);
  expect(await runDray(dataDir, 'verify')).toEqual({ code: 0, stdout: 'production: ok\ntest: ok\n', stderr: '' });
}, 120_000);

test('a deleted socket, as by a cleaning of /tmp: PostgreSQL is started again, and new connections are made', async () => {
  const running = findPostmaster(postgres);
  rmSync(running?.socketFolder ?? '', { recursive: true });
  const isAnother = () =>
    findPostmaster(postgres)?.pid !== running?.pid && findPostmaster(postgres)?.status === 'ready';
  await expect.poll(isAnother, { timeout: 60_000, interval: 50 }).toBe(true);
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  await expect.poll(async () => (await probe(server.management, 'readyz')).status, { timeout: 10_000 }).toBe(200);
  expect(await server.client.call('SalesOrder/CreateSalesOrder', order())).toMatchObject({ status: 200 });
}, 120_000);

test('a data folder that was moved away: writes are rejected, the server reports unhealthy with the reason, and still stops', async () => {
  renameSync(postgres, `${postgres}.away`);
  const reason = 'the data folder of the database has been deleted or replaced';
  await expect
    .poll(() => probe(server.management, 'healthz'), { timeout: 10_000 })
    .toEqual({ status: 503, body: { Status: 'unhealthy', Failed: [{ Check: 'database process', Reason: reason }] } });
  expect(await server.client.call('SalesOrder/CreateSalesOrder', order())).toMatchObject({
    status: 503,
    body: { Code: 'Unavailable' },
  });
  expect(server.program.stderr()).toContain('the data folder of the database has been deleted or replaced while');
  server.program.kill('SIGTERM');
  expect((await server.program.ended()).code).toBe(0);
}, 120_000);
