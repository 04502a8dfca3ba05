/**
 * Validates an address with the place data, the operator's rules about states and, where configured, a delivery point
 * source. Holds no database connection during the call to the source and is not part of a transaction: orders are
 * validated with the place data only (decision 27).
 */

import { stateNamesByCode } from '../contract/state-names.ts';
import type { Environment } from '../platform/environment.ts';
import { mergeAddressVerdict, toAddressWithoutCountry } from './confirmation.ts';
import { CarrierSourceError } from './location-source.ts';
import type { PostalAddress } from './postal-address.ts';
import { addressVerifierPort, orderTypesClosedToStateSourcePort } from './sources.ts';
import { type AddressValidation, messagesOfAddressNotes, validateAddress } from './validation.ts';

interface AddressValidationWithMessages extends AddressValidation {
  /** Messages for the caller in sentences, the most important first. */
  readonly messages: readonly string[];
}

/**
 * Validates an address as `validateAddress` does and, while a carrier is connected, with the carrier's address verification. The messages
 * also name the order types to which the given state, or that of the place, is closed (License rules). If the carrier fails, a message is
 * added; the validation still succeeds.
 */
export async function validateAddressWithVerifier(
  environment: Environment,
  customerNo: string,
  given: PostalAddress,
  maxCandidates: number,
): Promise<AddressValidationWithMessages> {
  const validation = await verifyWithSource(environment, validateAddress(given, maxCandidates), maxCandidates);
  const { namedState, place } = validation;
  const states = new Set([namedState, place?.state].filter((state) => state !== undefined));
  const closed = await Promise.all([...states].map((state) => closedStateMessages(environment, customerNo, state)));
  return { ...validation, messages: [...closed.flat(), ...messagesOfAddressNotes(validation.notes)] };
}

async function closedStateMessages(environment: Environment, customerNo: string, state: string): Promise<string[]> {
  const types = await environment.db.ports.get(orderTypesClosedToStateSourcePort)(environment.db, customerNo, state);
  if (types.length === 0) return [];
  return [`${stateNamesByCode[state] ?? state} is not open to ${types.join(', ')} orders: they are held (License).`];
}

async function verifyWithSource(
  environment: Environment,
  offline: AddressValidation,
  maxCandidates: number,
): Promise<AddressValidation> {
  const source = environment.db.ports.get(addressVerifierPort);
  if (source === undefined || source.isConnected?.() === false) return offline;
  if (offline.sourceQuery === undefined) return offline;
  try {
    return mergeAddressVerdict(
      offline,
      await source.verify(toAddressWithoutCountry(offline.sourceQuery)),
      maxCandidates,
    );
  } catch (error) {
    if (!(error instanceof CarrierSourceError)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'address verification failed');
    const confirmation = `The carrier could not be reached (${error.message}): the address is not confirmed.`;
    return { ...offline, notes: { ...offline.notes, confirmation } };
  }
}
