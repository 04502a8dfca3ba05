/**
 * `npm run bench:webhooks`: deliveries per second of package events to endpoints on the loopback interface; the time from an event to
 * its arrival, at half the expected rate; and how much slower orders are created at full speed when their customers have endpoints,
 * either for events of packages, which a new order does not cause, or for the event of each new order.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits, manual simulation). This process sends the load and receives
 * the deliveries, on the same processors. Orders alternate in short slices between customers with endpoints and without, so that noise
 * affects all. Exits with 1 when a request is rejected, an event arrives twice, or an expectation is missed.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { Command } from 'commander';
import { openDb } from '../src/platform/db/db.ts';
import { pacedLoad } from './labels/paced-load.ts';
import { createPath, RejectionLog } from './labels/requests.ts';
import { cpuTimeBetween, readCpuTime } from './support/cpu-time.ts';
import { type LoadSource, load, percentile } from './support/load.ts';
import { authentication, type BenchCustomer, orderBody } from './support/orders.ts';
import { logProgress } from './support/progress.ts';
import { RawConnection } from './support/raw-client.ts';
import type { ServerReady } from './support/ready.ts';
import { supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:webhooks --')
  .option('--orders <count>', 'orders whose packages are delivered', '600')
  .option('--seconds <seconds>', 'per slice of orders, and four times that at half the rate', '4')
  .option('--slices <count>', 'slices with and without endpoints', '6')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .parse()
  .opts<{ orders: string; seconds: string; slices: string; profile?: string }>();
const orders = Number(options.orders);
const seconds = Number(options.seconds);
const customers = 10;
const endpointsEach = 5;
const connections = 32;
/** The targets on two processors. */
const expected = { perSecond: 1_500, p99Ms: 1_000, slower: 0.15 };

interface Arrival {
  readonly id: string;
  readonly at: number;
  /** Milliseconds from the time of the event to its arrival. */
  readonly ms: number;
}

async function openReceiver() {
  let arrivals: Arrival[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const at = Date.now();
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
      arrivals.push({ id: `${request.url} ${request.headers['webhook-id']}`, at, ms: at - Date.parse(timestamp) });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Waits until nothing has arrived for five seconds, and returns the arrivals since the last call. The sender never rests that long. */
    settled: async (): Promise<Arrival[]> => {
      for (let before = -1; before !== arrivals.length; ) {
        before = arrivals.length;
        await new Promise((resolve) => setTimeout(resolve, 5_000));
      }
      const settled = arrivals;
      arrivals = [];
      return settled;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Orders of several customers in turn, each with its own number. */
function ordersOf(some: readonly BenchCustomer[], refusals: RejectionLog): LoadSource {
  let n = 0;
  return {
    path: createPath,
    next: () => ({ body: orderBody(some[n % some.length] as BenchCustomer, n), n: n++ }),
    answered: (_, status, body) => refusals.take(status, body),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function run({ ready, pid }: RunningServer<ServerReady>, receiver: Awaited<ReturnType<typeof openReceiver>>) {
  const { address } = ready;
  const refusals = new RejectionLog();
  const call = async (customer: BenchCustomer, operation: string, body: object) => {
    const response = await fetch(`${address}/test/v3/api/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Authentication: authentication(customer), ...body }),
    });
    const text = await response.text();
    refusals.take(response.status, text);
    return JSON.parse(text);
  };
  const group = (nth: number): BenchCustomer[] => ready.customers.slice(nth * customers, (nth + 1) * customers);
  const [ofPackages, ofOrders, others] = [group(0), group(1), group(2)] as const;
  logProgress('creating items and stock');
  await supplyCustomers(ready);
  const kinds = new Map([
    ...ofPackages.map((each) => [each, 'tracking.updated'] as const),
    ...ofOrders.map((each) => [each, 'order.status_changed'] as const),
  ]);
  for (const [customer, kind] of kinds) {
    for (let each = 0; each < endpointsEach; each += 1) {
      const Url = `${receiver.url}/${customer.customerNo}/${each}`;
      await call(customer, 'Webhook/CreateEndpoint', { Url, Kinds: [kind] });
    }
  }
  const open = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(address)));
  const sources = {
    packages: ordersOf(ofPackages, refusals),
    orders: ordersOf(ofOrders, refusals),
    none: ordersOf(others, refusals),
  };
  const db = openDb(ready.database);

  logProgress('creating orders whose packages are delivered');
  await pacedLoad(open, sources.packages, { perSecond: 150, seconds: orders / 150 });
  await Promise.all(ofPackages.map((each) => call(each, 'Simulation/AdvanceClock', { Seconds: 12 * 86_400 })));
  const packages = await receiver.settled();
  const spanMs = (packages.at(-1)?.at ?? 0) - (packages[0]?.at ?? 0);
  const perSecond = (packages.length * 1_000) / spanMs;
  logProgress(`${packages.length} in ${spanMs} ms: ${perSecond.toFixed(0)}/s`);

  logProgress('sending events of orders at half the rate');
  const paced = expected.perSecond / 2 / endpointsEach;
  await pacedLoad(open, sources.orders, { perSecond: paced, seconds: 4 * seconds });
  const halfRate = await receiver.settled();
  logProgress(
    `${halfRate.length} p99 ${percentile(
      halfRate.map(({ ms }) => ms).toSorted((a, b) => a - b),
      0.99,
    )}`,
  );

  logProgress('creating orders with endpoints and without');
  const turns = ['none', 'packages', 'orders'] as const;
  const rates: Record<keyof typeof sources, number[]> = { none: [], packages: [], orders: [] };
  let beside = 0;
  let left = 0;
  const cpu = { server: 0, database: 0, client: 0 };
  for (let slice = 0; slice < Number(options.slices); slice += 1) {
    // Each comes first, second and third equally often: a database that has just rested is faster.
    for (const name of [...turns.slice(slice % turns.length), ...turns.slice(0, slice % turns.length)]) {
      rates[name].push((await load(open, sources[name], seconds)).latencies.length / seconds);
      if (name !== 'orders') continue;
      const endedAt = Date.now();
      // Wait: deliveries that are left would slow down the orders of the next slice.
      const before = await readCpuTime(db, pid);
      const delivered = await receiver.settled();
      const spent = cpuTimeBetween(before, await readCpuTime(db, pid));
      for (const part of ['server', 'database', 'client'] as const) cpu[part] += spent[part];
      left += delivered.filter(({ at }) => at > endedAt).length;
      beside += delivered.filter(({ at }) => at <= endedAt).length;
    }
    const shown = turns.map((name) => `${name} ${rates[name].at(-1)?.toFixed(0)}`).join(', ');
    logProgress(`slice ${slice + 1} of ${options.slices}, orders/s: ${shown}`);
  }
  for (const connection of open) connection.close();
  await db.close();
  const twice = [packages, halfRate].some((all) => new Set(all.map(({ id }) => id)).size !== all.length);
  const besidePerSecond = beside / seconds / Number(options.slices);
  return { refusals, packages: packages.length, perSecond, halfRate, rates, besidePerSecond, cpu, left, twice };
}

function report(measured: Awaited<ReturnType<typeof run>>): void {
  const { refusals, packages, perSecond, halfRate, rates, besidePerSecond, cpu, left, twice } = measured;
  const p99 = percentile(
    halfRate.map(({ ms }) => ms).toSorted((a, b) => a - b),
    0.99,
  );
  const slower = (of: 'packages' | 'orders') => {
    const share = 1 - mean(rates[of]) / mean(rates.none);
    const text = `${(100 * share).toFixed(1)}% slower with endpoints of ${of}: ${mean(rates[of]).toFixed(0)}/s, ${mean(rates.none).toFixed(0)}/s without (expected at most ${100 * expected.slower}%)`;
    return { isMet: share <= expected.slower, text };
  };
  const [besidePackages, besideOrders] = [slower('packages'), slower('orders')];
  const verdicts = [
    [
      perSecond >= expected.perSecond,
      `${perSecond.toFixed(0)} deliveries/s of ${packages} package events (expected ${expected.perSecond})`,
    ],
    [
      p99 < expected.p99Ms,
      `p99 ${p99} ms from commit to arrival of ${halfRate.length} events (expected below ${expected.p99Ms})`,
    ],
    [besidePackages.isMet, `orders ${besidePackages.text}`],
    [besideOrders.isMet, `orders ${besideOrders.text}; ${besidePerSecond.toFixed(0)} deliveries/s beside them`],
    [!twice, twice ? 'an event arrived twice at an endpoint' : 'no event arrived twice'],
    [refusals.count === 0, `${refusals.count} requests rejected ${refusals.first}`],
  ] as const;
  process.stdout.write(`${customers * endpointsEach} endpoints, ${os.availableParallelism()} processors\n`);
  const each = (seconds: number) => `${((seconds * 1e6) / left).toFixed(0)} µs`;
  process.stdout.write(
    `processor time of a delivery afterwards: server ${each(cpu.server)}, database ${each(cpu.database)}, receiver ${each(cpu.client)}\n`,
  );
  for (const [isMet, text] of verdicts) process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${text}\n`);
  if (verdicts.some(([isMet]) => !isMet)) process.exitCode = 1;
}

const receiver = await openReceiver();
try {
  await withServer<ServerReady>(
    {
      program: 'support/server.ts',
      profile: options.profile,
      settings: { BENCH_CUSTOMERS: String(3 * customers), WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    },
    async (server) => report(await run(server, receiver)),
  );
} finally {
  receiver.close();
}
