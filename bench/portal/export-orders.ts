/** Exports all orders as one CSV file. Measures the memory that the server takes for it, and how long other requests wait meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { residentMiB } from '../overload/probe.ts';

interface Exporting {
  readonly address: string;
  readonly cookie: string;
  readonly pid: number;
}

/** How much more resident memory the server may take during the export than before it. */
const maxGrowthMiB = 50;
const sampleMs = 50;
/** The pause between the other requests. */
const pauseMs = 100;

/** Returns one sentence for each fault. Counts the lines of the file and does not keep it. */
export async function exportOrders({ address, cookie, pid }: Exporting, orders: number): Promise<string[]> {
  const base = `${address}/test/operator/v1`;
  const headers = { 'content-type': 'application/json', cookie };
  const before = residentMiB(pid);
  let peak = before;
  let slowestMs = 0;
  let isOver = false;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMiB(pid));
  }, sampleMs);
  const others = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${base}/api/Session/Get`, { method: 'POST', headers, body: '{}' })).text();
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      await delay(pauseMs);
    }
  })();
  const startedAt = performance.now();
  const response = await fetch(`${base}/exports/Orders/List.csv`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ View: 'all' }),
  });
  if (response.status !== 200 || response.body === null) return [`the export replied ${response.status}`];
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  isOver = true;
  clearInterval(sampling);
  await others;
  const growth = peak - before;
  process.stdout.write(
    `export of ${lines - 1} orders: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s; memory ${before.toFixed(0)} MiB before, ` +
      `${growth.toFixed(0)} more at its peak; others waited ${slowestMs.toFixed(0)} ms at most\n`,
  );
  return [
    ...(lines - 1 === orders ? [] : [`the export has ${lines - 1} orders of ${orders}`]),
    ...(growth <= maxGrowthMiB ? [] : [`the export took ${growth.toFixed(0)} MiB, at most ${maxGrowthMiB} expected`]),
  ];
}
