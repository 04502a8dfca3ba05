/**
 * `npm run bench:advance-clock`: the duration of one AdvanceClock call that delivers ten thousand open orders (decision 2), from
 * the start of processing to the carrier's last scan.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits, manual simulation). Exits with 1 when an order is
 * rejected or not delivered, the ledger is inconsistent, `dray verify` finds a fault, or the call takes longer than `--limit`
 * seconds.
 */
import { Command } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { call, checkDelivered, createOpenOrders } from './advance-clock/open-orders.ts';
import { type AcceptedOrders, verify } from './support/check-balances.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import type { ServerReady } from './support/ready.ts';
import { suppliedUnitsPerItem, supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:advance-clock --')
  .option('--orders <count>', 'open orders', '10000')
  .option('--days <count>', 'how far the clock is advanced; all orders are delivered within', '21')
  .option('--limit <seconds>', 'maximum duration of the call', '10')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{ orders: string; days: string; limit: string; profile?: string }>();

/** Returns the faults. */
async function run({ ready, pid, env }: RunningServer<ServerReady>): Promise<string[]> {
  const [customer] = ready.customers;
  if (customer === undefined) throw new Error('the server made no customer');
  logProgress('giving the customer items and stock');
  await supplyCustomers(ready);
  const acceptedOrders: AcceptedOrders = { orders: new Map(), units: new Map() };
  logProgress(`creating ${options.orders} orders`);
  await createOpenOrders(ready.address, customer, Number(options.orders), acceptedOrders);
  const db = openDb(ready.database);
  try {
    logProgress(`moving the clock by ${options.days} days`);
    const before = await readCpuTime(db, pid);
    const startedAt = performance.now();
    const moved = await call(ready.address, customer, 'Simulation/AdvanceClock', {
      Seconds: Number(options.days) * 86_400,
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = cpuTimeBetween(before, await readCpuTime(db, pid));
    process.stdout.write(
      `${options.orders} orders delivered in one call: ${seconds.toFixed(1)} s, ${(moved as { Events: number }).Events} steps; ` +
        `processor time: server ${cpu.server.toFixed(1)} s, database ${cpu.database.toFixed(1)} s\n`,
    );
    const slow = seconds > Number(options.limit) ? [`more than ${options.limit} s`] : [];
    return [
      ...slow,
      ...(await checkDelivered(db, customer.customerNo, acceptedOrders, suppliedUnitsPerItem)),
      ...verify(env),
    ];
  } finally {
    await db.close();
  }
}

await withServer<ServerReady>(
  { program: 'support/server.ts', settings: { BENCH_CUSTOMERS: '1' }, profile: options.profile },
  async (server) => reportFaults(await run(server), 'All delivered, the ledger adds up, dray verify is clean.'),
);
