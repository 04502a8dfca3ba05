/**
 * Validates an address with all that the environment knows: the places, the operator's rules about states, and, where one
 * is configured, a source of delivery points. Holds no connection while the source is asked, and is no part of any
 * transaction: orders are judged by the places alone (decision 27).
 */
import type { Environment } from '../platform/environment.ts';
import { askedAddress, confirmed } from './confirmation.ts';
import { SourceFailed } from './location-source.ts';
import { readClosedOrderTypes, sourcesOf } from './sources.ts';
import { stateNames } from './states.ts';
import { type GivenAddress, messagesOf, type Validation, validateAddress } from './validation.ts';

export interface CheckedAddress extends Validation {
  /** What the caller should know, in sentences; the most important first. */
  readonly messages: readonly string[];
}

/** As `validateAddress`; a source that fails is told in the messages and never fails the validation. */
export async function checkAddress(
  environment: Environment,
  customerNo: string,
  given: GivenAddress,
  maxCandidates: number,
): Promise<CheckedAddress> {
  const validation = await asked(environment, validateAddress(given, maxCandidates), maxCandidates);
  const { namedState, place } = validation;
  const states = new Set([namedState, place?.state].filter((state) => state !== undefined));
  const closed = await Promise.all([...states].map((state) => closedTo(environment, customerNo, state)));
  return { ...validation, messages: [...closed.flat(), ...messagesOf(validation.notes)] };
}

async function closedTo(environment: Environment, customerNo: string, state: string): Promise<string[]> {
  const types = await readClosedOrderTypes(environment.db, customerNo, state);
  if (types.length === 0) return [];
  return [`${stateNames[state] ?? state} is not open to ${types.join(', ')} orders: they are held (License).`];
}

async function asked(environment: Environment, offline: Validation, maxCandidates: number): Promise<Validation> {
  const source = sourcesOf(environment).addresses;
  if (source === undefined || offline.question === undefined) return offline;
  try {
    return confirmed(offline, await source.verify(askedAddress(offline.question)), maxCandidates);
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'address verification failed');
    const confirmation = `The carrier could not be asked (${error.message}): the address is not confirmed.`;
    return { ...offline, notes: { ...offline.notes, confirmation } };
  }
}
