/**
 * Finds the ZIP codes of a city by state and name or by name alone, including misspelled names. The index is built on
 * first use and cached. Names are compared by `toCityKey`.
 */
import { listZipPlaces, type ZipPlace } from './places.ts';
import { preloadPopulationCenters } from './population-centers.ts';
import { type CityNameIndex, findSimilarCityNames, indexCityNames, maxWrongLettersOf } from './similar-names.ts';
import { computeEditDistance, toCityKey } from './spelling.ts';

interface CityIndex {
  /** Places by city key, sorted by ZIP. */
  readonly byName: ReadonlyMap<string, readonly ZipPlace[]>;
  /** Places by state and city key, sorted by ZIP. */
  readonly byState: ReadonlyMap<string, ReadonlyMap<string, readonly ZipPlace[]>>;
}

let index: CityIndex | undefined;
/** By state; built when a city name is first misspelled there. */
const nameLists = new Map<string, CityNameIndex>();

function cities(): CityIndex {
  index ??= build();
  return index;
}

function build(): CityIndex {
  const byName = new Map<string, ZipPlace[]>();
  const byState = new Map<string, Map<string, ZipPlace[]>>();
  for (const place of listZipPlaces()) {
    const key = toCityKey(place.city);
    const named = byName.get(key);
    if (named) named.push(place);
    else byName.set(key, [place]);
    let names = byState.get(place.state);
    if (!names) {
      names = new Map();
      byState.set(place.state, names);
    }
    const inState = names.get(key);
    if (inState) inState.push(place);
    else names.set(key, [place]);
  }
  return { byName, byState };
}

const none: readonly ZipPlace[] = [];

/** Builds the index of cities and loads the population centers now, so that the first request is not slower. */
export function preloadCityIndex(): void {
  cities();
  preloadPopulationCenters();
}

/** All ZIPs of the cities with this name in a state; empty when there is no such city. */
export function zipPlacesOfCity(state: string, city: string): readonly ZipPlace[] {
  return cities().byState.get(state)?.get(toCityKey(city)) ?? none;
}

/** All ZIPs of the cities with this name in any state. */
export function zipPlacesOfCityInAnyState(city: string): readonly ZipPlace[] {
  return cities().byName.get(toCityKey(city)) ?? none;
}

/** Whether `city` is a misspelling of `of`: in their normal form they differ, by no more letters than `maxWrongLettersOf` allows. */
export function isMisspelled(city: string, of: string): boolean {
  const [a, b] = [toCityKey(city), toCityKey(of)];
  const allowed = maxWrongLettersOf(a);
  return a !== b && computeEditDistance(a, b, allowed) <= allowed;
}

/**
 * The cities of a state whose names are nearest to a misspelled one, each with all its ZIPs; empty when none is near.
 */
export function findSimilarCities(state: string, city: string): (readonly ZipPlace[])[] {
  const byName = cities().byState.get(state);
  if (byName === undefined) return [];
  let list = nameLists.get(state);
  if (list === undefined) {
    list = indexCityNames(byName.keys());
    nameLists.set(state, list);
  }
  return findSimilarCityNames(list, toCityKey(city)).map((name) => byName.get(name) ?? none);
}
