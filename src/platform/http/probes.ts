/** `/healthz`, `/readyz` and `/metrics`: for whoever runs the server. They tell no more than whether it works. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

const readyWithinMs = 2_000;

export interface ProbeParts {
  readonly metrics: Metrics;
  /** Rejects, or takes too long, when requests cannot be answered. */
  readonly ready: () => Promise<void>;
}

export function probeRoutes({ metrics, ready }: ProbeParts): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/healthz', (_request, reply) => reply.send({ Status: 'ok' }));
    app.get('/readyz', async (_request, reply) => {
      const isReady = await within(readyWithinMs, ready());
      return reply.code(isReady ? 200 : 503).send({ Status: isReady ? 'ready' : 'not ready' });
    });
    app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  };
}

async function within(ms: number, check: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const passed = check.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([passed, late]);
  clearTimeout(timer);
  return result;
}
