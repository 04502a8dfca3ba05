/**
 * `npm run bench:floor`: how long a scan at a packing station takes with 20 stations at work, alone and beside the creation of 500
 * orders per second, how long the release of 300 orders into a wave takes, and how long a scan of picking takes.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits, manual simulation) with a worked warehouse, and sends the
 * load from this process, on the same processors. Exits with 1 when the 95th percentile of a scan beside the orders is 100 ms or more,
 * when a release takes 2 s or more, when a request is rejected, or when `dray verify` finds a fault.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { type Call, type NamedOrder, runPicker, runStation, type StepTimes, signIn } from './floor/stations.ts';
import { pacedLoad } from './labels/paced-load.ts';
import { createPath, RejectionLog } from './labels/requests.ts';
import { verify } from './support/check-balances.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import { type LoadSource, load, percentile } from './support/load.ts';
import { orderBody } from './support/orders.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import { RawConnection } from './support/raw-client.ts';
import type { ServerReady } from './support/ready.ts';
import { supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:floor --')
  .option('--seconds <seconds>', 'with the stations alone, and beside the orders', '30')
  .option('--stations <count>', 'packing stations', '20')
  .option('--between <ms>', 'what a person takes for a step', '500')
  .option('--orders <count>', 'orders created per second', '500')
  .option('--waves <count>', 'releases of 300 orders', '5')
  .option('--customers <count>', 'customers', '20')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<Record<'seconds' | 'stations' | 'between' | 'orders' | 'waves' | 'customers', string> & { profile?: string }>();
const seconds = Number(options.seconds);
const waves = Number(options.waves);
const ordersPerWave = 300;
const warehouse = 'APC01';
const maxScanMs = 100;
const maxReleaseMs = 2_000;
/** People who pick at once, each a task of the same wave. A wave of 300 orders has more tasks than that. */
const pickers = 5;

const p95 = (values: readonly number[]): number => quantile(values, 0.95);
const quantile = (values: readonly number[], share: number): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    share,
  );

async function run({ ready, env, pid }: RunningServer<ServerReady>): Promise<string[]> {
  const { address, customers } = ready;
  const db = openDb(ready.database);
  try {
    logProgress('creating items and stock');
    await supplyCustomers(ready);
    const admin = await signIn(db, env, address, 'admin');
    await admin('Warehouses/Set', { Warehouse: warehouse, Floor: 'worked' });
    const refusals = new RejectionLog();
    let created = 0;
    const source: LoadSource = {
      path: createPath,
      next: () => {
        const customer = customers[created % customers.length] as (typeof customers)[number];
        return { body: orderBody(customer, created), n: created++ };
      },
      answered: (_, status, body) => refusals.take(status, body),
    };
    const connections = await Promise.all(Array.from({ length: 64 }, () => RawConnection.open(address)));
    logProgress('creating orders to release');
    while (created < (waves + 1) * ordersPerWave) await load(connections, source, 1);
    const lead = await signIn(db, env, address, 'lead');
    const { orders, releaseMs } = await releaseWaves(lead);
    report('release of 300 orders', releaseMs);

    const stations = await Promise.all(
      Array.from({ length: Number(options.stations) }, () => signIn(db, env, address, 'floor')),
    );
    const waiting = orders.values();
    const work = async (time: number): Promise<StepTimes> => {
      const times: StepTimes = { byOperation: new Map(), orders: 0 };
      const pace = { betweenMs: Number(options.between), until: performance.now() + time * 1_000 };
      await Promise.all(stations.map((call) => runStation(call, waiting, times, pace)));
      return times;
    };
    logProgress('warming up');
    await work(3);
    logProgress('stations alone');
    const cpuBefore = await readCpuTime(db, pid);
    const alone = await work(seconds);
    const cpu = cpuTimeBetween(cpuBefore, await readCpuTime(db, pid));
    logProgress('stations beside the creation of orders');
    const perSecond = Number(options.orders);
    const [beside, ordered] = await Promise.all([
      work(seconds),
      pacedLoad(connections, source, { perSecond, seconds: seconds + 2 }),
    ]);
    for (const [name, { byOperation, orders: packed }] of [
      ['alone', alone],
      [`beside ${perSecond} orders/s`, beside],
    ] as const) {
      process.stdout.write(`${stations.length} stations ${name}: ${packed} orders packed\n`);
      for (const [operation, ms] of byOperation) report(`  ${operation}`, ms);
    }
    report('CreateSalesOrder', ordered.latencies);
    reportCpuTime('a step at a station', alone, cpu);
    logProgress('pickers alone');
    const { Wave } = await lead('Floor/Release', { Warehouse: warehouse, Orders: await readWaiting(lead) });
    const picked: StepTimes = { byOperation: new Map(), orders: 0 };
    const cpuBeforePicking = await readCpuTime(db, pid);
    const pace = { betweenMs: Number(options.between), until: performance.now() + seconds * 1_000 };
    await Promise.all(stations.slice(0, pickers).map((call) => runPicker(call, Wave, picked, pace)));
    for (const [operation, ms] of picked.byOperation) report(`  ${operation}`, ms);
    reportCpuTime('a scan of picking', picked, cpuTimeBetween(cpuBeforePicking, await readCpuTime(db, pid)));
    for (const connection of connections) connection.close();
    const scanMs = p95(beside.byOperation.get('Floor/ScanBottle') ?? []);
    const slowest = Math.max(...releaseMs);
    return [
      ...(scanMs < maxScanMs ? [] : [`a scan takes ${scanMs.toFixed(0)} ms at the 95th percentile`]),
      ...(slowest < maxReleaseMs ? [] : [`a release of ${ordersPerWave} orders took ${slowest.toFixed(0)} ms`]),
      ...(refusals.count === 0 ? [] : [`${refusals.count} orders were rejected, first: ${refusals.first}`]),
      ...verify(env),
    ];
  } finally {
    await db.close();
  }
}

function reportCpuTime(name: string, { byOperation }: StepTimes, cpu: ReturnType<typeof cpuTimeBetween>): void {
  const steps = [...byOperation.values()].reduce((sum, ms) => sum + ms.length, 0);
  const perStep = (time: number) => `${((time * 1_000) / steps).toFixed(1)} ms`;
  process.stdout.write(
    `processor time of ${name} alone: server ${perStep(cpu.server)}, database ${perStep(cpu.database)}\n`,
  );
}

/** Releases waves one after the other; the first warms up and is not measured. */
async function releaseWaves(lead: Call): Promise<{ orders: NamedOrder[]; releaseMs: number[] }> {
  const orders: NamedOrder[] = [];
  const releaseMs: number[] = [];
  for (let wave = 0; wave <= waves; wave += 1) {
    const Orders = await readWaiting(lead);
    const startedAt = performance.now();
    const { Released, Outcomes } = await lead('Floor/Release', { Warehouse: warehouse, Orders });
    const ms = performance.now() - startedAt;
    if (Released !== Orders.length)
      throw new Error(`only ${Released} orders were released: ${JSON.stringify(Outcomes[0])}`);
    if (wave > 0) releaseMs.push(ms);
    orders.push(...Orders);
  }
  return { orders, releaseMs };
}

/** Waits until the preview of releases shows 300 orders, and returns them. */
async function readWaiting(lead: Call): Promise<NamedOrder[]> {
  for (;;) {
    const { Waves } = await lead('Floor/ReleasePreview', { Warehouse: warehouse });
    const found = Waves.flatMap(({ References }: { References: NamedOrder[] }) => References);
    if (found.length >= ordersPerWave) return found.slice(0, ordersPerWave);
    await delay(200);
  }
}

function report(name: string, ms: readonly number[]): void {
  const cells = [quantile(ms, 0.5), p95(ms), quantile(ms, 0.99), Math.max(...ms)].map((each) =>
    each.toFixed(1).padStart(9),
  );
  process.stdout.write(`${name.padEnd(26)}${String(ms.length).padStart(7)}${cells.join('')}\n`);
}

process.stdout.write(
  `${'milliseconds'.padEnd(26)}${'times'.padStart(7)}${['median', 'p95', 'p99', 'max'].map((each) => each.padStart(9)).join('')}\n`,
);
await withServer<ServerReady>(
  {
    program: 'support/server.ts',
    settings: { BENCH_CUSTOMERS: options.customers },
    profile: options.profile,
  },
  async (server) => reportFaults(await run(server), 'Scans and releases are fast enough, dray verify is clean.'),
);
