/**
 * `npm run bench:large`: what a database of millions of orders does to order creation, reads, `dray verify`, retention, and a start
 * after a crash.
 *
 * Starts its own server on a scratch database and measures order creation on it while it is empty. Then it takes orders of one
 * customer through the interface, delivers them with AdvanceClock, and copies that customer's rows to others by COPY until there are
 * as many orders as asked for, in twelve months, each with three movements and 1.2 packages. Measures again. Exits with 1 when
 * creation is below 0.85 of the empty database, the 99th percentile of a first page is 20 ms or more, that of a search 50 ms or more
 * or that of the overview a second or more, `dray verify` finds a fault or uses more than 512 MB, retention fails, or a start after
 * `kill -9` of server and database takes 15 s or more. With `--data` the steps can be run one by one on the same data; without the step
 * `verify`, retention does not run it either.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../src/platform/config.ts';
import { type Db, openDb } from '../src/platform/db/db.ts';
import { runCommand, secondsToRestart } from './large/crash.ts';
import { creatorCount, creatorsOf, measureCreation, readersOf } from './large/create.ts';
import { fillDatabase } from './large/fill.ts';
import { measureReads, signInOperator } from './large/reads.ts';
import { measureRetention } from './large/retention.ts';
import { type LargeState, readState, writeState } from './large/state.ts';
import { reportFaults } from './support/progress.ts';
import type { ServerReady } from './support/ready.ts';
import { supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const steps = ['empty', 'fill', 'create', 'reads', 'verify', 'retention', 'restart'] as const;
type Step = (typeof steps)[number];

const options = new Command('npm run -s bench:large --')
  .option('--orders <count>', 'orders in all', '10000000')
  .option('--orders-each <count>', 'orders of a customer', '5000')
  .option('--seconds <seconds>', 'of order creation, each time', '20')
  .option('--times <count>', 'runs of each read', '200')
  .option('--only <steps>', `some of ${steps.join(', ')}`, steps.join(','))
  .option('--data <folder>', 'keep the data in this folder, and use that of earlier steps')
  .parse()
  .opts<{ orders: string; ordersEach: string; seconds: string; times: string; only: string; data?: string }>();
const ordersEach = Number(options.ordersEach);
const wanted = new Set(options.only.split(','));
/** The overview is no page of a list: it counts the open orders and those of today. Its limit is that of a portal page. */
const limits = { creation: 0.85, pageMs: 20, searchMs: 50, overviewMs: 1_000, verifyMb: 512, restartSeconds: 15 };
/** Copies that have credentials. The reads are sent with them. */
const readers = 20;

const limitOf = (name: string): number =>
  name.startsWith('search') ? limits.searchMs : name.startsWith('Overview') ? limits.overviewMs : limits.pageMs;

type Measure = (server: RunningServer<ServerReady>, db: Db, state: LargeState) => Promise<string[]>;

/** Each returns one sentence for each limit that is missed. */
const measures: Readonly<Record<Exclude<Step, 'restart'>, Measure>> = {
  empty: async ({ ready }, db, state) => {
    await supplyCustomers({ ...ready, customers: ready.customers.slice(0, 1 + creatorCount) });
    state.empty = await measureCreation(ready, db, state, Number(options.seconds));
    return [];
  },
  fill: async ({ ready, env }, db) => {
    const { timeZone } = await loadConfig(env);
    await fillDatabase(ready, db, { orders: Number(options.orders), ordersEach, timeZone });
    const [size] = await db.rows<{ text: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as text',
    );
    process.stdout.write(`database: ${size?.text}\n`);
    return [];
  },
  create: async ({ ready }, db, state) => {
    const filled = await measureCreation(ready, db, state, Number(options.seconds));
    const { perSecond, cpuUs } = state.empty ?? filled;
    const ratio = filled.perSecond / perSecond;
    process.stdout.write(
      `creation: ${Math.round(perSecond)}/s empty, ${Math.round(filled.perSecond)}/s filled, ratio ${ratio.toFixed(2)}; ` +
        `processor time ${Math.round(cpuUs)} and ${Math.round(filled.cpuUs)} µs an order\n`,
    );
    return ratio < limits.creation ? [`order creation is ${ratio.toFixed(2)} of the empty database`] : [];
  },
  reads: async ({ ready, env }, db) => {
    const faults: string[] = [];
    const cookie = await signInOperator(db, await loadConfig(env));
    const read = { ...ready, customers: readersOf(ready.customers) };
    process.stdout.write(`${'first page of'.padEnd(34)}${'median'.padStart(8)}${'p99'.padStart(8)}\n`);
    for await (const measured of measureReads(read, cookie, { orders: ordersEach, times: Number(options.times) })) {
      const { name, medianMs, p99Ms } = measured;
      process.stdout.write(`${name.padEnd(34)}${medianMs.toFixed(1).padStart(8)}${p99Ms.toFixed(1).padStart(8)} ms\n`);
      const limit = limitOf(name);
      if (p99Ms >= limit) faults.push(`${name}: ${p99Ms.toFixed(1)} ms at the 99th percentile`);
      faults.push(...measured.faults);
    }
    return faults;
  },
  verify: async ({ env }) => {
    const { seconds, maxRssMb, code, output } = await runCommand(env, 'verify');
    process.stdout.write(`dray verify: ${seconds.toFixed(0)} s, at most ${maxRssMb.toFixed(0)} MB\n`);
    const faults = code === 0 ? [] : [`dray verify: ${output.slice(0, 2_000)}`];
    if (maxRssMb > limits.verifyMb) faults.push(`dray verify used ${maxRssMb.toFixed(0)} MB`);
    return faults;
  },
  retention: (server, db, state) => measureRetention(server, db, state, { verifies: wanted.has('verify') }),
};

async function measureServer(server: RunningServer<ServerReady>, state: LargeState): Promise<string[]> {
  if (state.customers.length === 0) state.customers = server.ready.customers;
  const ready = { ...server.ready, customers: state.customers };
  const db = openDb(ready.database, { statementTimeoutMs: 3_600_000 });
  const faults: string[] = [];
  try {
    for (const step of steps) {
      if (step === 'restart' || !wanted.has(step)) continue;
      faults.push(...(await measures[step]({ ...server, ready }, db, state)));
      writeState(server.dataDir, state);
    }
    return faults;
  } finally {
    await db.close();
  }
}

async function measureRestart(env: NodeJS.ProcessEnv, dataDir: string, state: LargeState): Promise<string[]> {
  if (creatorsOf(state.customers).length === 0) throw new Error('a restart needs the customers of an earlier step');
  const seconds = await secondsToRestart(env, dataDir, state, Number(options.seconds));
  writeState(dataDir, state);
  process.stdout.write(`start after kill -9 of server and database: ${seconds.toFixed(1)} s\n`);
  return seconds < limits.restartSeconds ? [] : [`the start after a crash took ${seconds.toFixed(1)} s`];
}

const dataDir = options.data ?? mkdtempSync(path.join(os.tmpdir(), 'dray-large-'));
try {
  const faults: string[] = [];
  let env: NodeJS.ProcessEnv = {};
  const state = readState(dataDir);
  const count = state.customers.length > 0 ? 0 : 1 + creatorCount + readers;
  const settings = { BENCH_CUSTOMERS: String(count) };
  await withServer<ServerReady>({ program: 'support/server.ts', settings, keep: dataDir }, async (server) => {
    env = server.env;
    faults.push(...(await measureServer(server, state)));
  });
  if (wanted.has('restart')) faults.push(...(await measureRestart(env, dataDir, state)));
  reportFaults(faults, 'All measurements are within their limits.');
} finally {
  if (options.data === undefined) rmSync(dataDir, { recursive: true, force: true });
}
