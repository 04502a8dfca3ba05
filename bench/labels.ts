/**
 * `npm run bench:labels`: how GenerateJitLabel at a steady rate affects CreateSalesOrder, compared with the same load of orders
 * without labels, and how many labels per second each format reaches under a closed loop while orders continue.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits, manual simulation) and sends the load from this
 * process, on the same processors. The loads alternate in short slices, so that noise affects all of them. Exits with 1 when
 * a request is rejected.
 */
import os from 'node:os';
import { Command } from 'commander';
import { pacedLoad } from './labels/paced-load.ts';
import {
  clubOrders,
  jitOrders,
  type LabelFormat,
  labelFormats,
  labels,
  pdfFormats,
  RejectionLog,
} from './labels/requests.ts';
import { type Load, type LoadSource, load, percentile } from './support/load.ts';
import { logProgress } from './support/progress.ts';
import { RawConnection } from './support/raw-client.ts';
import type { ServerReady } from './support/ready.ts';
import { supplyCustomers } from './support/supply.ts';
import { withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:labels --')
  .option('--seconds <seconds>', 'per load, all its slices together', '12')
  .option('--slices <count>', 'slices per load', '3')
  .option('--orders <count>', 'club orders per second, with and without labels', '300')
  .option('--labels <count>', 'labels per second at the steady rate', '60')
  .option('--connections <count>', 'concurrent label requests of the closed loop', '8')
  .parse()
  .opts<{ seconds: string; slices: string; orders: string; labels: string; connections: string }>();
const slices = Number(options.slices);
const seconds = Number(options.seconds) / slices;
const ordersPerSecond = Number(options.orders);
const labelsPerSecond = Number(options.labels);
const orderConnections = 64;
const labelConnections = 32;
const jitSeconds = 2;
const warmUpSeconds = 2;
/** The targets on two processors. `timesQuiet`: the p99 of CreateSalesOrder beside labels, as a multiple of that without labels. */
const expected = { labelsPerSecond: 60, timesQuiet: 2 };

interface Measured {
  readonly orders: number[];
  readonly labels: number[];
}

const connect = (address: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => RawConnection.open(address)));

async function run(ready: ServerReady): Promise<RejectionLog> {
  const [club, jit] = ready.customers;
  if (club === undefined || jit === undefined) throw new Error('the server made too few customers');
  logProgress('creating items and stock');
  await supplyCustomers(ready);
  const forOrders = await connect(ready.address, orderConnections);
  const forLabels = await connect(ready.address, labelConnections);
  const refusals = new RejectionLog();
  logProgress('creating JIT orders');
  const jitCount = (await load(forOrders, jitOrders(jit, refusals), jitSeconds)).latencies.length;

  const clubs = clubOrders(club, refusals);
  const sources = new Map(labelFormats.map((format) => [format, labels(jit, format, jitCount, refusals)]));
  const sourceOf = (format: LabelFormat) => sources.get(format) as LoadSource;
  const orders = (time: number) => pacedLoad(forOrders, clubs, { perSecond: ordersPerSecond, seconds: time });
  const steady = (format: LabelFormat) =>
    pacedLoad(forLabels, sourceOf(format), { perSecond: labelsPerSecond, seconds });
  const continuousLoad = (format: LabelFormat, time = seconds) =>
    load(forLabels.slice(0, Number(options.connections)), sourceOf(format), time);
  logProgress(`warming up; ${jitCount} JIT orders wait for labels`);
  for (const format of labelFormats) await continuousLoad(format, warmUpSeconds);
  await orders(warmUpSeconds);

  const quiet: Measured = { orders: [], labels: [] };
  const atRate = new Map(pdfFormats.map((format): [string, Measured] => [format, { orders: [], labels: [] }]));
  const atMost = new Map(labelFormats.map((format): [string, Measured] => [format, { orders: [], labels: [] }]));
  const runAlongside = async (into: Measured | undefined, drawing: Promise<Load>): Promise<void> => {
    const [ordered, drawn] = await Promise.all([orders(seconds), drawing]);
    into?.orders.push(...ordered.latencies);
    into?.labels.push(...drawn.latencies);
  };
  for (let slice = 1; slice <= slices; slice += 1) {
    quiet.orders.push(...(await orders(seconds)).latencies);
    for (const format of pdfFormats) await runAlongside(atRate.get(format), steady(format));
    for (const format of labelFormats) await runAlongside(atMost.get(format), continuousLoad(format));
    logProgress(`slice ${slice} of ${slices}`);
  }
  report(quiet, atRate, atMost);
  for (const connection of [...forOrders, ...forLabels]) connection.close();
  return refusals;
}

const percentileOf = (values: readonly number[], share: number) =>
  percentile(
    values.toSorted((a, b) => a - b),
    share,
  );

function report(quiet: Measured, atRate: ReadonlyMap<string, Measured>, atMost: ReadonlyMap<string, Measured>): void {
  const quietP99 = percentileOf(quiet.orders, 0.99);
  const columns = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(14)));
  const line = (...cells: string[]) => process.stdout.write(`${columns(cells).join('').trimEnd()}\n`);
  const measured = (name: string, { orders, labels: drawn }: Measured) =>
    line(
      name,
      drawn.length === 0 ? '' : (drawn.length / (seconds * slices)).toFixed(0),
      drawn.length === 0 ? '' : percentileOf(drawn, 0.5).toFixed(0),
      drawn.length === 0 ? '' : percentileOf(drawn, 0.99).toFixed(0),
      percentileOf(orders, 0.5).toFixed(1),
      percentileOf(orders, 0.99).toFixed(1),
      (percentileOf(orders, 0.99) / quietP99).toFixed(1),
    );
  line('', 'labels/s', 'p50 ms', 'p99 ms', 'orders p50 ms', 'orders p99 ms', 'times quiet');
  measured('no labels', quiet);
  for (const [format, each] of atRate) measured(`${format}, ${labelsPerSecond} a second`, each);
  for (const [format, each] of atMost) measured(`${format}, without pause`, each);
  const slowest = Math.min(
    ...pdfFormats.map((format) => (atMost.get(format)?.labels.length ?? 0) / (seconds * slices)),
  );
  const worst = Math.max(
    ...pdfFormats.map((format) => percentileOf(atRate.get(format)?.orders ?? [], 0.99) / quietP99),
  );
  const verdict = (holds: boolean) => (holds ? 'held' : 'MISSED');
  process.stdout.write(
    [
      `${ordersPerSecond} orders/s; without pause ${options.connections} callers ask; ${os.availableParallelism()} processors.`,
      `expected of 2 processors: ${expected.labelsPerSecond} PDF labels/s: ${verdict(slowest >= expected.labelsPerSecond)} (${slowest.toFixed(0)});`,
      `p99 of CreateSalesOrder at most ${expected.timesQuiet} times as long meanwhile: ${verdict(worst <= expected.timesQuiet)} (${worst.toFixed(1)}).`,
      '',
    ].join('\n'),
  );
}

await withServer<ServerReady>(
  { program: 'support/server.ts', settings: { BENCH_CUSTOMERS: '2' } },
  async ({ ready }) => {
    const refusals = await run(ready);
    if (refusals.count > 0) {
      process.stdout.write(`${refusals.count} requests were rejected, first: ${refusals.first}\n`);
      process.exitCode = 1;
    }
  },
);
