import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, it } from 'vitest';
import { serveStartupProbes } from './startup-probes.ts';

const host = '127.0.0.1';

async function freePort(): Promise<number> {
  const server = net.createServer().listen({ host, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('during a long start the probes say why on both addresses, and the addresses are free afterwards', async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  const [port, metricsPort] = [await freePort(), await freePort()];
  const answers = serveStartupProbes({ host, port, metrics: { host, port: metricsPort } }, logger);
  const get = async (at: number, path: string) => {
    const response = await fetch(`http://${host}:${at}${path}`);
    return { status: response.status, after: response.headers.get('retry-after'), body: await response.json() };
  };
  await expect(get(port, '/readyz')).rejects.toThrow();
  answers.report({ description: 'the database has been starting' });
  const description = 'the database has been recovering: 7 MiB replayed';
  answers.report({ description });
  for (const at of [port, metricsPort]) {
    await expect.poll(() => get(at, '/healthz').catch(() => undefined)).toMatchObject({ status: 200 });
    expect(await get(at, '/readyz')).toMatchObject({
      status: 503,
      body: { Status: 'not ready', Failed: [{ Check: 'database process', Reason: description }] },
    });
  }
  expect(await get(port, '/v3/api/Inventory/GetStatus')).toMatchObject({
    status: 503,
    after: '5',
    body: { Code: 'Unavailable', Reason: 'The server is starting. Try again.' },
  });
  await answers.close();
  const next = net.createServer().listen({ host, port });
  await once(next, 'listening');
  next.close();
  expect(lines.join('')).toContain('the database has been starting');
});

it('an address that is closed before it listens stays free', async () => {
  const port = await freePort();
  const answers = serveStartupProbes({ host, port, metrics: undefined }, pino({ level: 'silent' }));
  answers.report({ description: 'the database has been starting' });
  await answers.close();
  const next = net.createServer().listen({ host, port });
  await once(next, 'listening');
  next.close();
});
