/**
 * `npm run bench:webhooks`: deliveries of package events to endpoints on the loopback interface, the time from the commit of an event
 * to its arrival at half the expected rate, and how much slower orders are created while their events are delivered.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits); this process sends the load and receives, on the same
 * processors. Orders alternate in short slices between customers with endpoints and without, so that noise affects both. Exits with 1 when a request
 * is rejected, a delivery is missing, or an expectation is missed.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { Command } from 'commander';
import { pacedLoad } from './labels/paced-load.ts';
import { createPath, RejectionLog } from './labels/requests.ts';
import { type LoadSource, load, percentile } from './support/load.ts';
import { authentication, type BenchCustomer, orderBody } from './support/orders.ts';
import { logProgress } from './support/progress.ts';
import { RawConnection } from './support/raw-client.ts';
import type { ServerReady } from './support/ready.ts';
import { supply } from './support/supply.ts';
import { withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:webhooks --')
  .option('--orders <count>', 'orders whose packages are delivered', '600')
  .option('--seconds <seconds>', 'per slice of orders, and four times that at half the rate', '4')
  .option('--slices <count>', 'slices with and without endpoints', '3')
  .parse()
  .opts<{ orders: string; seconds: string; slices: string }>();
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
  /** From the time of the event. */
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
    /** What has arrived since the last call, when nothing more arrives for two seconds. */
    settled: async (): Promise<Arrival[]> => {
      for (let before = -1; before !== arrivals.length; ) {
        before = arrivals.length;
        await new Promise((resolve) => setTimeout(resolve, 2_000));
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

const median = (values: readonly number[]) =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

async function run({ address, ...ready }: ServerReady, receiver: Awaited<ReturnType<typeof openReceiver>>) {
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
  const receiving = ready.customers.slice(0, customers);
  const others = ready.customers.slice(customers);
  logProgress('creating items and stock');
  await supply({ address, ...ready });
  const endpoints: { customer: BenchCustomer; EndpointId: string }[] = [];
  for (const [index, customer] of receiving.entries()) {
    for (let each = 0; each < endpointsEach; each += 1) {
      const Url = `${receiver.url}/${index}/${each}`;
      const { EndpointId } = await call(customer, 'Webhook/CreateEndpoint', { Url, Kinds: ['tracking.updated'] });
      endpoints.push({ customer, EndpointId });
    }
  }
  const open = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(address)));
  const withEndpoints = ordersOf(receiving, refusals);
  const without = ordersOf(others, refusals);

  logProgress('creating orders whose packages are delivered');
  await pacedLoad(open, withEndpoints, { perSecond: 150, seconds: orders / 150 });
  await Promise.all(receiving.map((each) => call(each, 'Simulation/AdvanceClock', { Seconds: 12 * 86_400 })));
  const packages = await receiver.settled();
  const spanMs = (packages.at(-1)?.at ?? 0) - (packages[0]?.at ?? 0);
  const perSecond = (packages.length * 1_000) / spanMs;
  logProgress(`${packages.length} in ${spanMs} ms: ${perSecond.toFixed(0)}/s`);

  logProgress('sending events of orders at half the rate');
  for (const { customer, EndpointId } of endpoints) {
    await call(customer, 'Webhook/UpdateEndpoint', { EndpointId, Kinds: ['order.status_changed'] });
  }
  const paced = expected.perSecond / 2 / endpointsEach;
  await pacedLoad(open, withEndpoints, { perSecond: paced, seconds: 4 * seconds });
  const halfRate = await receiver.settled();
  logProgress(
    `${halfRate.length} p99 ${percentile(
      halfRate.map(({ ms }) => ms).toSorted((a, b) => a - b),
      0.99,
    )}`,
  );

  logProgress('creating orders with endpoints and without');
  const rates: { readonly with: number[]; readonly without: number[] } = { with: [], without: [] };
  for (let slice = 0; slice < Number(options.slices); slice += 1) {
    rates.without.push((await load(open, without, seconds)).latencies.length / seconds);
    rates.with.push((await load(open, withEndpoints, seconds)).latencies.length / seconds);
    // What is left to deliver would slow down the other customers.
    await receiver.settled();
    logProgress(`slice ${slice + 1} of ${options.slices}`);
  }
  for (const connection of open) connection.close();
  const twice = [packages, halfRate].some((all) => new Set(all.map(({ id }) => id)).size !== all.length);
  return { refusals, packages: packages.length, perSecond, halfRate, rates, twice };
}

function report({ refusals, packages, perSecond, halfRate, rates, twice }: Awaited<ReturnType<typeof run>>): void {
  const p99 = percentile(
    halfRate.map(({ ms }) => ms).toSorted((a, b) => a - b),
    0.99,
  );
  const slower = 1 - median(rates.with) / median(rates.without);
  const verdicts = [
    [
      perSecond >= expected.perSecond,
      `${perSecond.toFixed(0)} deliveries/s of ${packages} package events (expected ${expected.perSecond})`,
    ],
    [
      p99 < expected.p99Ms,
      `p99 ${p99} ms from commit to arrival of ${halfRate.length} events (expected below ${expected.p99Ms})`,
    ],
    [
      slower <= expected.slower,
      `orders ${(100 * slower).toFixed(1)}% slower: ${median(rates.with).toFixed(0)}/s with endpoints, ${median(rates.without).toFixed(0)}/s without (expected at most ${100 * expected.slower}%)`,
    ],
    [!twice, twice ? 'an event arrived twice at an endpoint' : 'no event arrived twice'],
    [refusals.count === 0, `${refusals.count} requests rejected ${refusals.first}`],
  ] as const;
  process.stdout.write(`${customers * endpointsEach} endpoints, ${os.availableParallelism()} processors\n`);
  for (const [isMet, text] of verdicts) process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${text}\n`);
  if (verdicts.some(([isMet]) => !isMet)) process.exitCode = 1;
}

const receiver = await openReceiver();
try {
  await withServer<ServerReady>(
    {
      program: 'support/server.ts',
      settings: { BENCH_CUSTOMERS: String(2 * customers), WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    },
    async ({ ready }) => report(await run(ready, receiver)),
  );
} finally {
  receiver.close();
}
