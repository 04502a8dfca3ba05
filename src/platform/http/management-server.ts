/**
 * The second listener: `/metrics` for Prometheus, and the probes once more, so that they are answered also when the
 * public address takes no more connections. On the loopback interface by default; never to be exposed to callers.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

export interface ManagementServerOptions {
  readonly metrics: Metrics;
  readonly routes: readonly ((app: FastifyInstance) => void)[];
}

export interface ManagementServer {
  /** Starts to listen and returns where: `http://127.0.0.1:9464`. Rejects with the system's error. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  close(): Promise<void>;
}

/** Makes it ready to listen; `routes` are the probes. It answers while the public server is overloaded or stopping. */
export async function openManagementServer({ metrics, routes }: ManagementServerOptions): Promise<ManagementServer> {
  const app = Fastify({ logger: false, forceCloseConnections: true, requestTimeout: 10_000, bodyLimit: 1_024 });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  for (const route of routes) route(app);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('text/plain').send('This address serves GET /metrics, /healthz and /readyz.\n'),
  );
  await app.ready();
  return {
    // By the server itself: the framework's own `listen` can be called only once, and a taken port is tried again.
    listen: async ({ host, port }) => {
      const listening = once(app.server, 'listening');
      app.server.listen({ host, port });
      await listening;
      return urlOf(app.server.address() as AddressInfo);
    },
    close: async () => {
      app.server.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** `http://127.0.0.1:8080`, with brackets around an IPv6 address. */
export function urlOf({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
