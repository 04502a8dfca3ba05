/**
 * The larger cities of the country, derived from the place data. There are no populations in it; the number of a
 * city's ZIP codes stands in for its size.
 */
import { allPlaces, type Place, type Point } from './places.ts';
import { isMilitary, isTerritory } from './states.ts';

export interface City {
  readonly city: string;
  readonly state: string;
  /** One ZIP code of it, the first. */
  readonly zip: string;
  /** Where that ZIP code is: the old center of the city. */
  readonly point: Point;
  readonly zipCount: number;
}

const minZips = 15;

let cities: readonly City[] | undefined;

/** Cities of the 50 states and the District with at least 15 ZIP codes, in order of their first ZIP. */
export function majorCities(): readonly City[] {
  cities ??= findMajorCities();
  return cities;
}

function findMajorCities(): readonly City[] {
  const found = new Map<string, { place: Place; point: Point; zipCount: number }>();
  for (const place of allPlaces()) {
    if (!place.point || isMilitary(place.state) || isTerritory(place.state)) continue;
    const key = `${place.city}, ${place.state}`;
    const entry = found.get(key);
    if (entry) entry.zipCount += 1;
    else found.set(key, { place, point: place.point, zipCount: 1 });
  }
  return [...found.values()]
    .filter(({ zipCount }) => zipCount >= minZips)
    .map(({ place, point, zipCount }) => ({ city: place.city, state: place.state, zip: place.zip, point, zipCount }));
}
