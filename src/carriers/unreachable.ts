/** Converts failed gateway results into the errors of address and transit sources (decision 27). Pure. */
import { SourceError } from '../addresses/index.ts';
import type { CarrierResult } from './gateway.ts';

/** The name shown to callers. */
export const carrierAccountName = 'EasyPost';

/**
 * The error for a result that is not `ok`, with a message for the caller; the carrier's messages are internal and
 * logged.
 */
export function sourceFailureOf(answer: Exclude<CarrierResult<unknown>, { readonly outcome: 'done' }>): SourceError {
  if (answer.outcome === 'refused') return unusableAnswer('it does not take the question', answer, true);
  const isLate = answer.messages.some(({ code }) => code === 'timeout');
  return unusableAnswer(isLate ? 'it does not answer in time' : 'it cannot be asked now', answer);
}

/** The error for a result that cannot be used. */
export function unusableAnswer(
  message: string,
  { outcome, messages }: CarrierResult<unknown>,
  isRefusal = false,
): SourceError {
  return new SourceError(carrierAccountName, message, { internal: { outcome, messages }, isRefusal });
}
