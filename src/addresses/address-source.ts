/**
 * Port for delivery point validation: a service that knows whether mail is delivered at an address (decision 27).
 * The port may be empty, or its source not connected, when the operator has no account with one.
 */

/** A US address in standard form, without recipient lines. */
export interface AddressQuery {
  readonly streetLines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

export interface AddressVerdict {
  /** True only when the whole address is confirmed, units included. */
  readonly isDeliverable: boolean;
  /** In the source's spelling. */
  readonly corrected: AddressQuery;
  readonly classification: 'RESIDENTIAL' | 'BUSINESS' | 'MIXED' | 'UNKNOWN';
  /** The messages of the source, unchanged. */
  readonly messages: readonly string[];
}

export interface AddressSource {
  /** @throws CarrierSourceError when the source is unavailable or its reply is unusable */
  verify(address: AddressQuery): Promise<AddressVerdict>;
  /** Whether there is an account to ask; absent: there is. */
  isConnected?(): boolean;
}
