/**
 * `GET /operator/v1/events`: the event stream of a session, as server-sent events. Its errors have the error body of all
 * operations; the first failing step decides: a busy server 503, no session 401, foreign origin 403, too many streams 503.
 *
 * A stream does not extend its session: the browser opens it by itself.
 *
 * An open stream is no request under way: it is neither queued nor logged nor measured, and a stopping server does not wait for it.
 */
import type { FastifyInstance } from 'fastify';
import { type EventStreams, operatorSessionFinder } from '../operators/index.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import type { ClientIpReader } from '../platform/http/client-ip.ts';
import { isForeignOrigin } from '../platform/http/same-origin.ts';
import { operatorRefusals } from '../platform/http/serve-operator-operation.ts';
import { parseSessionCookie } from '../platform/http/session-cookie.ts';

interface EventStreamRouteOptions {
  /** `/operator/v1/events` */
  readonly path: string;
  readonly environment: Environment;
  readonly streams: EventStreams;
  readonly clientAddress: ClientIpReader;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // A proxy that buffers would withhold the events.
  'x-accel-buffering': 'no',
};

export function createEventStreamRoute({
  path,
  environment,
  streams,
  clientAddress,
}: EventStreamRouteOptions): (app: FastifyInstance) => void {
  return (app) => {
    app.route({
      method: 'GET',
      url: path,
      exposeHeadRoute: false,
      handler: async ({ headers, raw: { socket } }, reply) => {
        const secret = parseSessionCookie(headers.cookie);
        const caller = `operators at ${clientAddress(socket.remoteAddress, headers)}`;
        const session =
          secret &&
          (await environment.readSlots.run(caller, () => operatorSessionFinder.find(environment, secret, 'automatic')));
        if (!session) throw new AppError(operatorRefusals.session);
        if (isForeignOrigin(headers)) throw new AppError(operatorRefusals.origin);
        const response = reply.raw;
        const lastEventId = [headers['last-event-id']].flat()[0];
        // Headers are sent with the first write, so that `open` can still refuse.
        const close = streams.open(session, lastEventId, {
          write: (text) => {
            if (!response.headersSent) response.writeHead(200, streamHeaders);
            response.write(text);
          },
          get bufferedBytes() {
            return response.writableLength;
          },
          end: () => response.end(),
          destroy: () => response.destroy(),
        });
        reply.hijack();
        response.once('close', close);
        if (response.destroyed) close();
        return reply;
      },
    });
  };
}
