/** Questions of operators to a carrier, and the refusals when there is no reply. */
import type { CarrierResult } from '../carriers/index.ts';
import { AppError, refuse, refuseState } from '../platform/errors.ts';

/**
 * The carrier's reply. Throws `StateForbids` when no carrier is connected, `ValidationFailed` when the carrier rejects the request,
 * and `Unavailable` when it does not respond.
 */
export function carrierReplyOrThrow<Data>(
  result: CarrierResult<Data>,
): Extract<CarrierResult<Data>, { outcome: 'ok' }> {
  if (result.outcome === 'ok') return result;
  const words = carrierMessageTextsOf(result).join('; ') || 'it gave no reason';
  if (result.outcome === 'unclear') {
    const reason = `The carrier did not reply (${words}). Try again in a moment.`;
    const { retryAfterSeconds } = result;
    throw new AppError({ code: 'Unavailable', reason }, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  }
  if (result.messages[0]?.code === 'no-carrier') {
    const reason = 'No carrier is connected in this environment. Connect one before you ask it.';
    throw new AppError(refuseState('NOT CONNECTED', reason).refused);
  }
  throw new AppError(refuse('ValidationFailed', `The carrier rejects this: ${words}.`).refused);
}

/** The messages of the carrier, for a person. */
export const carrierMessageTextsOf = ({ messages }: Pick<CarrierResult<unknown>, 'messages'>): string[] =>
  messages.map(({ text }) => text).filter((text) => text !== '');
