/** Converts failed gateway results into the errors of address and transit sources (decision 27). Pure. */
import { CarrierSourceError } from '../addresses/index.ts';
import type { CarrierResult } from './gateway.ts';

/** The provider of addresses and transit times, as named in errors and circuit breakers. */
export const carrierProviderName = 'EasyPost';

/**
 * The error for a result that is not `ok`, with a message for the caller; the carrier's messages are internal and
 * logged.
 */
export function failedCarrierResultError(
  result: Exclude<CarrierResult<unknown>, { readonly outcome: 'ok' }>,
): CarrierSourceError {
  if (result.outcome === 'refused') return unusableCarrierResultError('it refused the request', result, true);
  const isLate = result.messages.some(({ code }) => code === 'timeout');
  return unusableCarrierResultError(isLate ? 'it did not respond in time' : 'it could not be reached', result);
}

/** The error for a result that cannot be used. */
export function unusableCarrierResultError(
  message: string,
  { outcome, messages }: CarrierResult<unknown>,
  isRefusal = false,
): CarrierSourceError {
  return new CarrierSourceError(carrierProviderName, message, { internal: { outcome, messages }, isRefusal });
}
