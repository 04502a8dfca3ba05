/**
 * `/healthz` and `/readyz`, for what runs and what feeds the server.
 *
 * Both are answered from memory: what they report is measured in the background, so a probe costs no connection, no
 * queue and no wait, however busy the server is. They stand on the public address and on the one of the metrics, which
 * has a listener of its own.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type FailedCheck, type HealthCheck, notReady, unhealthy } from '../health.ts';

export interface ProbeParts {
  readonly checks: readonly HealthCheck[];
}

export function probeRoutes({ checks }: ProbeParts): (app: FastifyInstance) => void {
  return (app) => {
    app.get('/healthz', (_request, reply) => send(reply, unhealthy(checks), 'ok', 'unhealthy'));
    app.get('/readyz', (_request, reply) => send(reply, notReady(checks), 'ready', 'not ready'));
  };
}

function send(reply: FastifyReply, failed: readonly FailedCheck[], good: string, bad: string): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (failed.length === 0) return reply.send({ Status: good });
  return reply
    .code(503)
    .send({ Status: bad, Failed: failed.map(({ name, reason }) => ({ Check: name, Reason: reason })) });
}
