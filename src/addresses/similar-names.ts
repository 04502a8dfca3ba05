/** Finds the names in a list that are nearest to a misspelled one. Pure. */
import { computeEditDistance } from './spelling.ts';

/** City keys, and the set of letters of each. */
export interface CityNameIndex {
  readonly names: readonly string[];
  readonly letters: Int32Array;
}

/** Indexes city names for `findSimilarCityNames`. Pass them as city keys (`toCityKey`). */
export function indexCityNames(names: Iterable<string>): CityNameIndex {
  const list = [...names];
  return { names: list, letters: Int32Array.from(list, letterSetOf) };
}

/** The number of wrong letters allowed in a misspelled name. */
export function maxWrongLettersOf(key: string): number {
  return key.length < 4 ? 0 : key.length < 8 ? 1 : 2;
}

/** The keys of the list that are nearest to a key without being equal to it; empty when none is near. */
export function findSimilarCityNames({ names, letters }: CityNameIndex, key: string): string[] {
  let allowed = maxWrongLettersOf(key);
  let found: string[] = [];
  if (allowed === 0) return found;
  const wanted = letterSetOf(key);
  for (let at = 0; at < names.length; at += 1) {
    // A wrong letter changes at most two bits; this skips nearly all names.
    if (countBits(wanted ^ (letters[at] as number)) > allowed * 2) continue;
    const name = names[at] as string;
    const distance = computeEditDistance(key, name, allowed);
    if (distance === 0 || distance > allowed) continue;
    if (distance < allowed) found = [];
    allowed = distance;
    found.push(name);
  }
  return found;
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
