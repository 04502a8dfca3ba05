/** `POST /hooks/easypost`: where carriers push their events. Signed, over the bytes as they came; no token, no customer. */
import type { FastifyInstance } from 'fastify';
import { type EventOutcome, openPushedEvents } from './label-events.ts';
import type { LabelPlace } from './label-work.ts';

export const carrierHookPath = '/hooks/easypost';

/** What is sent again by the carrier until it is answered 2xx. */
const statusOf: Readonly<Record<EventOutcome, number>> = {
  taken: 200,
  'not-ours': 200,
  forged: 401,
  malformed: 400,
  later: 503,
};

const largestEvent = 1024 ** 2;

/**
 * The route of the carrier's events. 200: taken in, or about nothing of ours; 401: the signature is missing or wrong; 400: signed and not to be
 * understood; 503: it cannot be placed now.
 */
export function carrierHook(place: LabelPlace): (app: FastifyInstance) => void {
  const takeEvent = openPushedEvents(place);
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    app.route({
      method: 'POST',
      url: carrierHookPath,
      bodyLimit: largestEvent,
      config: { known: { environment: 'production', operation: 'carrier hook' } },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const taken = await takeEvent({ body, headers: request.headers });
        if (taken === 'malformed') place.logger.error('a signed event of a carrier cannot be understood');
        return reply.code(statusOf[taken]).send({ Status: taken });
      },
    });
  };
}
