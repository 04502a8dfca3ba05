/**
 * Validates an address with all that the environment knows: the places, the operator's rules about states, and, where one
 * is configured, a source of delivery points.
 */
import type { Environment } from '../platform/environment.ts';
import { SourceFailed } from './location-source.ts';
import { readClosedOrderTypes, sourcesOf } from './sources.ts';
import { stateNames } from './states.ts';
import { type GivenAddress, unconfirmed, type Validation, validateAddress } from './validation.ts';

/** As `validateAddress`; a source that fails is told in the messages and never fails the validation. */
export async function checkAddress(
  environment: Environment,
  customerNo: string,
  given: GivenAddress,
  maxCandidates: number,
): Promise<Validation> {
  const offline = validateAddress(given, maxCandidates);
  const state = offline.place?.state;
  const closed = state === undefined ? [] : await readClosedOrderTypes(environment.db, customerNo, state);
  const isClosed =
    closed.length === 0 || state === undefined
      ? []
      : [`${stateNames[state] ?? state} is not open to ${closed.join(', ')} orders: they are held (License).`];
  const asked = await verified(environment, offline, maxCandidates);
  return { ...asked, messages: [...isClosed, ...asked.messages] };
}

/** Asks the source of delivery points about the best candidate: the mend where there is exactly one, else the input. */
async function verified(environment: Environment, offline: Validation, maxCandidates: number): Promise<Validation> {
  const source = sourcesOf(environment).addresses;
  const { indicator, candidates } = offline;
  const best = indicator === 'CORRECTED' ? candidates[1] : indicator === 'UNVERIFIED' ? candidates[0] : undefined;
  if (source === undefined || best === undefined || offline.place === undefined) return offline;
  try {
    const verdict = await source.verify(best);
    if (verdict === undefined) return offline;
    const messages = offline.messages.filter((message) => message !== unconfirmed);
    if (!verdict.isDeliverable) {
      const notDelivered = 'The carrier knows no delivery point at this address.';
      return { ...offline, messages: [notDelivered, ...verdict.messages, ...messages] };
    }
    const corrected = { ...verdict.corrected, country: 'US' };
    const [input = best] = candidates;
    const isSame = JSON.stringify(corrected) === JSON.stringify(input);
    return {
      indicator: isSame ? 'VALID' : 'CORRECTED',
      classification: verdict.classification === 'UNKNOWN' ? offline.classification : verdict.classification,
      candidates: (isSame ? [input] : [input, corrected]).slice(0, maxCandidates),
      messages: [...messages, ...verdict.messages],
      place: offline.place,
    };
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'address verification failed');
    return { ...offline, messages: [`The carrier could not be asked: ${error.message}.`, ...offline.messages] };
  }
}
