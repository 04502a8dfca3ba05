/** Types of the operator's settings that carriers' calculations and several slices use (decision 8). */

/** Matches every carrier. */
export const anyCarrier = '*';

/** Working days that a carrier needs between two ZIP3 areas, as loaded by the operator. */
export interface TransitTime {
  /** Three digits each. */
  readonly originZip3: string;
  readonly destinationZip3: string;
  readonly service: string;
  /** `*` for all carriers. */
  readonly carrier: string;
  readonly days: number;
}

/** The operator's transit days from one origin; `undefined` where none are loaded. */
export type TransitDaysLookup = (destinationZip: string, carrier: string, service: string) => number | undefined;

export interface Warehouse {
  readonly code: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Five digits. */
  readonly zip: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Days of the week on which orders ship: 1 is Monday, 7 is Sunday. */
  readonly workingDays: readonly number[];
  readonly acceptsReturns: boolean;
  /** People release, pack and ship its orders (decision 42); absent or false: orders are started when they are due. */
  readonly isWorked?: boolean;
  /** Absent: no transit times are loaded. */
  readonly knownTransit?: TransitDaysLookup;
}

/** The latest time at which an order still ships on the same day. */
export interface Cutoff {
  readonly carrier: string;
  readonly service: string;
  /** `HH:mm` in the warehouse's time zone. */
  readonly time: string;
}

/** Applies where no cutoff is set for a carrier and service. */
export const defaultCutoffTime = '14:00';

export interface Holiday {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string;
}

/** The status that consumer orders draw first, and the default for other lines (decision 12). */
export const primaryInventoryStatus = 'GOOD-NO-TX';

export interface InventoryStatus {
  readonly code: string;
  readonly description: string;
  /** Drawn by consumer orders and counted by GetSellable: the primary status, and a customer's own if set (decision 12). */
  readonly sellableToConsumers: boolean;
  readonly bonded: boolean;
  readonly taxPaid: boolean;
  readonly returned: boolean;
  readonly damaged: boolean;
}

/**
 * The format of a shipper: `standard` for bottles of up to 1 liter and for other things, `magnum` for bottles of up to 1.5 liters, `large`
 * for one piece alone: a larger bottle, a wooden box, or a closed pack too large for each shipper of the format of its bottles.
 */
export const shipperBoxFormats = ['standard', 'magnum', 'large'] as const;
export type ShipperBoxFormat = (typeof shipperBoxFormats)[number];
