/** What a carrier account that gave no usable answer is to whoever asked it as a source (decision 27). Pure. */
import { SourceError } from '../addresses/index.ts';
import type { CarrierResult } from './gateway.ts';

/** As callers are told of it. */
export const carrierAccountName = 'EasyPost';

/** The failure of an answer that is not done, in words for the caller; why it failed is the operator's, and logged. */
export function sourceFailureOf(answer: Exclude<CarrierResult<unknown>, { readonly outcome: 'done' }>): SourceError {
  if (answer.outcome === 'refused') return unusableAnswer('it does not take the question', answer, true);
  const isLate = answer.messages.some(({ code }) => code === 'timeout');
  return unusableAnswer(isLate ? 'it does not answer in time' : 'it cannot be asked now', answer);
}

/** The failure of any answer that cannot be used. */
export function unusableAnswer(
  message: string,
  { outcome, messages }: CarrierResult<unknown>,
  isRefusal = false,
): SourceError {
  return new SourceError(carrierAccountName, message, { internal: { outcome, messages }, isRefusal });
}
