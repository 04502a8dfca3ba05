/**
 * `npm run bench:labels`: how many labels GenerateJitLabel answers in a second in each format, and what that does to
 * CreateSalesOrder, which is under steady load meanwhile, measured beside the same load without labels.
 *
 * Starts its own server on a scratch database (`fsync` on, rate limits off, nothing moving by itself) and drives it from
 * this process. The quiet load and each format take turns in short slices, so that a noisy machine is noisy for all. Ends
 * with 1 when a request is refused.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { load, percentile } from './create-orders/load.ts';
import { RawConnection } from './create-orders/raw-client.ts';
import type { ServerReady } from './create-orders/ready.ts';
import { supply } from './create-orders/supply.ts';
import { pacedLoad } from './labels/paced-load.ts';
import { clubOrders, jitOrders, labelFormats, labels, Refusals } from './labels/requests.ts';

const { values: options } = parseArgs({
  options: {
    /** Of each format, all its slices together. */
    seconds: { type: 'string', default: '12' },
    slices: { type: 'string', default: '3' },
    /** Club orders in a second, with and without labels beside them. */
    orders: { type: 'string', default: '300' },
    /** Labels asked for at the same time. */
    connections: { type: 'string', default: '8' },
  },
});
const slices = Number(options.slices);
const seconds = Number(options.seconds) / slices;
const perSecond = Number(options.orders);
const orderConnections = 64;
const jitSeconds = 2;
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
  BENCH_CUSTOMERS: '2',
};

interface Measured {
  readonly orders: number[];
  readonly labels: number[];
}

const tell = (progress: string) => process.stderr.write(`${progress}\n`);
const connect = (address: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => RawConnection.open(address)));

async function run(ready: ServerReady): Promise<Refusals> {
  const [club, jit] = ready.customers;
  if (club === undefined || jit === undefined) throw new Error('the server made too few customers');
  tell('giving the customers items and stock');
  await supply(ready);
  const forOrders = await connect(ready.address, orderConnections);
  const forLabels = await connect(ready.address, Number(options.connections));
  const refusals = new Refusals();
  tell('creating JIT orders');
  const jitCount = (await load(forOrders, jitOrders(jit, refusals), jitSeconds)).latencies.length;

  const clubs = clubOrders(club, refusals);
  const sources = labelFormats.map((format) => ({ format, source: labels(jit, format, jitCount, refusals) }));
  const steady = (time: number) => pacedLoad(forOrders, clubs, { perSecond, seconds: time });
  tell(`warming up; ${jitCount} JIT orders wait for labels`);
  for (const { source } of sources) await load(forLabels, source, warmUpSeconds);
  await steady(warmUpSeconds);

  const quiet: Measured = { orders: [], labels: [] };
  const beside = new Map(labelFormats.map((format): [string, Measured] => [format, { orders: [], labels: [] }]));
  for (let slice = 1; slice <= slices; slice += 1) {
    quiet.orders.push(...(await steady(seconds)).latencies);
    for (const { format, source } of sources) {
      const [orders, drawn] = await Promise.all([steady(seconds), load(forLabels, source, seconds)]);
      beside.get(format)?.orders.push(...orders.latencies);
      beside.get(format)?.labels.push(...drawn.latencies);
      tell(`slice ${slice} of ${slices}: ${format}, ${Math.round(drawn.latencies.length / seconds)}/s`);
    }
  }
  report(quiet, beside);
  for (const connection of [...forOrders, ...forLabels]) connection.close();
  return refusals;
}

function report(quiet: Measured, beside: ReadonlyMap<string, Measured>): void {
  const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
  const p = (values: readonly number[], share: number) => percentile(sorted(values), share);
  const quietP99 = p(quiet.orders, 0.99);
  const columns = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(14)));
  const line = (cells: readonly string[]) => process.stdout.write(`${columns(cells).join('')}\n`);
  line(['', 'labels/s', 'p50 ms', 'p99 ms', 'orders p50 ms', 'orders p99 ms', 'times quiet']);
  line(['no labels', '', '', '', p(quiet.orders, 0.5).toFixed(1), quietP99.toFixed(1), '1.0']);
  for (const [format, { orders, labels: drawn }] of beside) {
    const ordersP99 = p(orders, 0.99);
    line([
      format,
      (drawn.length / (seconds * slices)).toFixed(0),
      p(drawn, 0.5).toFixed(0),
      p(drawn, 0.99).toFixed(0),
      p(orders, 0.5).toFixed(1),
      ordersP99.toFixed(1),
      (ordersP99 / quietP99).toFixed(1),
    ]);
  }
  process.stdout.write(
    `${perSecond} orders/s beside ${options.connections} callers who ask for labels; ${os.availableParallelism()} processors.\n`,
  );
}

const server = fork(path.join(import.meta.dirname, 'create-orders/server.ts'), [], { env });
try {
  const failed = once(server, 'exit').then(() => {
    throw new Error('the server ended before its time: see above');
  });
  failed.catch(() => undefined);
  const [ready] = (await Promise.race([once(server, 'message'), failed])) as [ServerReady];
  const refusals = await Promise.race([run(ready), failed]);
  if (refusals.count > 0) {
    process.stdout.write(`${refusals.count} requests were refused, first: ${refusals.first}\n`);
    process.exitCode = 1;
  }
} finally {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
}
