/**
 * Validates an address with all that the environment knows: the places, the operator's rules about states, and, where one
 * is configured, a source of delivery points. Holds no connection while the source is asked, and is no part of any
 * transaction: orders are judged by the places alone (decision 27).
 */
import type { Environment } from '../platform/environment.ts';
import { applyVerdict, toAddressQuery } from './confirmation.ts';
import { SourceError } from './location-source.ts';
import { addressSource, closedOrderTypesSource } from './sources.ts';
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
  const validation = await verifyWithSource(environment, validateAddress(given, maxCandidates), maxCandidates);
  const { namedState, place } = validation;
  const states = new Set([namedState, place?.state].filter((state) => state !== undefined));
  const closed = await Promise.all([...states].map((state) => closedStateMessages(environment, customerNo, state)));
  return { ...validation, messages: [...closed.flat(), ...messagesOf(validation.notes)] };
}

async function closedStateMessages(environment: Environment, customerNo: string, state: string): Promise<string[]> {
  const types = await environment.db.ports.get(closedOrderTypesSource)(environment.db, customerNo, state);
  if (types.length === 0) return [];
  return [`${stateNames[state] ?? state} is not open to ${types.join(', ')} orders: they are held (License).`];
}

async function verifyWithSource(
  environment: Environment,
  offline: Validation,
  maxCandidates: number,
): Promise<Validation> {
  const source = environment.db.ports.get(addressSource);
  if (source === undefined || offline.sourceQuery === undefined) return offline;
  try {
    return applyVerdict(offline, await source.verify(toAddressQuery(offline.sourceQuery)), maxCandidates);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'address verification failed');
    const confirmation = `The carrier could not be reached (${error.message}): the address is not confirmed.`;
    return { ...offline, notes: { ...offline.notes, confirmation } };
  }
}
