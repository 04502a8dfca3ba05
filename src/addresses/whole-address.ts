/**
 * Splits an address that is written whole in its street lines (`100 Main St, Napa, CA 94558`) into street, city, state
 * and ZIP code. Pure. A part that is given in its own field as well must be the same; otherwise nothing is split.
 */

import { stateNamesByCode } from '../contract/state-names.ts';
import { isDomesticCountry, parseStateCode } from '../contract/states.ts';
import { matchCityWithZipPlace } from './city-match.ts';
import { findPlaceOfZip, zip5Of } from './places.ts';
import type { PostalAddress } from './postal-address.ts';
import { toCityKey } from './spelling.ts';

/** The end of a street line that names a place; its ZIP code may be in its own field. */
interface Tail {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

const country = /[\s,]+(?:USA|US|U\.S\.A?\.?|United States(?: of America)?)\.?\s*$/i;
const zipAtEnd = /^(.*?)[\s,]+(\d{5}(?:-?\d{4})?)[\s.,]*$/s;
const maxLength = 255;
const maxStateWords = 3;
const maxCityWords = 5;

/** The last words of states and of the country: a cheap prefilter, because nearly no line is a whole address. */
const lastWords = new Set(
  ['US', 'USA', 'STATES', 'AMERICA', ...Object.entries(stateNamesByCode).flat()].map((name) =>
    lastWordOf(name.toUpperCase()),
  ),
);

function lastWordOf(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf(',')) + 1).replaceAll('.', '');
}

function mayEndWithPlace(line: string): boolean {
  const word = lastWordOf(line.trimEnd().replace(/[.,;]+$/, ''));
  return /^\d{5}(?:-?\d{4})?$/.test(word) || lastWords.has(word.toUpperCase());
}

/** The address with its street lines split, or as given where they are no whole address. */
export function splitWholeAddress(given: PostalAddress): PostalAddress {
  const at = given.streetLines.findLastIndex((line) => line.trim() !== '');
  const last = given.streetLines[at];
  if (last === undefined || last.length > maxLength || !isDomesticCountry(given.country)) return given;
  if (!mayEndWithPlace(last)) return given;
  const tail = findTail(last, given);
  if (tail === undefined || !agrees(tail, given)) return given;
  const before = given.streetLines.slice(0, at);
  const streetLines = tail.street === '' ? before : [...before, tail.street];
  if (!streetLines.some((line) => line.trim() !== '')) return given;
  const either = (own: string, found: string) => (own.trim() === '' ? found : own);
  return {
    streetLines,
    city: either(given.city, tail.city),
    state: either(given.state, tail.state),
    zipCode: either(given.zipCode, tail.zipCode),
    country: given.country,
  };
}

function findTail(line: string, given: PostalAddress): Tail | undefined {
  const text = line.replace(/\s*[,;]\s*/g, ', ').replace(country, '');
  const [, beforeZip, zipCode = ''] = zipAtEnd.exec(text) ?? [];
  const rest = trimmed(beforeZip ?? text);
  const place = findPlaceOfZip(zip5Of(zipCode === '' ? given.zipCode : zipCode) ?? '');
  if (place === undefined) return undefined;
  const words = rest.split(/\s+/);
  for (let count = Math.min(maxStateWords, words.length - 1); count > 0; count -= 1) {
    const state = parseStateCode(words.slice(-count).join(' ').replaceAll(',', ''));
    if (state !== place.state) continue;
    const isCity = (city: string) => {
      const { kind } = matchCityWithZipPlace(city, place, state);
      return (
        kind === 'same' ||
        kind === 'accepted' ||
        (given.city.trim() !== '' && toCityKey(city) === toCityKey(given.city))
      );
    };
    const found = splitCity(trimmed(words.slice(0, -count).join(' ')), isCity);
    if (found !== undefined) return { ...found, state, zipCode };
  }
  return undefined;
}

/** The city at the end of a text: what follows the last comma, else the most words that are a name there. */
function splitCity(text: string, isCity: (city: string) => boolean): { street: string; city: string } | undefined {
  const comma = text.lastIndexOf(',');
  const afterComma = text.slice(comma + 1).trim();
  if (comma > 0 && isCity(afterComma)) return { street: trimmed(text.slice(0, comma)), city: afterComma };
  const words = afterComma.split(/\s+/);
  for (let count = Math.min(maxCityWords, words.length); count > 0; count -= 1) {
    const city = words.slice(-count).join(' ');
    if (isCity(city)) return { street: trimmed(text.slice(0, text.length - city.length)), city };
  }
  return undefined;
}

/** Without separators at its end. */
function trimmed(text: string): string {
  return text.replace(/[\s,;]+$/, '').trim();
}

function agrees(tail: Tail, given: PostalAddress): boolean {
  const isSame = (own: string, found: string) => own.trim() === '' || found === '' || own === found;
  return (
    isSame(toCityKey(given.city.trim()), toCityKey(tail.city)) &&
    isSame(parseStateCode(given.state) ?? given.state, tail.state) &&
    isSame(zip5Of(given.zipCode) ?? given.zipCode, zip5Of(tail.zipCode) ?? '')
  );
}
