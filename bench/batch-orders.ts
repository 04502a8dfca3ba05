/**
 * `npm run bench:batch-orders`: what a batch of 500 orders costs beside 20 single requests of the same orders, sent one
 * after the other over a connection that is kept.
 *
 * Starts its own server on a scratch database (`fsync` on, rate limits off, nothing moving by itself). Batches and single
 * requests take turns, so that a noisy machine is noisy for both; told is the median of each, and the processor time of
 * server and database, and how long this machine takes to be sure of a write, since that is what single requests pay
 * twenty times. Ends with 1 when the batch takes longer than the single requests, when an order is refused or
 * lost, an item oversold, or `dray verify` finds a fault.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { openCaller } from './batch-orders/caller.ts';
import { flushMilliseconds, slowCommits } from './batch-orders/flush.ts';
import { type Cost, reportCosts } from './batch-orders/report.ts';
import { type Books, checkBooks, verify } from './support/check-books.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import type { ServerReady } from './support/ready.ts';
import { supply } from './support/supply.ts';

const options = new Command('npm run -s bench:batch-orders --')
  .option('--rounds <count>', 'turns of each kind that count', '30')
  .option('--batch <orders>', 'orders in a batch', '500')
  .option('--singles <orders>', 'single requests beside it', '20')
  .option('--flush <milliseconds>', 'that every commit waits longer, as on a disk that takes so long to be sure', '0')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{ rounds: string; batch: string; singles: string; flush: string; profile?: string }>();
const rounds = Number(options.rounds);
const batchOrders = Number(options.batch);
const singleOrders = Number(options.singles);
const warmUpRounds = 6;

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

/** Takes turns and checks the books; answers the faults. */
async function run(ready: ServerReady, serverPid: number): Promise<string[]> {
  tell('giving the customer items and stock');
  await supply(ready);
  const books: Books = { orders: new Map(), units: new Map() };
  const caller = await openCaller(ready, books);
  const db = openDb(ready.database);
  try {
    const singles: Cost = { orders: singleOrders, milliseconds: [], cpu: [] };
    const batches: Cost = { orders: batchOrders, milliseconds: [], cpu: [] };
    const turn = async (cost: Cost, work: () => Promise<void>, counts: boolean) => {
      const before = await readCpuTime(db, serverPid);
      const startedAt = performance.now();
      await work();
      const took = performance.now() - startedAt;
      if (!counts) return;
      cost.milliseconds.push(took);
      cost.cpu.push(cpuTimeBetween(before, await readCpuTime(db, serverPid)));
    };
    await slowCommits(db, Number(options.flush));
    tell(`${warmUpRounds} rounds to warm up, ${rounds} that count`);
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const counts = round >= warmUpRounds;
      await turn(singles, () => caller.sendSingles(singleOrders), counts);
      await turn(batches, () => caller.sendBatch(batchOrders), counts);
    }
    const { text, holds } = reportCosts(batches, singles);
    const slower = Number(options.flush) === 0 ? '' : `, made ${options.flush} ms slower`;
    process.stdout.write(`${text}\nflush of a write: ${flushMilliseconds(dataDir).toFixed(2)} ms${slower}\n`);
    const missed = holds ? [] : [`a batch of ${batchOrders} takes longer than ${singleOrders} single requests`];
    return [...missed, ...(await checkBooks(db, books)), ...verify(env)];
  } finally {
    caller.close();
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
