/** `POST /hooks/easypost`: where carriers push their events. Signed, over the bytes as they came; no token, no customer. */
import { AppError } from '../platform/errors.ts';
import { rawRoute } from '../platform/http/raw-route.ts';
import { type EventOutcome, openPushedEvents, type TakenUnscanned } from './label-events.ts';
import type { LabelPlace } from './label-work.ts';

export const carrierHookPath = '/hooks/easypost';

const mostBytes = 1024 ** 2;

/**
 * The route of the carrier's events. 200: taken in, or about nothing of ours; 400: signed and not to be understood, which
 * is logged; 401: the signature is missing or wrong; 503: it cannot be placed now, send it again. A package that its order
 * forbids to leave is 200 and logged: sent again nothing would change.
 */
export function carrierHook(place: LabelPlace, takenUnscanned: TakenUnscanned): ReturnType<typeof rawRoute> {
  const takeEvent = openPushedEvents(place, takenUnscanned);
  return rawRoute({
    path: carrierHookPath,
    known: { environment: 'production', operation: 'carrier hook' },
    mostBytes,
    take: async (request) => {
      const outcome = await takeEvent(request);
      if (outcome === 'malformed') place.logger.error('a signed event of a carrier cannot be understood');
      const refusal = refusals[outcome];
      if (refusal !== undefined) throw new AppError(refusal);
    },
  });
}

const refusals: Readonly<Partial<Record<EventOutcome, ConstructorParameters<typeof AppError>[0]>>> = {
  forged: { code: 'InvalidCredentials', reason: 'the signature is missing or wrong' },
  malformed: { code: 'MalformedRequest', reason: 'the event cannot be understood' },
  later: { code: 'Unavailable', reason: 'the event cannot be placed now: send it again' },
};
