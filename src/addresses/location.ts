/** Places where a carrier keeps a package until the recipient fetches it (interface: Commerce). Pure. */
import type { Point } from './places.ts';

/** The carriers whose locations are known (interface: Commerce). */
export const locationCarriers = ['FEX', 'UPS'] as const;
export type LocationCarrier = (typeof locationCarriers)[number];

export interface CarrierLocation {
  readonly carrier: LocationCarrier;
  /** The carrier's own name for it; an order gives it as `LocationCode`. */
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

/** Where to look, and how far. */
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

/** As people call them. */
export const carrierTitles: Readonly<Record<LocationCarrier, string>> = { FEX: 'FedEx', UPS: 'UPS' };

/** Which locations of a carrier are named by a file, also in rows that cannot be used. */
export interface NamedLocation {
  readonly carrier: LocationCarrier;
  readonly locationId: string;
}
