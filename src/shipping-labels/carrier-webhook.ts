/** `POST /hooks/easypost`: where carriers push their events. Signed, over the bytes as they came; no token, no customer. */
import { AppError } from '../platform/errors.ts';
import { rawRoute } from '../platform/http/raw-route.ts';
import { type CarrierEventOutcome, openCarrierEvents, type UnscannedPickupHandler } from './carrier-events.ts';
import type { LabelDeps } from './label-work.ts';

export const carrierWebhookPath = '/hooks/easypost';

const maxBytes = 1024 ** 2;

/**
 * The route of the carrier's events. 200: taken in, or about nothing of ours; 400: signed and not to be understood, which
 * is logged; 401: the signature is missing or wrong; 503: it cannot be placed now, send it again. A package that its order
 * forbids to leave is 200 and logged: sent again nothing would change.
 */
export function carrierWebhook(
  deps: LabelDeps,
  handleUnscannedPickup: UnscannedPickupHandler,
): ReturnType<typeof rawRoute> {
  const takeEvent = openCarrierEvents(deps, handleUnscannedPickup);
  return rawRoute({
    path: carrierWebhookPath,
    routeLabels: { environment: 'production', operation: 'carrier hook' },
    maxBytes,
    handle: async (request) => {
      const outcome = await takeEvent(request);
      if (outcome === 'malformed') deps.logger.error('a signed event of a carrier cannot be understood');
      const refusal = errorOfOutcome[outcome];
      if (refusal !== undefined) throw new AppError(refusal);
    },
  });
}

const errorOfOutcome: Readonly<Partial<Record<CarrierEventOutcome, ConstructorParameters<typeof AppError>[0]>>> = {
  forged: { code: 'InvalidCredentials', reason: 'the signature is missing or wrong' },
  malformed: { code: 'MalformedRequest', reason: 'the event cannot be understood' },
  later: { code: 'Unavailable', reason: 'the event cannot be placed now: send it again' },
};
