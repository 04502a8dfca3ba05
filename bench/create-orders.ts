/**
 * `npm run bench:create-orders`: durable orders per second of CreateSalesOrder with one customer and with twenty, beside two
 * references of the same run: a route that only parses and validates the same body, and the same rows written directly to
 * PostgreSQL in batches.
 *
 * Starts its own server, of one process or of several (`--processes`), on a scratch database (`fsync` on, no rate limits, manual
 * simulation) or on databases that it creates on a given PostgreSQL or Citus cluster (`--database-url`), and sends the load from this
 * process. The loads alternate in short slices, so that noise affects all of them. Exits with 1 when an order is rejected or lost, an
 * item is oversold, or `dray verify` finds a fault.
 */
import { Command, Option } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { kindsOfLoad, neededCustomers } from './create-orders/kinds.ts';
import { type Result, reportResults } from './create-orders/report.ts';
import { type AcceptedOrders, checkBalances, verify } from './support/check-balances.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import { openGivenDatabases } from './support/given-databases.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import { RawConnection } from './support/raw-client.ts';
import type { ServerReady } from './support/ready.ts';
import { supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:create-orders --')
  .option('--seconds <seconds>', 'per load, all its slices together', '10')
  .option('--slices <count>', 'slices per load', '5')
  .option('--connections <count>', 'concurrent connections', '64')
  .addOption(
    new Option('--only <texts>', 'only the loads whose name contains one of these texts, separated by commas').default(
      '',
      'all',
    ),
  )
  .option('--processes <count>', 'processes of the server', '1')
  .option(
    '--database-url <url>',
    'a PostgreSQL or a coordinator of Citus on this machine, as a superuser: the bench makes databases there and drops them',
  )
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{
    seconds: string;
    slices: string;
    connections: string;
    only: string;
    processes: string;
    databaseUrl?: string;
    profile?: string;
  }>();
const slices = Number(options.slices);
const sliceSeconds = Number(options.seconds) / slices;
const warmUpSeconds = 2;

/** Runs the loads and checks the results; returns the faults. */
async function run({ ready, env }: RunningServer<ServerReady>): Promise<string[]> {
  logProgress('creating items and stock');
  await supplyCustomers(ready);
  const connections = await Promise.all(
    Array.from({ length: Number(options.connections) }, () => RawConnection.open(ready.address)),
  );
  const db = openDb(ready.database);
  try {
    const acceptedOrders: AcceptedOrders = { orders: new Map(), units: new Map() };
    const refused: string[] = [];
    const kinds = kindsOfLoad(ready, connections, db, acceptedOrders, refused).filter(({ name }) =>
      options.only.split(',').some((part) => name.includes(part)),
    );
    logProgress('warming up');
    for (const kind of kinds) await kind.run(warmUpSeconds);
    const results = kinds.map(({ name }): Result => ({ name, done: 0, seconds: 0, latencies: [], cpu: [] }));
    for (let slice = 1; slice <= slices; slice += 1) {
      for (const [i, kind] of kinds.entries()) {
        const before = await readCpuTime(db, ...ready.pids);
        const { done, seconds, latencies } = await kind.run(sliceSeconds);
        const result = results[i] as Result;
        result.cpu.push(cpuTimeBetween(before, await readCpuTime(db, ...ready.pids)));
        result.done += done;
        result.seconds += seconds;
        for (const latency of latencies) result.latencies.push(latency);
        logProgress(`slice ${slice} of ${slices}: ${kind.name}, ${Math.round(done / seconds)}/s`);
      }
    }
    process.stdout.write(`${reportResults(results)}\n`);
    const example = refused[0] === undefined ? [] : [`${refused.length} requests were rejected, first: ${refused[0]}`];
    return [...example, ...(await checkBalances(db, acceptedOrders)), ...verify(env)];
  } finally {
    for (const connection of connections) connection.close();
    await db.close();
  }
}

const given = options.databaseUrl === undefined ? undefined : await openGivenDatabases(options.databaseUrl);
try {
  await withServer<ServerReady>(
    {
      program: 'support/server.ts',
      settings: { BENCH_CUSTOMERS: String(neededCustomers), BENCH_PROCESSES: options.processes, ...given?.settings },
      profile: options.profile,
    },
    async (server) => reportFaults(await run(server), 'Nothing oversold, nothing lost, dray verify is clean.'),
  );
} finally {
  await given?.drop();
}
