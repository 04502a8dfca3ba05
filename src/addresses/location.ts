/** Carrier locations that hold packages for pickup by the recipient (interface: Commerce). Pure. */
import type { Point } from './places.ts';

/** The carriers with known locations (interface: Commerce). */
export const locationCarriers = ['FEX', 'UPS'] as const;
export type LocationCarrier = (typeof locationCarriers)[number];

export interface CarrierLocation {
  readonly carrier: LocationCarrier;
  /** The carrier's id of the location; orders send it as `LocationCode`. */
  readonly locationId: string;
  readonly storeNumber: string;
  readonly locationType: string;
  readonly companyName: string;
  readonly streetLines: readonly string[];
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  readonly zipCode: string;
  readonly point: Point;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly operatingHours: readonly string[];
  readonly isAlcoholAllowed: boolean;
}

export interface FoundLocation {
  readonly location: CarrierLocation;
  readonly distanceMiles: number;
}

/** The center and radius of a search, and the requested page. */
export interface LocationSearch {
  readonly carriers: readonly LocationCarrier[];
  readonly from: Point;
  readonly radiusMiles: number;
  readonly skip: number;
  readonly top: number;
}

export interface LocationPage {
  readonly total: number;
  /** Nearest first. */
  readonly found: readonly FoundLocation[];
}

/** Names for people. */
export const carrierTitles: Readonly<Record<LocationCarrier, string>> = { FEX: 'FedEx', UPS: 'UPS' };

/** A location that a file names, including in invalid rows. */
export interface NamedLocation {
  readonly carrier: LocationCarrier;
  readonly locationId: string;
}
