/** What a carrier account that gave no usable answer is to whoever asked it as a source (decision 27). Pure. */
import { SourceFailed } from '../addresses/index.ts';
import type { CarrierAnswer } from './gateway.ts';

/** As callers are told of it. */
export const accountTitle = 'EasyPost';

/** The failure of an answer that is not done, in words for the caller; why it failed is the operator's, and logged. */
export function unanswered(answer: Exclude<CarrierAnswer<unknown>, { readonly outcome: 'done' }>): SourceFailed {
  if (answer.outcome === 'refused') return unusable('it does not take the question', answer, true);
  const isLate = answer.messages.some(({ code }) => code === 'timeout');
  return unusable(isLate ? 'it does not answer in time' : 'it cannot be asked now', answer);
}

/** The failure of any answer that cannot be used. */
export function unusable(
  message: string,
  { outcome, messages }: CarrierAnswer<unknown>,
  isRefusal = false,
): SourceFailed {
  return new SourceFailed(accountTitle, message, { internal: { outcome, messages }, isRefusal });
}
