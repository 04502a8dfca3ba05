/**
 * `npm run bench:memory`: the resident memory of the server after its start, under batches of 500 from six callers, while a
 * clock delivers many orders, under both with 64 connections that send single orders, and some time after. Reports the peak
 * of each.
 *
 * Starts its own server on a scratch database (`fsync` on, no rate limits, manual simulation). Linux only. Exits with 1
 * when a peak is above `--limit` or the memory afterwards is above `--limit-after`.
 */
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { createOrdersToDeliver, deliverAll, sendBatches, sendSingles } from './memory/loads.ts';
import { residentMiB } from './overload/probe.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import type { ServerReady } from './support/ready.ts';
import { supplyCustomers } from './support/supply.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:memory --')
  .option('--seconds <seconds>', 'duration of batches and single orders', '15')
  .option('--orders <count>', 'open orders delivered by advancing a clock', '5000')
  .option('--only <scenarios>', 'scenarios out of batches, clock and both, separated by commas', 'batches,clock,both')
  .option('--after <seconds>', 'wait before the last reading', '60')
  .option('--limit <MiB>', 'maximum memory of the server', '500')
  .option('--limit-after <MiB>', 'maximum memory after the load', '350')
  .parse()
  .opts<{ seconds: string; orders: string; only: string; after: string; limit: string; limitAfter: string }>();
const seconds = Number(options.seconds);
const orders = Number(options.orders);
const scenarios = options.only.split(',');
const callers = 6;
const sampleMs = 50;

const report = (name: string, mib: number): void => {
  process.stdout.write(`${name.padEnd(60)}${mib.toFixed(0).padStart(6)} MiB\n`);
};

async function run({ ready, pid }: RunningServer<ServerReady>): Promise<string[]> {
  const { address, customers } = ready;
  const [first, second] = customers;
  if (first === undefined || second === undefined) throw new Error('the server made too few customers');
  const faults: string[] = [];
  const peakDuring = async (name: string, work: Promise<unknown>): Promise<void> => {
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, residentMiB(pid));
    }, sampleMs);
    try {
      await work;
    } finally {
      clearInterval(timer);
    }
    report(name, peak);
    if (peak > Number(options.limit)) faults.push(`${name}: ${peak.toFixed(0)} MiB, at most ${options.limit} expected`);
  };
  report('after the start', residentMiB(pid));
  await peakDuring('creating items and stock', supplyCustomers(ready));
  if (scenarios.includes('batches')) {
    await peakDuring(`batches of 500 from ${callers} callers, ${seconds} s`, sendBatches(address, customers, seconds));
  }
  if (scenarios.includes('clock')) {
    logProgress('creating orders to deliver');
    await createOrdersToDeliver(address, first, orders);
    await peakDuring(`a clock delivers ${orders} orders and more`, deliverAll(address, first));
  }
  if (scenarios.includes('both')) {
    logProgress('creating orders to deliver');
    await createOrdersToDeliver(address, second, orders);
    await peakDuring(
      `both, and single orders on 64 connections`,
      Promise.all([
        deliverAll(address, second),
        sendBatches(address, customers.slice(2), seconds),
        sendSingles(address, customers.slice(2), seconds),
      ]),
    );
  }
  await setTimeout(Number(options.after) * 1000);
  const after = residentMiB(pid);
  report(`${options.after} s after`, after);
  if (after > Number(options.limitAfter)) {
    faults.push(`${after.toFixed(0)} MiB afterwards, at most ${options.limitAfter} expected`);
  }
  return faults;
}

await withServer<ServerReady>(
  { program: 'support/server.ts', settings: { BENCH_CUSTOMERS: String(callers), MAX_QUEUE_MS: '' } },
  async (server) => reportFaults(await run(server), 'Within the limits.'),
);
