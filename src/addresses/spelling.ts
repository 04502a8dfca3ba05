/** The normalized key of city names, and the edit distance of names and numbers. Pure. */
export { computeEditDistance } from '../lib/spelling-distance.ts';

const cityWords: Readonly<Record<string, string>> = {
  SAINT: 'ST',
  SAINTE: 'STE',
  FORT: 'FT',
  MOUNT: 'MT',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
};

const cachedKeys = new Map<string, string>();
const maxCached = 100_000;

/**
 * Normalizes a city name: `Saint Louis`, `St. Louis` and `ST LOUIS` have the same key. Abbreviates words such as
 * `Saint` and `North`, then ignores accents, punctuation, blanks and case.
 */
export function toCityKey(city: string): string {
  // No city name is this long; it is compared unchanged.
  if (city.length > 255) return city;
  const known = cachedKeys.get(city);
  if (known !== undefined) return known;
  const plain = /[^\x20-\x7e]/.test(city) ? city.normalize('NFD').replace(/\p{M}/gu, '') : city;
  const key = plain
    .toUpperCase()
    .replace(/[.'’]/g, '')
    .split(/[^A-Z0-9]+/)
    .map((word) => cityWords[word] ?? word)
    .join('');
  // Bounded, because callers may send arbitrary text; the number of place names is far smaller.
  if (city.length <= 40 && cachedKeys.size < maxCached) cachedKeys.set(city, key);
  return key;
}

/** The letters and digits of a name, without abbreviating its words: where the words themselves may be misspelled. */
export function toCityLettersAndDigits(city: string): string {
  return city
    .slice(0, 255)
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}
