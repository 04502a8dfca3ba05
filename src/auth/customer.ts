/** What a customer is to the other slices. */
import type { RateLimitOverrides } from './rate-limits.ts';

/** What fills an order that leaves it out (decision 4). All optional: without them the operator's defaults hold. */
export interface CustomerPreferences {
  /** A carrier code, `FEX`. */
  readonly defaultCarrier?: string;
  /** A carrier service code, `GRND`. */
  readonly defaultService?: string;
  /** A warehouse code, `APC01`. */
  readonly defaultWarehouse?: string;
  /** Days of the week on which this customer's orders ship, 1 Monday to 7 Sunday, beside the warehouse's own. */
  readonly shipDays?: readonly number[];
}

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
}
