/**
 * `/healthz` and `/readyz`.
 *
 * Replies come from memory: health is measured in the background, so a probe needs no connection and no queue. The probes
 * are served on the public address and on the management address.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type FailedHealthCheck,
  findFailedLivenessChecks,
  findFailedReadinessChecks,
  type HealthCheck,
} from '../health.ts';
import { jsonContentType } from './reply.ts';

/** The probes as routes of the public address. */
export function createProbeRoutes(checks: readonly HealthCheck[]): (app: FastifyInstance) => void {
  const send = (reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply =>
    reply.code(status).headers({ 'content-type': jsonContentType, 'cache-control': 'no-store' }).send(body);
  return (app) => {
    app.get('/healthz', (_request, reply) =>
      send(reply, toProbeReply(findFailedLivenessChecks(checks), 'ok', 'unhealthy')),
    );
    app.get('/readyz', (_request, reply) =>
      send(reply, toProbeReply(findFailedReadinessChecks(checks), 'ready', 'not ready')),
    );
  };
}

/** Returns 200, or 503 with each failed check and its reason. */
export function toProbeReply(
  failed: readonly FailedHealthCheck[],
  good: string,
  bad: string,
): { readonly status: number; readonly body: string } {
  if (failed.length === 0) return { status: 200, body: JSON.stringify({ Status: good }) };
  const Failed = failed.map(({ name, reason }) => ({ Check: name, Reason: reason }));
  return { status: 503, body: JSON.stringify({ Status: bad, Failed }) };
}
