/**
 * `npm run bench:overload`: CreateSalesOrder under overload. Measures the capacity first (closed loop), then offers 0.5 to 5
 * times as much (open loop: requests are sent when they are due, independent of responses) and reports served requests,
 * requests shed with 503, their latencies, the latency of health probes, and the server's memory. Finally, the latency of
 * customers with moderate load, alone and beside one that floods.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits, manual simulation); the load comes from another
 * process. Both have a higher priority than the server where the system permits it, and report their own delays, because
 * all share one machine. Exits with 1 when a request got neither 200 nor 503, an accepted order is
 * missing, or `dray verify` finds a fault.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Command } from 'commander';
import type { PoolConfig } from 'pg';
import { type Db, openDb } from '../src/platform/db/db.ts';
import { probeDuring, residentMiB } from './overload/probe.ts';
import { raisePriority } from './overload/raise-priority.ts';
import { type Row, reportFairness, reportSweep } from './overload/report.ts';
import type { Task, TaskResult } from './overload/task.ts';
import { verify } from './support/check-balances.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import type { ServerReady } from './support/ready.ts';
import { recycleWal } from './support/recycle-wal.ts';
import { supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:overload --')
  .option('--seconds <seconds>', 'per offered load', '5')
  .option('--factors <list>', 'offered loads, as multiples of the capacity', '0.5,1,1.5,2,3,5')
  .option('--customers <count>', 'customers that share the load', '20')
  .option('--flood <factor>', 'load of the flooding customer, as a multiple of the capacity', '3')
  .option('--rounds <count>', 'measurements of the customers alone and beside the flood', '2')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{
    seconds: string;
    factors: string;
    customers: string;
    flood: string;
    rounds: string;
    profile?: string;
  }>();
const seconds = Number(options.seconds);
const factors = options.factors.split(',').filter(Boolean).map(Number);
/** The load of all other customers together, as a multiple of the capacity. */
const usualFactor = 0.25;
/** A pause between two loads, so that one does not affect the next. */
const pauseMs = 1_500;

async function withDb(database: PoolConfig, use: (db: Db) => Promise<void>): Promise<void> {
  const db = openDb(database);
  try {
    await use(db);
  } finally {
    await db.close();
  }
}

async function run({ ready, pid, env }: RunningServer<ServerReady>, generator: ChildProcess): Promise<string[]> {
  const { address, customers } = ready;
  raisePriority();
  const faults: string[] = [];
  let accepted = 0;
  const generate = async (task: Omit<Task, 'address'>): Promise<TaskResult> => {
    generator.send({ address, ...task } satisfies Task);
    const [result] = (await once(generator, 'message')) as [TaskResult];
    for (const group of result.groups) {
      accepted += group.served.length;
      if (group.failed > 0) faults.push(`${group.failed} requests got neither 200 nor 503: ${group.failure}`);
    }
    return result;
  };
  logProgress('creating items and stock');
  await supplyCustomers(ready);
  await withDb(ready.database, recycleWal);
  logProgress(`${Math.round(residentMiB(pid))} MiB; measuring the capacity`);
  const measure = (time: number) => generate({ seconds: time, groups: [{ customers, perSecond: 0 }], closedLoop: 64 });
  await measure(2);
  const capacity = Math.round((await measure(4)).groups[0]?.served.length ?? 0) / 4;
  logProgress(`${Math.round(capacity)} orders/s`);

  const offer = async (groups: Task['groups'], time: number): Promise<Row> => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const { result, probes } = await probeDuring(ready, pid, generate({ seconds: time, groups }));
    return { groups: result.groups, lateness: result.lateness, seconds: time, probes };
  };
  const sweep: (Row & { readonly factor: number })[] = [];
  for (const factor of factors) {
    const row = await offer([{ customers, perSecond: capacity * factor }], seconds);
    sweep.push({ ...row, factor });
    logProgress(
      `${factor} times the capacity: ${row.groups[0]?.served.length} served, ${row.groups[0]?.shed.length} shed`,
    );
  }
  const [flooding, ...others] = customers;
  if (flooding === undefined) throw new Error('the server made no customers');
  const usual = { customers: others, perSecond: capacity * usualFactor };
  const flood = { customers: [flooding], perSecond: capacity * Number(options.flood) };
  const alone: Row[] = [];
  const beside: Row[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    alone.push(await offer([usual], seconds));
    beside.push(await offer([usual, flood], seconds));
    logProgress(`beside a flood, round ${round + 1} of ${options.rounds}`);
  }
  process.stdout.write(`capacity ${Math.round(capacity)} orders/s\n\n${reportSweep(sweep)}\n\n`);
  process.stdout.write(`${reportFairness(alone, beside)}\n\n`);
  await withDb(ready.database, async (db) => {
    const [found] = await db.rows<{ orders: number }>('select count(*) as orders from sales_orders');
    // An order whose response was lost may have been created too.
    if ((found?.orders ?? 0) < accepted) faults.push(`${accepted} orders accepted, ${found?.orders} found`);
  });
  return [...faults, ...verify(env)];
}

await withServer<ServerReady>(
  {
    program: 'support/server.ts',
    settings: { BENCH_CUSTOMERS: options.customers, MAX_QUEUE_MS: '' },
    profile: options.profile,
  },
  async (server) => {
    const generator = fork(path.join(import.meta.dirname, 'overload/generator.ts'), [], { serialization: 'advanced' });
    try {
      reportFaults(await run(server, generator), 'Nothing accepted was lost, dray verify is clean.');
    } finally {
      generator.disconnect();
    }
  },
);
