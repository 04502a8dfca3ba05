/**
 * Finds the ZIP codes of a city by state and name or by name alone, including misspelled names. The index is built on
 * first use and cached. Names are compared by `cityKey`.
 */
import { allPlaces, type Place } from './places.ts';
import { cityKey, spellingDistance } from './spelling.ts';

interface CityIndex {
  /** Places by city key, sorted by ZIP. */
  readonly byName: ReadonlyMap<string, readonly Place[]>;
  /** Places by state and city key, sorted by ZIP. */
  readonly byState: ReadonlyMap<string, ReadonlyMap<string, readonly Place[]>>;
}

/** The city names of a state, and the set of letters of each. */
interface LetterSets {
  readonly names: readonly string[];
  readonly of: Int32Array;
}

let index: CityIndex | undefined;
/** By state; built when a city name is first misspelled there. */
const letters = new Map<string, LetterSets>();

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

/** Builds the index now, so that the first request is not slower. */
export function loadCities(): void {
  cities();
}

/** All ZIPs of the cities with this name in a state; empty when there is no such city. */
export function zipsOfCity(state: string, city: string): readonly Place[] {
  return cities().byState.get(state)?.get(cityKey(city)) ?? none;
}

/** All ZIPs of the cities with this name in any state. */
export function zipsOfCityAnywhere(city: string): readonly Place[] {
  return cities().byName.get(cityKey(city)) ?? none;
}

/** The number of wrong letters allowed in a misspelled name. */
export function misspellingsAllowed(key: string): number {
  return key.length < 4 ? 0 : key.length < 8 ? 1 : 2;
}

/** True when two names differ, but by no more letters than allowed. */
export function isMisspelled(city: string, of: string): boolean {
  const [a, b] = [cityKey(city), cityKey(of)];
  const allowed = misspellingsAllowed(a);
  return a !== b && spellingDistance(a, b, allowed) <= allowed;
}

/**
 * The cities of a state whose names are nearest to a misspelled one, each with all its ZIPs; empty when none is near.
 */
export function misspelledCities(state: string, city: string): (readonly Place[])[] {
  const key = cityKey(city);
  const byName = cities().byState.get(state);
  let allowed = misspellingsAllowed(key);
  let found: (readonly Place[])[] = [];
  if (allowed === 0 || byName === undefined) return found;
  const { names, of } = letterSetsOf(state, byName);
  const wanted = letterSetOf(key);
  for (let at = 0; at < names.length; at += 1) {
    // A wrong letter changes at most two bits; this skips nearly all names.
    if (countBits(wanted ^ (of[at] as number)) > allowed * 2) continue;
    const name = names[at] as string;
    const distance = spellingDistance(key, name, allowed);
    if (distance === 0 || distance > allowed) continue;
    if (distance < allowed) found = [];
    allowed = distance;
    found.push(byName.get(name) ?? none);
  }
  return found;
}

function letterSetsOf(state: string, byName: ReadonlyMap<string, unknown>): LetterSets {
  let known = letters.get(state);
  if (known === undefined) {
    const names = [...byName.keys()];
    known = { names, of: Int32Array.from(names, letterSetOf) };
    letters.set(state, known);
  }
  return known;
}

/** The letters of a key as a bit set; all digits share one bit. */
function letterSetOf(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    letters |= 1 << (code >= 65 && code <= 90 ? code - 65 : 26);
  }
  return letters;
}

/** The number of set bits. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
