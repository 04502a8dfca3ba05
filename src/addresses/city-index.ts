/**
 * The places of a city, found by state and name or by name alone, also when the name is misspelled. Built from the place
 * data at first use, then kept. Names are compared by `cityKey`.
 */
import { allPlaces, type Place } from './places.ts';
import { cityKey, spellingDistance } from './spelling.ts';

interface CityIndex {
  /** Key of the name, then places in order of ZIP. */
  readonly byName: ReadonlyMap<string, readonly Place[]>;
  /** State, then key of the name, then places in order of ZIP. */
  readonly byState: ReadonlyMap<string, ReadonlyMap<string, readonly Place[]>>;
}

let index: CityIndex | undefined;

function cities(): CityIndex {
  index ??= build();
  return index;
}

function build(): CityIndex {
  const byName = new Map<string, Place[]>();
  const byState = new Map<string, Map<string, Place[]>>();
  for (const place of allPlaces()) {
    const key = cityKey(place.city);
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

const none: readonly Place[] = [];

/** Builds the index now, so that the first request does not wait for it. */
export function loadCities(): void {
  cities();
}

/** Every ZIP of a city of this name in a state; none where there is no such city. */
export function zipsOfCity(state: string, city: string): readonly Place[] {
  return cities().byState.get(state)?.get(cityKey(city)) ?? none;
}

/** Every ZIP of all cities of this name. */
export function zipsOfCityAnywhere(city: string): readonly Place[] {
  return cities().byName.get(cityKey(city)) ?? none;
}

/** How many letters may be wrong in a name before it is another one. */
export function misspellingsAllowed(key: string): number {
  return key.length < 4 ? 0 : key.length < 8 ? 1 : 2;
}

/** True when two names differ by no more letters than people mistype, but do differ. */
export function isMisspelled(city: string, of: string): boolean {
  const [a, b] = [cityKey(city), cityKey(of)];
  const allowed = misspellingsAllowed(a);
  return a !== b && spellingDistance(a, b, allowed) <= allowed;
}

/** ZIPs of the cities of a state whose names are nearest to a misspelled one; none when none is near. */
export function zipsOfMisspelledCity(state: string, city: string): readonly Place[] {
  const key = cityKey(city);
  let allowed = misspellingsAllowed(key);
  let found: Place[] = [];
  if (allowed === 0) return none;
  for (const [name, places] of cities().byState.get(state) ?? []) {
    const distance = spellingDistance(key, name, allowed);
    if (distance === 0 || distance > allowed) continue;
    if (distance < allowed) found = [];
    allowed = distance;
    found.push(...places);
  }
  return found;
}
