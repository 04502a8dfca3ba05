import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import type { HealthCheck } from '../health.ts';
import { createMetrics } from '../metrics.ts';
import { type ManagementServer, openManagementServer } from './management-server.ts';
import { listenOnMetricsAddress } from './metrics-address.ts';

const logged: string[] = [];
const logger = pino({}, { write: (line: string) => logged.push(line) });
const host = '127.0.0.1';
const servers: ManagementServer[] = [];

function management(checks: readonly HealthCheck[] = []): ManagementServer {
  const server = openManagementServer({ metrics: createMetrics(), checks, logger });
  servers.push(server);
  return server;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  logged.length = 0;
});

/** Takes a port of its own and returns it. */
async function takenPort(): Promise<{ port: number; free(): void }> {
  const server = createServer().listen(0, host);
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as { port: number }).port, free: () => server.close() };
}

it('serves metrics and nothing else', async () => {
  const address = await listenOnMetricsAddress(management(), { host, port: 0 }, 8080, logger);
  const answer = await fetch(`${address}/metrics`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('dray_nodejs_eventloop_lag_seconds');
  expect((await fetch(`${address}/docs`)).status).toBe(404);
  expect((await fetch(`${address}/v3/api/SalesOrder/CreateSalesOrder`, { method: 'POST' })).status).toBe(405);
});

it('several servers on one machine each find a port by themselves', async () => {
  const addresses = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const address = await listenOnMetricsAddress(management(), { host, port: 'auto' }, 8080, logger);
    expect((await fetch(`${address}/metrics`)).status).toBe(200);
    addresses.add(address);
  }
  expect(addresses.size).toBe(3);
  expect(logged.join('')).toContain('port 9464 is in use');
});

it('a port that was chosen and is taken is refused in one line that says what to do', async () => {
  const { port, free } = await takenPort();
  await expect(listenOnMetricsAddress(management(), { host, port }, 8080, logger)).rejects.toThrow(
    `METRICS_HOST 127.0.0.1, METRICS_PORT ${port} is in use by another program: set another one, or METRICS_PORT=off`,
  );
  free();
});

it('the probes know a change at once after a refresh', async () => {
  let reason: string | undefined = 'it is starting';
  const server = management([{ name: 'server', notReadyReason: () => reason }]);
  const address = await listenOnMetricsAddress(server, { host, port: 0 }, 8080, logger);
  const readiness = async () => (await fetch(`${address}/readyz`)).status;
  // More changes than one report of every 250 ms can follow.
  for (const [next, status] of [undefined, 'it is stopping', undefined, 'it is stopping'].map(
    (next) => [next, next ? 503 : 200] as const,
  )) {
    reason = next;
    server.refresh();
    expect(await readiness()).toBe(status);
  }
});

it('the probes are answered while the main thread is blocked, and report what it last knew', async () => {
  let reason: string | undefined;
  const check: HealthCheck = { name: 'disk', notReadyReason: () => reason };
  const address = await listenOnMetricsAddress(management([check]), { host, port: 0 }, 8080, logger);
  const readiness = async () => (await fetch(`${address}/readyz`)).json();
  expect(await readiness()).toEqual({ Status: 'ready' });
  reason = 'it is full';
  await expect
    .poll(readiness, { interval: 20 })
    .toEqual({ Status: 'not ready', Failed: [{ Check: 'disk', Reason: 'it is full' }] });
  // A process asks, because this thread cannot while it is blocked by waiting for it.
  const ask = `fetch('${address}/healthz').then((r) => r.text()).then((text) => console.log(text))`;
  const asked = spawnSync(process.execPath, ['-e', ask], { encoding: 'utf8', timeout: 30_000 });
  expect(asked.stdout.trim()).toBe('{"Status":"ok"}');
});
