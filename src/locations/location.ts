/** Locations of a warehouse, and what lies in them. Pure. */

/** `pick`: people pick from it. `reserve`: it refills pick faces. `tote`: carries picked bottles to the packing stations. */
export const locationKinds = ['pick', 'reserve', 'tote'] as const;

export type LocationKind = (typeof locationKinds)[number];

export interface LocationKey {
  readonly warehouse: string;
  /** Its code, in the form of `locationCodeOf`. */
  readonly location: string;
}

export interface Location extends LocationKey {
  readonly zone: string;
  /** People walk from the lowest to the highest. */
  readonly walkOrder: number;
  readonly kind: LocationKind;
  /** Units that fit; 0: any number. */
  readonly capacity: number;
}

/** Of one item in one inventory status. */
export interface BinContentKey extends LocationKey {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly status: string;
}

/** A claim about place; 0 units: the item belongs there. */
export interface BinContent extends BinContentKey {
  readonly quantity: number;
}

export const maxWalkOrder = 10_000_000;

export const maxCapacity = 1_000_000;

/** The form in which codes of locations are stored and compared. */
export const locationCodeOf = (scanned: string): string => scanned.trim().toUpperCase();

/** What a code in the form of `locationCodeOf` looks like. */
export const locationPattern = /^[A-Z0-9][A-Z0-9._/-]{0,29}$/;

/** By walk order, then by code. */
export const inWalkOrder = (a: Location, b: Location): number =>
  a.walkOrder - b.walkOrder || (a.location < b.location ? -1 : a.location > b.location ? 1 : 0);
