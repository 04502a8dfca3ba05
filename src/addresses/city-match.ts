/**
 * Compares the city of an address with the place of its ZIP code. Pure. People live in suburbs, neighborhoods and
 * villages whose names mail accepts although the ZIP code is named after another place; so a name is taken to be wrong
 * only where something speaks against it: it lies elsewhere, or it is another name misspelled.
 */

import { stateNamesByCode } from '../contract/state-names.ts';
import { isMilitaryStateCode } from '../contract/states.ts';
import { isMisspelled, zipPlacesOfCity } from './city-index.ts';
import { computeDistanceMiles, type GeoPoint, type ZipPlace } from './places.ts';
import {
  countStatesWithCity,
  findSimilarPopulationCenters,
  isLargeCity,
  type PopulationCenter,
  populationCentersOfCityKey,
} from './population-centers.ts';
import { computeEditDistance, toCityKey, toCityLettersAndDigits } from './spelling.ts';

/** How the city name of an address compares with the place of its ZIP code. */
export interface CityMatch {
  /**
   * `same`: the place of the ZIP code. `accepted`: another name in use there. `respelled`: one of these, but written
   * wrong. `unlisted`: a name that no place nearby has, without evidence against it. `different`: not a name for
   * this ZIP code.
   */
  readonly kind: 'same' | 'accepted' | 'respelled' | 'unlisted' | 'different';
  /** The name in its usual spelling; as given for `unlisted`, `different` and the beginning of a name (`Cardiff`). */
  readonly name: string;
}

/** A place without ZIP codes of its own uses those around it. */
const neighborhoodMiles = 25;
/** A name is taken to be that of another place, misspelled, only this near, unless that is a large city: many names are alike. */
const misspelledMiles = 12;
/** A place with ZIP codes of its own uses others only at its edge. */
const edgeMiles = 2.5;
const maxRadiusMiles = 3;
/** With more inhabitants for each of its ZIP codes, a place is also served by those of its neighbors. */
const inhabitantsPerZip = 100_000;
const inhabitantsPerSquareMile = 2_500;
/** A city with this many times the inhabitants of a town is likelier to have a neighborhood of its name. */
const townsPerCity = 10;
/** A name that so many states have is a common one, which neighborhoods have too. */
const commonNameStates = 3;
const shortNameLength = 6;

/** Compares a city name with the place of the ZIP code; `state` is the state as given, if known. */
export function matchCityWithZipPlace(city: string, place: ZipPlace, state: string | undefined): CityMatch {
  const key = toCityKey(city);
  if (key === toCityKey(place.city)) return named('same', city, place.city);
  const different: CityMatch = { kind: 'different', name: city };
  if (!isName(key) || isMilitaryStateCode(place.state)) return different;
  const accepted = acceptedName(key, place);
  if (accepted !== undefined) return named('accepted', city, accepted);
  for (const other of otherSpellings(key, place.state)) {
    const name = other === toCityKey(place.city) ? place.city : acceptedName(other, place);
    if (name !== undefined) return { kind: 'respelled', name };
  }
  // Cardiff for Cardiff By The Sea. Shorter beginnings (San, Fort, Palm) name no place.
  if (key.length >= shortNameLength && beginsWithWords(place.city, city)) return { kind: 'accepted', name: city };
  if (state !== place.state || isOtherPlace(key, place)) return different;
  // Old Metairie is a part of Metairie, not a misspelling of it.
  if (!hasWords(city, place.city) && isVariant(city, place)) return different;
  const similar = findSimilarPopulationCenters(place.state, city).filter(
    ({ name, point }) =>
      !isPartOf(city, name) && (isWithin(misspelledMiles, point, place.point) || isLargeCity(toCityKey(name))),
  );
  const [name] = similar.flatMap((found) => acceptedName(toCityKey(found.name), place) ?? []);
  if (name !== undefined) return { kind: 'respelled', name };
  return similar.length > 0 ? different : { kind: 'unlisted', name: city };
}

function named(kind: 'same' | 'accepted', city: string, name: string): CityMatch {
  return { kind: isRunTogether(city, name) ? 'respelled' : kind, name };
}

/** Words that people enter instead of a city. */
const cityPlaceholders = new Set(['NA', 'NONE', 'NULL', 'UNKNOWN', 'TBD', 'TEST', 'CITY']);

function isName(key: string): boolean {
  return /^[A-Z]{2,}$/.test(key) && !cityPlaceholders.has(key);
}

/** Words after which a blank is often omitted: McLean, DeKalb, LaSalle. */
const joinedPrefix = /^(?:Mc|Mac|De|Du|La|Le|Van|O|D) /i;

/** `LosAngeles`, `St.Louis`: fewer words than the name has. */
function isRunTogether(city: string, name: string): boolean {
  const words = wordCount(name.replace(/['’]/g, ''));
  return words > 1 && wordCount(city) < words - (joinedPrefix.test(name) ? 1 : 0);
}

function wordCount(text: string): number {
  return text.trim().split(/[\s'’-]+/).length;
}

/** Beginnings that a key abbreviates only where they are words: in `NorthHollywood` they are not. */
const longBeginnings: readonly (readonly [string, string])[] = [
  ['SAINTE', 'STE'],
  ['SAINT', 'ST'],
  ['FORT', 'FT'],
  ['MOUNT', 'MT'],
  ['NORTH', 'N'],
  ['SOUTH', 'S'],
  ['EAST', 'E'],
  ['WEST', 'W'],
];

/** Keys that the same name may have in another spelling: words run together, the state or `City` after it, `City of`. */
function otherSpellings(key: string, state: string): string[] {
  const found: string[] = [];
  for (const [long, short] of longBeginnings) {
    if (key.startsWith(long)) found.push(short + key.slice(long.length));
  }
  for (const ending of [state, toCityKey(stateNamesByCode[state] ?? state)]) {
    if (key.endsWith(ending) && key.length > ending.length + 2) found.push(key.slice(0, -ending.length));
  }
  if (key.endsWith('CITY')) found.push(key.slice(0, -4));
  if (key.startsWith('CITYOF')) found.push(key.slice(6));
  return found;
}

/** The usual spelling of a key that is another name in use at a ZIP code. */
function acceptedName(key: string, { point, state }: ZipPlace): string | undefined {
  if (point === undefined) return undefined;
  const own = zipPlacesOfCity(state, key);
  const centers = populationCentersOfCityKey(state, key);
  if (centers.length === 0) return own.find((zip) => isWithin(edgeMiles, zip.point, point))?.city;
  return centers.find((center) => serves(center, own, point))?.name;
}

function serves(center: PopulationCenter, own: readonly ZipPlace[], point: GeoPoint): boolean {
  const miles = computeDistanceMiles(center.point, point);
  if (miles > neighborhoodMiles) return false;
  const ownHere = own.filter((zip) => isWithin(neighborhoodMiles, zip.point, center.point)).length;
  if (ownHere === 0) return true;
  const radius = Math.sqrt(center.population / inhabitantsPerSquareMile / Math.PI);
  const isShared = center.population > ownHere * inhabitantsPerZip;
  return miles <= edgeMiles + (isShared ? radius : Math.min(radius, maxRadiusMiles));
}

/** The inhabitants of the city of a ZIP code. */
function inhabitantsOfCity({ state, city, point }: ZipPlace): number {
  const near = populationCentersOfCityKey(state, toCityKey(city)).filter((center) =>
    isWithin(neighborhoodMiles, center.point, point),
  );
  return Math.max(0, ...near.map(({ population }) => population));
}

function isWithin(miles: number, one: GeoPoint | undefined, other: GeoPoint | undefined): boolean {
  return one !== undefined && other !== undefined && computeDistanceMiles(one, other) <= miles;
}

/**
 * Whether the name is known as that of a place elsewhere: in the same state, or as a large city of another one. A
 * hamlet far away with a quite different ZIP code says nothing about a neighborhood of the same name; nor does a town,
 * where the ZIP code is that of a large city with many times its inhabitants, whose neighborhoods the data does not name,
 * unless the name is distinctive: Brentwood is also a part of Los Angeles, but Napa with ZIP codes of its own is only Napa.
 */
function isOtherPlace(key: string, place: ZipPlace): boolean {
  const { state, zip, point } = place;
  const own = zipPlacesOfCity(state, key);
  const namesakes = populationCentersOfCityKey(state, key);
  if (namesakes.length > 0) {
    const inhabitants = inhabitantsOfCity(place);
    const isTown = namesakes.every(
      (namesake) =>
        namesake.population * townsPerCity <= inhabitants && !isWithin(neighborhoodMiles, namesake.point, point),
    );
    const isDistinctive = own.length > 0 && countStatesWithCity(key) < commonNameStates;
    if (!isTown || isDistinctive || !isLargeCity(toCityKey(place.city))) return true;
  } else if (own.length === 0) return isLargeCity(key);
  return own.some(
    (other) =>
      point === undefined ||
      isWithin(neighborhoodMiles, other.point, point) ||
      computeEditDistance(other.zip, zip, 1) <= 1,
  );
}

/** The words of a name in capital letters, each with a space before and after it. */
function wordsOf(name: string): string {
  return ` ${name
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')} `;
}

function hasWords(name: string, part: string): boolean {
  return wordsOf(name).includes(wordsOf(part));
}

function beginsWithWords(name: string, part: string): boolean {
  return wordsOf(name).startsWith(wordsOf(part));
}

/** `West Seattle` and `Seattle`: neighbors, not misspellings. */
function isPartOf(one: string, other: string): boolean {
  return hasWords(one, other) || hasWords(other, one);
}

/** Whether the name is that of the ZIP code's place, misspelled or abbreviated: `Filadelfia`, `LA`, `Vegas`. */
function isVariant(city: string, place: ZipPlace): boolean {
  const [key, full] = [toCityKey(city), toCityKey(place.city)];
  if (isMisspelled(city, place.city)) return true;
  if (isSimilar(key, full) || isSimilar(toCityLettersAndDigits(city), toCityLettersAndDigits(place.city))) return true;
  const initials = place.city.split(/[\s-]+/).map((word) => word.slice(0, 1).toUpperCase());
  if (initials.length > 1 && [initials.join(''), `${initials.join('')}C`].includes(key)) return true;
  return key.length > 2 && (full.startsWith(key) || (key.length > 3 && full.endsWith(key)));
}

/** Whether at most a third of the letters is wrong. */
function isSimilar(one: string, other: string): boolean {
  const wrongLetters = Math.floor(Math.max(one.length, other.length) / 3);
  return computeEditDistance(one, other, wrongLetters) <= wrongLetters;
}
