/**
 * `npm run bench:batch-orders`: what a batch of 500 orders costs beside 20 single requests of the same orders, sent one
 * after the other over a connection that is kept: of an ordinary client, and of one that costs nothing itself. Counted from
 * the first byte sent to the last answer taken: what it takes the caller to write orders down and to read what became of them
 * is not the server's.
 *
 * Starts its own server on a scratch database (`fsync` on, rate limits off, nothing moving by itself). Batches and single
 * requests take turns, so that a noisy machine is noisy for both; told is the median of each, and the processor time of
 * server and database, what they do behind the answer included, and how long this machine takes to be sure of a write, since
 * that is what single requests pay twenty times. Ends with 1 when the batch takes an ordinary client longer than the single
 * requests, when an order is refused or lost, an item oversold, or `dray verify` finds a fault.
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
import { supply } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

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
const pauseMs = 20;

/** Takes turns and checks the books; answers the faults. */
async function run({ ready, pid, dataDir, env }: RunningServer<ServerReady>): Promise<string[]> {
  logProgress('giving the customer items and stock');
  await supply(ready);
  const acceptedOrders: AcceptedOrders = { orders: new Map(), units: new Map() };
  const callers = await openCallers(ready, acceptedOrders);
  const db = openDb(ready.database);
  try {
    const turn = async (cost: TurnCosts, send: Send, counts: boolean) => {
      const before = await readCpuTime(db, pid);
      const startedAt = performance.now();
      const waitForQuiet = await send();
      const took = performance.now() - startedAt;
      waitForQuiet();
      // What is done behind the answer must not be counted to the next.
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
