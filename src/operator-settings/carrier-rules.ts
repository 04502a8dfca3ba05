/** The operator's rules for choosing a carrier (decision 26). Pure. */
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';

/** The matching rule with the lowest rank is preferred. Absent conditions match everything. */
export interface CarrierRule {
  readonly rank: number;
  readonly carrier: CarrierCode;
  /** `*`: the requested service. */
  readonly service: CarrierServiceCode | '*';
  readonly fromMiles?: number;
  readonly toMiles?: number;
  /** Days of the year, `MM-DD`, both inclusive; a `from` after `to` spans the turn of the year. */
  readonly season?: { readonly from: string; readonly to: string };
  readonly icePack?: boolean;
  /** Two-letter codes. */
  readonly states?: readonly string[];
  /** In dollars. */
  readonly maxPrice?: number;
  readonly maxTransitDays?: number;
}

/** Used when the operator has set no rules: FedEx, then UPS, then GSO, with the requested service. */
export const defaultCarrierRules: readonly CarrierRule[] = [
  { rank: 1, carrier: 'FEX', service: '*' },
  { rank: 2, carrier: 'UPS', service: '*' },
  { rank: 3, carrier: 'GSO', service: '*' },
];
