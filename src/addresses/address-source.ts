/**
 * Who can be asked whether mail is delivered at an address: a service that knows the delivery points (decision 27). None is
 * there unless the operator has an account with one.
 */

/** An address of the United States in standard form, without lines that say to whom. */
export interface AddressQuery {
  readonly streetLines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

export interface AddressVerdict {
  /** True only when the whole address is confirmed, units included. */
  readonly isDeliverable: boolean;
  /** As the source writes it. */
  readonly corrected: AddressQuery;
  readonly classification: 'RESIDENTIAL' | 'BUSINESS' | 'MIXED' | 'UNKNOWN';
  /** What the source said, in its words. */
  readonly messages: readonly string[];
}

export interface AddressSource {
  /** @throws SourceError when it cannot be asked or its answer cannot be used */
  verify(address: AddressQuery): Promise<AddressVerdict>;
}
