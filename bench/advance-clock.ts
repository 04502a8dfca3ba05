/**
 * `npm run bench:advance-clock`: how long one call of AdvanceClock takes that delivers ten thousand open orders (decision
 * 2 asks for less than 10 s): everything from taking them up to the last scan of the carrier.
 *
 * Starts its own server on a scratch database (`fsync` on, rate limits off, nothing moving by itself). Ends with 1 when an
 * order is refused or not delivered, when the ledger does not add up, when `dray verify` finds a fault, or when the call
 * takes longer than `--limit` seconds.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { call, checkDelivered, createOpenOrders } from './advance-clock/open-orders.ts';
import { type Books, verify } from './support/check-books.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import type { ServerReady } from './support/ready.ts';
import { supply, unitsEach } from './support/supply.ts';

const options = new Command('npm run -s bench:advance-clock --')
  .option('--orders <count>', 'open orders', '10000')
  .option('--days <count>', 'how far the clock is moved; all are delivered within', '21')
  .option('--limit <seconds>', 'what the call may take', '10')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{ orders: string; days: string; limit: string; profile?: string }>();

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dray-bench-'));
const env: NodeJS.ProcessEnv = {
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  TEST_DATABASE_URL: '',
  PORT: '0',
  HOST: '127.0.0.1',
  RATE_LIMIT: 'off',
  SIMULATION: 'manual',
  LOG_LEVEL: 'warn',
  BENCH_CUSTOMERS: '1',
};

function startServer(): ChildProcess {
  const profiling =
    options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(options.profile)}`];
  return fork(path.join(import.meta.dirname, 'support/server.ts'), [], {
    env,
    execArgv: [...process.execArgv, ...profiling],
  });
}

const tell = (progress: string) => process.stderr.write(`${progress}\n`);

/** Answers the faults. */
async function run(ready: ServerReady, serverPid: number): Promise<string[]> {
  const [customer] = ready.customers;
  if (customer === undefined) throw new Error('the server made no customer');
  tell('giving the customer items and stock');
  await supply(ready);
  const books: Books = { orders: new Map(), units: new Map() };
  tell(`creating ${options.orders} orders`);
  await createOpenOrders(ready.address, customer, Number(options.orders), books);
  const db = openDb(ready.database);
  try {
    tell(`moving the clock by ${options.days} days`);
    const before = await readCpuTime(db, serverPid);
    const startedAt = performance.now();
    const moved = await call(ready.address, customer, 'Simulation/AdvanceClock', {
      Seconds: Number(options.days) * 86_400,
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = cpuTimeBetween(before, await readCpuTime(db, serverPid));
    process.stdout.write(
      `${options.orders} orders delivered in one call: ${seconds.toFixed(1)} s, ${(moved as { Events: number }).Events} steps; ` +
        `processor time: server ${cpu.server.toFixed(1)} s, database ${cpu.database.toFixed(1)} s\n`,
    );
    const slow = seconds > Number(options.limit) ? [`more than ${options.limit} s`] : [];
    return [...slow, ...(await checkDelivered(db, customer.customerNo, books, unitsEach)), ...verify(env)];
  } finally {
    await db.close();
  }
}

const server = startServer();
try {
  const failed = once(server, 'exit').then(() => {
    throw new Error('the server ended before its time: see above');
  });
  failed.catch(() => undefined);
  const [ready] = (await Promise.race([once(server, 'message'), failed])) as [ServerReady];
  const faults = await Promise.race([run(ready, server.pid as number), failed]);
  if (faults.length === 0) process.stdout.write('All delivered, the ledger adds up, dray verify is clean.\n');
  for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
}
