/**
 * `npm run bench:create-orders`: how many durable orders CreateSalesOrder takes in a second, with one customer and with
 * twenty, beside two references of the same run: a route that only parses and validates the same body, and the same
 * rows written straight to PostgreSQL in sets.
 *
 * Starts its own server on a scratch database (`fsync` on, rate limits off, nothing moving by itself) and drives it from
 * this process. The kinds of load take turns in short slices, so that a noisy machine is noisy for all of them. Ends with
 * 1 when an order is refused or lost, an item oversold, or `dray verify` finds a fault.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { kindsOfLoad, neededCustomers } from './create-orders/kinds.ts';
import { type Result, reportResults } from './create-orders/report.ts';
import { type Books, checkBooks, verify } from './support/check-books.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import { RawConnection } from './support/raw-client.ts';
import type { ServerReady } from './support/ready.ts';
import { supply } from './support/supply.ts';

const options = new Command('npm run -s bench:create-orders --')
  .option('--seconds <seconds>', 'of each kind of load, all its slices together', '10')
  .option('--slices <count>', 'in how many turns each kind of load is measured', '5')
  .option('--connections <count>', 'connections that send orders at the same time', '64')
  .option('--only <texts>', 'only the kinds of load whose name contains one of these, with commas between', '')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{ seconds: string; slices: string; connections: string; only: string; profile?: string }>();
const slices = Number(options.slices);
const sliceSeconds = Number(options.seconds) / slices;
const warmUpSeconds = 2;

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
  BENCH_CUSTOMERS: String(neededCustomers),
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

/** Runs the loads and checks the books; answers the faults. */
async function run(ready: ServerReady, serverPid: number): Promise<string[]> {
  tell('giving the customers items and stock');
  await supply(ready);
  const connections = await Promise.all(
    Array.from({ length: Number(options.connections) }, () => RawConnection.open(ready.address)),
  );
  const db = openDb(ready.database);
  try {
    const books: Books = { orders: new Map(), units: new Map() };
    const refused: string[] = [];
    const kinds = kindsOfLoad(ready, connections, db, books, refused).filter(({ name }) =>
      options.only.split(',').some((part) => name.includes(part)),
    );
    tell('warming up');
    for (const kind of kinds) await kind.run(warmUpSeconds);
    const results = kinds.map(({ name }): Result => ({ name, done: 0, seconds: 0, latencies: [], cpu: [] }));
    for (let slice = 1; slice <= slices; slice += 1) {
      for (const [i, kind] of kinds.entries()) {
        const before = await readCpuTime(db, serverPid);
        const { done, seconds, latencies } = await kind.run(sliceSeconds);
        const result = results[i] as Result;
        result.cpu.push(cpuTimeBetween(before, await readCpuTime(db, serverPid)));
        result.done += done;
        result.seconds += seconds;
        for (const latency of latencies) result.latencies.push(latency);
        tell(`slice ${slice} of ${slices}: ${kind.name}, ${Math.round(done / seconds)}/s`);
      }
    }
    process.stdout.write(`${reportResults(results)}\n`);
    const example = refused[0] === undefined ? [] : [`${refused.length} requests were refused, first: ${refused[0]}`];
    return [...example, ...(await checkBooks(db, books)), ...verify(env)];
  } finally {
    for (const connection of connections) connection.close();
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
  if (faults.length === 0) process.stdout.write('Nothing oversold, nothing lost, dray verify is clean.\n');
  for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
}
