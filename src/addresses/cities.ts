/**
 * The larger US cities, derived from the place data. It has no population figures, so the number of a city's ZIP codes
 * is used as its size.
 */

import { isMilitaryStateCode, isTerritoryStateCode } from '../contract/states.ts';
import { type GeoPoint, listZipPlaces, type ZipPlace } from './places.ts';

export interface MajorCity {
  readonly city: string;
  readonly state: string;
  /** Its first ZIP code. */
  readonly zip: string;
  /** The location of that ZIP code, usually the old city center. */
  readonly point: GeoPoint;
  readonly zipCount: number;
}

const minZips = 15;

let cities: readonly MajorCity[] | undefined;

/** Cities of the 50 states and the District of Columbia with at least 15 ZIP codes, sorted by first ZIP. */
export function listMajorCities(): readonly MajorCity[] {
  cities ??= findMajorCities();
  return cities;
}

function findMajorCities(): readonly MajorCity[] {
  const found = new Map<string, { place: ZipPlace; point: GeoPoint; zipCount: number }>();
  for (const place of listZipPlaces()) {
    if (!place.point || isMilitaryStateCode(place.state) || isTerritoryStateCode(place.state)) continue;
    const key = `${place.city}, ${place.state}`;
    const entry = found.get(key);
    if (entry) entry.zipCount += 1;
    else found.set(key, { place, point: place.point, zipCount: 1 });
  }
  return [...found.values()]
    .filter(({ zipCount }) => zipCount >= minZips)
    .map(({ place, point, zipCount }) => ({ city: place.city, state: place.state, zip: place.zip, point, zipCount }));
}
