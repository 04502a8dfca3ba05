/**
 * Port for delivery point validation: a service that knows whether mail is delivered at an address (decision 27).
 * The port may be empty, or its source not connected, when the operator has no account with one.
 */
import type { PostalAddress } from './postal-address.ts';

/** A US address in standard form, without recipient lines unless it has no others. */
export type AddressWithoutCountry = Omit<PostalAddress, 'country'>;

export interface AddressVerdict {
  /** True only when the whole address is confirmed, units included. */
  readonly isDeliverable: boolean;
  /** In the source's spelling, in capitals; the query itself when it is not deliverable. */
  readonly corrected: AddressWithoutCountry;
  readonly classification: 'RESIDENTIAL' | 'BUSINESS' | 'MIXED' | 'UNKNOWN';
  /** The first messages of the source, in its own words, long ones cut; empty when it is deliverable. */
  readonly messages: readonly string[];
}

/** A service, such as a carrier's, that verifies whether an address is deliverable. */
export interface AddressVerifier {
  /** @throws CarrierSourceError when the source is unavailable or its reply is unusable */
  verify(address: AddressWithoutCountry): Promise<AddressVerdict>;
  /** Whether there is an account to ask; absent: there is. */
  isConnected?(): boolean;
}
