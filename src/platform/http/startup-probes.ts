/**
 * Answers while the database recovers from a crash, before the server itself listens: `/healthz` is 200, `/readyz` is 503 with
 * the reason, everything else 503. It listens on the public address and on that of the metrics, only when the start takes
 * long, and ends before the server takes these addresses.
 */
import http from 'node:http';
import type { Logger } from 'pino';
import { uuidv7 } from '../../lib/uuid.ts';
import type { Config } from '../config.ts';
import { defaultMetricsPort } from './metrics-address.ts';
import { toProbeReply } from './probes.ts';
import { jsonContentType, toErrorBody } from './reply.ts';

interface StartupProbeServer {
  /** Takes the newest state; the first call starts to listen. */
  report(state: { readonly description: string }): void;
  close(): Promise<void>;
}

const logEveryMs = 10_000;
const retryAfterSeconds = 5;

/**
 * Returns a server that listens from the first `report` on, and replies to readiness probes with 503 and the newest
 * state.
 */
export function serveStartupProbes(
  config: Pick<Config, 'host' | 'port' | 'metrics'>,
  logger: Logger,
): StartupProbeServer {
  let reason: string | undefined;
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const servers: http.Server[] = [];

  const reply = (url: string): { readonly status: number; readonly body: string } => {
    const [path] = url.split('?');
    if (path === '/healthz') return toProbeReply([], 'ok', 'unhealthy');
    if (path === '/readyz')
      return toProbeReply([{ name: 'database process', reason: reason ?? '' }], 'ready', 'not ready');
    const refusal = { code: 'Unavailable', reason: 'The server is starting. Try again.' } as const;
    return { status: 503, body: JSON.stringify(toErrorBody(refusal, uuidv7())) };
  };

  const listen = ({ host, port }: { readonly host: string; readonly port: number }): void => {
    const server = http.createServer((request, response) => {
      const { status, body } = reply(request.url ?? '');
      response.writeHead(status, {
        'content-type': jsonContentType,
        'cache-control': 'no-store',
        ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
        connection: 'close',
      });
      response.end(body);
    });
    // The server itself reports an address that cannot be used.
    server.on('error', (err) => logger.debug({ err }, 'cannot answer during the start'));
    server.listen({ host, port });
    servers.push(server);
  };

  return {
    report: ({ description }) => {
      const isFirst = reason === undefined;
      reason = description;
      if (performance.now() - loggedAtMs >= logEveryMs) {
        loggedAtMs = performance.now();
        logger.warn(description);
      }
      if (!isFirst) return;
      // A port that the system chooses is not known to anyone.
      if (config.port !== 0) listen(config);
      if (config.metrics === undefined) return;
      const { host, port } = config.metrics;
      if (port !== 'auto') listen({ host, port });
      else if (config.port !== 0) listen({ host, port: defaultMetricsPort });
    },
    close: async () => {
      await Promise.all(
        servers.map(async (server) => {
          // Also ends a `listen` that has not found its address yet; a server that does not listen calls back with an error.
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}
