/**
 * `POST /hooks/easypost`: the carrier's webhook. Authenticated by a signature over the raw body, without token or
 * customer.
 */
import { AppError } from '../platform/errors.ts';
import { createRawRoute } from '../platform/http/raw-route.ts';
import {
  type CarrierEventOutcome,
  createCarrierWebhookHandler,
  type UnscannedPickupHandler,
} from './carrier-events.ts';
import type { LabelDeps } from './label-work.ts';

export const carrierWebhookPath = '/hooks/easypost';

const maxBytes = 1024 ** 2;

/**
 * The webhook route. 200: applied, ignored, or not shippable (which is logged; sending it again would not help). 400:
 * signed but malformed, which is logged. 401: the signature is missing or wrong. 503: cannot be applied yet, send it
 * again.
 */
export function createCarrierWebhookRoute(
  deps: LabelDeps,
  handleUnscannedPickup: UnscannedPickupHandler,
): ReturnType<typeof createRawRoute> {
  const takeEvent = createCarrierWebhookHandler(deps, handleUnscannedPickup);
  return createRawRoute({
    path: carrierWebhookPath,
    routeLabels: { environment: 'production', operation: 'carrier hook' },
    maxBytes,
    handle: async (request) => {
      const outcome = await takeEvent(request);
      if (outcome === 'malformed') deps.logger.error('a signed webhook event of the carrier is malformed');
      const refusal = errorOfOutcome[outcome];
      if (refusal !== undefined) throw new AppError(refusal);
    },
  });
}

const errorOfOutcome: Readonly<Partial<Record<CarrierEventOutcome, ConstructorParameters<typeof AppError>[0]>>> = {
  forged: { code: 'InvalidCredentials', reason: 'The signature is missing or wrong.' },
  malformed: { code: 'MalformedRequest', reason: 'The event is malformed.' },
  retry: { code: 'Unavailable', reason: 'The event cannot be applied yet. Send it again.' },
};
