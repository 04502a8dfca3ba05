/**
 * `npm run bench:large`: what a database of millions of orders does to order creation, reads, `dray verify` and a start after a crash.
 *
 * Starts its own server on a scratch database and measures order creation on it while it is empty. Then it takes orders of one
 * customer through the interface, delivers them with AdvanceClock, and copies that customer's rows to others by COPY until there are
 * as many orders as asked for, each with three movements and a package. Measures again. Exits with 1 when creation is below 0.85 of
 * the empty database, the 99th percentile of a first page is 20 ms or more or that of a search 50 ms or more, `dray verify` finds a
 * fault or uses more than 512 MB, or a start after `kill -9` of server and database takes 15 s or more.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { rollUpMovements } from '../src/inventory/index.ts';
import { loadConfig } from '../src/platform/config.ts';
import { type Db, openDb } from '../src/platform/db/db.ts';
import { rollUpPackages } from '../src/warehouse/index.ts';
import { call, createOpenOrders } from './advance-clock/open-orders.ts';
import { copyCustomer } from './large/copies.ts';
import { runVerify, secondsToRestart } from './large/crash.ts';
import { measureReads, signInOperator } from './large/reads.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import { load } from './support/load.ts';
import { orderBody } from './support/orders.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import { RawConnection } from './support/raw-client.ts';
import type { ServerReady } from './support/ready.ts';
import { supply } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:large --')
  .option('--orders <count>', 'orders in all', '10000000')
  .option('--orders-each <count>', 'orders of a customer', '5000')
  .option('--seconds <seconds>', 'of order creation, each time', '20')
  .option('--times <count>', 'runs of each read', '200')
  .parse()
  .opts<{ orders: string; ordersEach: string; seconds: string; times: string }>();
const ordersEach = Number(options.ordersEach);
const copies = Math.max(1, Math.round(Number(options.orders) / ordersEach));
const creators = 20;
const limits = { creation: 0.85, pageMs: 20, searchMs: 50, verifyMb: 512, restartSeconds: 15 };
/** Longer than any delivery takes. */
const deliveredDays = 30;

interface Creation {
  readonly perSecond: number;
  /** Processor time of server and database, microseconds for each order. */
  readonly cpuUs: number;
}

let lastOrder = 100_000_000;

/** Creates orders of twenty customers on 64 connections. */
async function create(ready: ServerReady, db: Db): Promise<Creation> {
  const connections = await Promise.all(Array.from({ length: 64 }, () => RawConnection.open(ready.address)));
  const customers = ready.customers.slice(1);
  const source = {
    path: '/test/v3/api/SalesOrder/CreateSalesOrder',
    next: () => {
      lastOrder += 1;
      return {
        n: lastOrder,
        body: orderBody(customers[lastOrder % customers.length] as (typeof customers)[number], lastOrder),
      };
    },
    answered: (_: number, status: number, body: string) => {
      if (status !== 200) throw new Error(`CreateSalesOrder answered ${status}: ${body}`);
    },
  };
  await load(connections, source, 3);
  const before = await readCpuTime(db, ...ready.pids);
  const { latencies } = await load(connections, source, Number(options.seconds));
  const cpu = cpuTimeBetween(before, await readCpuTime(db, ...ready.pids));
  for (const connection of connections) connection.close();
  return {
    perSecond: latencies.length / Number(options.seconds),
    cpuUs: ((cpu.server + cpu.database) / latencies.length) * 1_000_000,
  };
}

/** Fills the database with copies of the first customer, whose orders are delivered. */
async function fill(ready: ServerReady, db: Db, timeZone: string): Promise<void> {
  const [template] = ready.customers as [ServerReady['customers'][number]];
  logProgress(`creating and delivering ${ordersEach} orders`);
  await createOpenOrders(ready.address, template, ordersEach, { orders: new Map(), units: new Map() });
  await call(ready.address, template, 'Simulation/AdvanceClock', { Seconds: deliveredDays * 86_400 });
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  await rollUpPackages(db, { minLag: 1 });
  await waitForIndex(db, template.customerNo);
  const customers = Array.from({ length: copies - 1 }, (_, i) => `COPY${String(i).padStart(6, '0')}`);
  const startedAt = performance.now();
  await copyCustomer(db, template.customerNo, customers);
  logProgress(`${copies * ordersEach} orders after ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Waits until the order index has the orders of the customer. */
async function waitForIndex(db: Db, customerNo: string): Promise<void> {
  for (;;) {
    const [row] = await db.rows<{ isRead: boolean }>(
      `select bool_and(l.seq >= c.last_seq) as "isRead" from log_cursors l join commit_counters c using (customer_no) where customer_no = $1`,
      [customerNo],
    );
    if (row?.isRead) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function run({ ready, env }: RunningServer<ServerReady>): Promise<string[]> {
  const db = openDb(ready.database, { statementTimeoutMs: 3_600_000 });
  const faults: string[] = [];
  try {
    await supply(ready);
    const empty = await create(ready, db);
    const config = await loadConfig(env);
    await fill(ready, db, config.timeZone);
    const [size] = await db.rows<{ text: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as text',
    );
    process.stdout.write(`database: ${size?.text}\n`);
    const filled = await create(ready, db);
    const ratio = filled.perSecond / empty.perSecond;
    process.stdout.write(
      `creation: ${Math.round(empty.perSecond)}/s empty, ${Math.round(filled.perSecond)}/s filled, ratio ${ratio.toFixed(2)}; ` +
        `processor time ${Math.round(empty.cpuUs)} and ${Math.round(filled.cpuUs)} µs an order\n`,
    );
    if (ratio < limits.creation) faults.push(`order creation is ${ratio.toFixed(2)} of the empty database`);
    const cookie = await signInOperator(db, config);
    process.stdout.write(`${'first page of'.padEnd(34)}${'median'.padStart(8)}${'p99'.padStart(8)}\n`);
    for (const read of await measureReads(ready, cookie, { orders: ordersEach, times: Number(options.times) })) {
      const { name, medianMs, p99Ms } = read;
      process.stdout.write(`${name.padEnd(34)}${medianMs.toFixed(1).padStart(8)}${p99Ms.toFixed(1).padStart(8)} ms\n`);
      const limit = name.startsWith('search') ? limits.searchMs : limits.pageMs;
      if (p99Ms >= limit) faults.push(`${name}: ${p99Ms.toFixed(1)} ms at the 99th percentile`);
      faults.push(...read.faults);
    }
    const verified = await runVerify(env, maxRssOf);
    process.stdout.write(`dray verify: ${verified.seconds.toFixed(0)} s, at most ${verified.maxRssMb.toFixed(0)} MB\n`);
    faults.push(...verified.faults);
    if (verified.maxRssMb > limits.verifyMb) faults.push(`dray verify used ${verified.maxRssMb.toFixed(0)} MB`);
    return faults;
  } finally {
    await db.close();
  }
}

/** Resident memory in MB; Linux only. */
function maxRssOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dray-large-'));
try {
  const faults: string[] = [];
  let env: NodeJS.ProcessEnv = {};
  const settings = { BENCH_CUSTOMERS: String(1 + creators) };
  await withServer<ServerReady>({ program: 'support/server.ts', settings, keep: dataDir }, async (server) => {
    env = server.env;
    faults.push(...(await run(server)));
  });
  const seconds = await secondsToRestart(env, dataDir);
  process.stdout.write(`start after kill -9 of server and database: ${seconds.toFixed(1)} s\n`);
  if (seconds >= limits.restartSeconds) faults.push(`the start after a crash took ${seconds.toFixed(1)} s`);
  reportFaults(faults, 'Creation, reads, verification and restart are within their limits.');
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
