/** The customer, as other slices see it. */
import type { RateLimitOverrides } from './rate-limits.ts';

/** A customer's defaults for fields that an order leaves out (decision 4), and how short picks are treated. */
export interface CustomerPreferences {
  /** A carrier code: `FEX`. */
  readonly defaultCarrier?: string;
  /** A carrier service code, `GRND`. */
  readonly defaultService?: string;
  /** A warehouse code, `APC01`. */
  readonly defaultWarehouse?: string;
  /** The days of the week on which orders without a requested ship date ship, 1 Monday to 7 Sunday. */
  readonly shipDays?: readonly number[];
  /** The treatment of an order of which bottles are missing when it is picked (decision 42); absent: see `shortPickRuleOf`. */
  readonly shortPicks?: ShortPickRule;
}

/**
 * What happens to an order of which bottles are missing when it is picked. `ship short`: it ships without them. `hold`:
 * it leaves the floor and is allocated again.
 */
export type ShortPickRule = 'ship short' | 'hold';

/** The rule of a customer, the default of one that has none. */
export const shortPickRuleOf = (customer: Pick<Customer, 'preferences'> | undefined): ShortPickRule =>
  customer?.preferences.shortPicks ?? 'ship short';

/** Whether the operations that name an access token require one. */
export type AccessTokenRequirement = 'required' | 'optional';

export interface Customer {
  readonly customerNo: string;
  readonly name: string;
  readonly preferences: CustomerPreferences;
}

export interface CustomerRow {
  readonly customer_no: string;
  readonly name: string;
  readonly preferences: CustomerPreferences;
  readonly rate_limits: RateLimitOverrides;
  readonly token_policy: AccessTokenRequirement | null;
}
