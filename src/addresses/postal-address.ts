/** An address in its parts; `''` where a part is absent. */
export interface PostalAddress {
  readonly streetLines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}
