/** The first queue of a request: for the event loop, before its body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OverloadedError } from '../overloaded.ts';
import type { ClientIpReader } from './client-ip.ts';
import type { RequestQueue } from './request-queue.ts';

/**
 * Queues requests by client address: those of operations, of photos and of carriers' notices. `refuse` replies to those that would
 * wait too long. Probes, documents and event streams are not queued.
 */
export function queueRequests(
  app: FastifyInstance,
  queue: RequestQueue,
  clientAddress: ClientIpReader,
  refuse: (error: OverloadedError, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.server.on('connection', () => queue.connectionAccepted());
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.routeLabels === undefined) {
      done();
      return;
    }
    queue.enter(clientAddress(request.raw.socket.remoteAddress, request.headers), {
      start: done,
      refuse: (error) => refuse(error, request, reply),
      isAborted: () => request.raw.destroyed,
    });
  });
}
