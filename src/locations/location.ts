/** Locations of a warehouse, and their contents. Pure. */

/** `pick`: people pick from it. `reserve`: it refills pick faces. `tote`: carries picked bottles to the packing stations. */
export const locationKinds = ['pick', 'reserve', 'tote'] as const;

export type LocationKind = (typeof locationKinds)[number];

export interface LocationKey {
  readonly warehouse: string;
  /** Its code, in the form of `normalizeLocationCode`. */
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

/** Identifies the content of a location: an item in one inventory status. */
export interface BinContentKey extends LocationKey {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly status: string;
}

/** The units of an item that are recorded in a location; 0 units in a pick face: the item belongs there. It changes no stock. */
export interface BinContent extends BinContentKey {
  readonly quantity: number;
}

export const maxWalkOrder = 10_000_000;

export const maxLocationCapacity = 1_000_000;

/** The form in which codes of locations are stored and compared. */
export const normalizeLocationCode = (scanned: string): string => scanned.trim().toUpperCase();

/** The pattern of location codes in the form of `normalizeLocationCode`. */
export const locationCodePattern = /^[A-Z0-9][A-Z0-9._/-]{0,29}$/;

/** Compares two locations by walk order, then by code. */
export const compareWalkOrder = (a: Location, b: Location): number =>
  a.walkOrder - b.walkOrder || (a.location < b.location ? -1 : a.location > b.location ? 1 : 0);
