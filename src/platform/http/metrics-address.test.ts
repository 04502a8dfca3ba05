import { createServer } from 'node:net';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { openMetrics } from '../metrics.ts';
import { type ManagementServer, openManagementServer } from './management-server.ts';
import { listenForMetrics } from './metrics-address.ts';

const logged: string[] = [];
const logger = pino({}, { write: (line: string) => logged.push(line) });
const host = '127.0.0.1';
const servers: ManagementServer[] = [];

async function management(): Promise<ManagementServer> {
  const server = await openManagementServer({ metrics: openMetrics(), routes: [] });
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
  const address = await listenForMetrics(await management(), { host, port: 0 }, 8080, logger);
  const answer = await fetch(`${address}/metrics`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('dray_nodejs_eventloop_lag_seconds');
  expect((await fetch(`${address}/v3/api/SalesOrder/CreateSalesOrder`, { method: 'POST' })).status).toBe(404);
});

it('several servers on one machine each find a port by themselves', async () => {
  const addresses = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const address = await listenForMetrics(await management(), { host, port: 'auto' }, 8080, logger);
    expect((await fetch(`${address}/metrics`)).status).toBe(200);
    addresses.add(address);
  }
  expect(addresses.size).toBe(3);
  expect(logged.join('')).toContain('port 9464 is in use');
});

it('a port that was chosen and is taken is refused in one line that says what to do', async () => {
  const { port, free } = await takenPort();
  await expect(listenForMetrics(await management(), { host, port }, 8080, logger)).rejects.toThrow(
    `METRICS_HOST 127.0.0.1, METRICS_PORT ${port} is in use by another program: set another one, or METRICS_PORT=off`,
  );
  free();
});
