/** An address as orders have it. Absent parts are ''. */
export interface TwoLineAddress {
  readonly address: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}
