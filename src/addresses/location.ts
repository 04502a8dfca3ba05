/** Carrier locations that hold packages for pickup by the recipient (interface: Commerce). Pure. */
import type { GeoPoint } from './places.ts';

/** The carriers with known locations (interface: Commerce). */
export const carriersWithLocations = ['FEX', 'UPS'] as const;
export type CarrierWithLocations = (typeof carriersWithLocations)[number];

export interface CarrierLocation {
  readonly carrier: CarrierWithLocations;
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
  readonly point: GeoPoint;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly operatingHours: readonly string[];
  readonly isAlcoholAllowed: boolean;
}

export interface FoundCarrierLocation {
  readonly location: CarrierLocation;
  readonly distanceMiles: number;
}

/** The center and radius of a search, and the requested page. */
export interface CarrierLocationSearch {
  readonly carriers: readonly CarrierWithLocations[];
  readonly from: GeoPoint;
  readonly radiusMiles: number;
  readonly skip: number;
  readonly top: number;
}

/** One page of the locations that a search found; `total` counts those of all pages. */
export interface PageOfCarrierLocations {
  readonly total: number;
  /** Nearest first. */
  readonly found: readonly FoundCarrierLocation[];
}

/** Carrier names for messages. */
export const namesOfCarriersWithLocations: Readonly<Record<CarrierWithLocations, string>> = {
  FEX: 'FedEx',
  UPS: 'UPS',
};

/** Identifies a carrier location. Ids are unique per carrier. */
export interface CarrierLocationKey {
  readonly carrier: CarrierWithLocations;
  readonly locationId: string;
}
