/**
 * `npm run bench:batch-orders`: the duration of a batch of 500 orders beside that of 20 single requests, sequentially over a
 * persistent connection, with an ordinary client and with a minimal one. Measured from the first byte sent to the last
 * response received, without the caller's time to write requests and to read responses.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits, manual simulation). Batches and single requests
 * alternate, so that noise affects both. Reports the median of each, the processor time of server and database (including
 * work after the response), and the duration of a disk flush, which single requests pay twenty times. Exits with 1 when the
 * batch takes the ordinary client longer than the single requests, an order is rejected or lost, an item is oversold, or
 * `dray verify` finds a fault.
 */
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { openCallers, type Send } from './batch-orders/caller.ts';
import { flushMilliseconds, slowCommits } from './batch-orders/flush.ts';
import { costsOf, type Report, reportCosts, type TurnCosts } from './batch-orders/report.ts';
import { type AcceptedOrders, checkBalances, verify } from './support/check-balances.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import type { ServerReady } from './support/ready.ts';
import { supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:batch-orders --')
  .option('--rounds <count>', 'measured rounds of each kind', '30')
  .option('--batch <orders>', 'orders in a batch', '500')
  .option('--singles <orders>', 'single requests per round', '20')
  .option('--flush <milliseconds>', 'additional wait of every commit, as on a slower disk', '0')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{ rounds: string; batch: string; singles: string; flush: string; profile?: string }>();
const rounds = Number(options.rounds);
const batchOrders = Number(options.batch);
const singleOrders = Number(options.singles);
const warmUpRounds = 6;
const pauseMs = 20;

/** Alternates the kinds and checks the results; returns the faults. */
async function run({ ready, pid, dataDir, env }: RunningServer<ServerReady>): Promise<string[]> {
  logProgress('giving the customer items and stock');
  await supplyCustomers(ready);
  const acceptedOrders: AcceptedOrders = { orders: new Map(), units: new Map() };
  const callers = await openCallers(ready, acceptedOrders);
  const db = openDb(ready.database);
  try {
    const turn = async (cost: TurnCosts, send: Send, counts: boolean) => {
      const before = await readCpuTime(db, pid);
      const startedAt = performance.now();
      const checkResponses = await send();
      const took = performance.now() - startedAt;
      checkResponses();
      // Work after the response must not count toward the next round.
      await setTimeout(pauseMs);
      if (!counts) return;
      cost.milliseconds.push(took);
      cost.cpu.push(cpuTimeBetween(before, await readCpuTime(db, pid)));
    };
    await slowCommits(db, Number(options.flush));
    logProgress(`${warmUpRounds} rounds to warm up, ${rounds} that count`);
    const all = [callers.ordinary, callers.bare].map((caller) => ({
      caller,
      costs: costsOf(caller.name, batchOrders, singleOrders),
    }));
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const counts = round >= warmUpRounds;
      for (const { caller, costs } of all) {
        await turn(costs.singles, caller.singles(singleOrders), counts);
        await turn(costs.batches, caller.batch(batchOrders), counts);
      }
    }
    const [ordinary, bare] = all.map(({ costs }) => reportCosts(costs)) as [Report, Report];
    const slower = Number(options.flush) === 0 ? '' : `, made ${options.flush} ms slower`;
    const flush = `flush of a write: ${flushMilliseconds(dataDir).toFixed(2)} ms${slower}`;
    process.stdout.write(`${ordinary.text}\n\n${bare.text}\n\n${flush}\n`);
    const missed = ordinary.holds
      ? []
      : [`a batch of ${batchOrders} takes longer than ${singleOrders} single requests`];
    return [...missed, ...(await checkBalances(db, acceptedOrders)), ...verify(env)];
  } finally {
    callers.ordinary.close();
    callers.bare.close();
    await db.close();
  }
}

await withServer<ServerReady>(
  { program: 'support/server.ts', settings: { BENCH_CUSTOMERS: '1' }, profile: options.profile },
  async (server) => reportFaults(await run(server), 'Nothing oversold, nothing lost, dray verify is clean.'),
);
