/**
 * Suggests corrections for a US address whose ZIP, city and state disagree: the places that change the input least,
 * nearest by spelling and by distance first. Pure.
 */

import { parseStateCode, territoryCodeOfCountry } from '../contract/states.ts';
import { findSimilarCities, isMisspelled, zipPlacesOfCity, zipPlacesOfCityInAnyState } from './city-index.ts';
import { type CityMatch, matchCityWithZipPlace } from './city-match.ts';
import {
  computeDistanceMiles,
  findNearestZipPlaces,
  findPlaceOfZip,
  type GeoPoint,
  pointOfZip,
  type ZipPlace,
  zip5Of,
} from './places.ts';
import { populationCentersOfCityKey } from './population-centers.ts';
import type { PostalAddress } from './postal-address.ts';
import { toCityKey } from './spelling.ts';
import { computeZipEditDistances } from './zip-distance.ts';

/** ZIP code, city and state of an address as parsed, and whether city and state agree with the ZIP code. */
export interface ZipCityStateMatch {
  /** As given, trimmed; `''` when absent. */
  readonly city: string;
  readonly state: string | undefined;
  readonly zip5: string | undefined;
  /** The place of the ZIP code, if known. */
  readonly place: ZipPlace | undefined;
  /** How the city compares with that place; `undefined` without a known ZIP code or without a city. */
  readonly cityMatch: CityMatch | undefined;
  /** Whether the city is a name for the ZIP code, even if written wrong, or is `unlisted`; false without `cityMatch`. */
  readonly cityAgrees: boolean;
  readonly stateAgrees: boolean;
}

/** Places whose costs exceed the least by no more than this are equally good. */
const costTolerance = 0.35;
const missingCost = 0.5;
const misspelledCost = 0.6;
const oneDigitCost = 0.7;
const changedCost = 1;
const nearMiles = 25;
const maxNearZips = 5;

/** Parses and compares ZIP, city and state. A territory given as the country is the state where no state is given. */
export function matchZipCityState(given: Omit<PostalAddress, 'streetLines'>): ZipCityStateMatch {
  const state =
    parseStateCode(given.state) ?? (given.state.trim() === '' ? territoryCodeOfCountry(given.country) : undefined);
  const zip5 = zip5Of(given.zipCode);
  const place = zip5 === undefined ? undefined : findPlaceOfZip(zip5);
  const city = given.city.trim();
  const cityMatch = place === undefined || city === '' ? undefined : matchCityWithZipPlace(city, place, state);
  return {
    city,
    state,
    zip5,
    place,
    cityMatch,
    cityAgrees: cityMatch !== undefined && cityMatch.kind !== 'different',
    stateAgrees: place !== undefined && state === place.state,
  };
}

/** Places that an address with a contradictory or misspelled ZIP code, city or state may mean. */
interface ZipPlaceSuggestions {
  /** The number of equally good places. */
  readonly count: number;
  /** The best of them in order; at most the requested number. */
  readonly places: readonly ZipPlace[];
}

interface Rated {
  readonly place: ZipPlace;
  readonly cost: number;
  /** Edit distance between the given ZIP and this one. */
  readonly zipDistance: number;
}

/**
 * At most `limit` suggested places: for a consistent input only its own place, and that only where the city is misspelled. None when no
 * place is similar.
 */
export function suggestZipPlaces(read: ZipCityStateMatch, givenZip: string, limit: number): ZipPlaceSuggestions {
  const named = namedPlace(read);
  if (read.cityAgrees && read.stateAgrees) {
    const isRespelled = read.cityMatch?.kind === 'respelled' && named !== undefined;
    return isRespelled ? { count: 1, places: [named] } : { count: 0, places: [] };
  }
  const digits = givenZip.replace(/\D/g, '').slice(0, 5);
  const rated: Rated[] = [];
  for (const city of consideredCities(read)) rate(city, read, digits, rated);
  const least = rated.reduce((cost, each) => Math.min(cost, each.cost), Number.POSITIVE_INFINITY);
  const good = rated.filter(({ cost }) => cost <= least + costTolerance);
  const origin = read.zip5 === undefined ? undefined : pointOfZip(read.zip5);
  return { count: good.length, places: bestOf(good, limit, origin) };
}

/** The place of the ZIP code. Its city is the given one where that is an accepted or respelled name of the place. */
function namedPlace({ place, cityMatch }: ZipCityStateMatch): ZipPlace | undefined {
  if (place === undefined || cityMatch === undefined) return place;
  return cityMatch.kind === 'accepted' || cityMatch.kind === 'respelled' ? { ...place, city: cityMatch.name } : place;
}

/** Candidate places in lists: each has one city name, in one state or, where none is found there, in all states. */
function consideredCities(read: ZipCityStateMatch): (readonly ZipPlace[])[] {
  const { city, state } = read;
  const place = namedPlace(read);
  const found: (readonly ZipPlace[])[] = place === undefined ? [] : [[place]];
  const add = (places: readonly ZipPlace[]): void => {
    if (places.length > 0) found.push(places);
  };
  if (city === '') return found;
  if (state !== undefined) {
    const known = zipPlacesOfCity(state, city);
    add(known);
    if (place === undefined && known.length === 0) found.push(...zipsOfCenter(state, city));
    // The place of a known ZIP already gives the correct city, unless a neighbor of it is misspelled.
    if (found.length === 0) found.push(...findSimilarCities(state, city));
    else if (place !== undefined && known.length === 0 && !isMisspelled(city, place.city)) {
      found.push(...findSimilarCities(state, city).filter(([other]) => other !== undefined && isNear(other, place)));
    }
  }
  if (found.length === 0) add(zipPlacesOfCityInAnyState(city));
  return found;
}

/** The ZIP codes of a city or, for a name that no ZIP code has, those nearest to a place of that name. */
export function zipPlacesOfCityOrNearest(state: string, city: string): readonly ZipPlace[] {
  const own = zipPlacesOfCity(state, city);
  return own.length > 0 ? own : (zipsOfCenter(state, city)[0] ?? []);
}

/** The ZIP codes nearest to the places with a name that no ZIP code has, under that name. */
function zipsOfCenter(state: string, city: string): (readonly ZipPlace[])[] {
  return populationCentersOfCityKey(state, toCityKey(city)).map(({ name, point }) =>
    findNearestZipPlaces(point, { radiusMiles: nearMiles, limit: maxNearZips })
      .filter(({ place }) => place.state === state)
      .map(({ place }) => ({ ...place, city: name })),
  );
}

function isNear(one: ZipPlace, other: ZipPlace): boolean {
  return (
    one.point !== undefined && other.point !== undefined && computeDistanceMiles(one.point, other.point) <= nearMiles
  );
}

/** Rates the places of a list. Their city names are the same, and so are the costs of their states, so both are compared once. */
function rate(city: readonly ZipPlace[], read: ZipCityStateMatch, digits: string, rated: Rated[]): void {
  const [first] = city;
  if (first === undefined) return;
  const named = cityCost(first, read.city) + stateCost(first, read);
  const distances = computeZipEditDistances(digits, city);
  for (const [at, place] of city.entries()) {
    const zipDistance = distances[at] as number;
    rated.push({ place, cost: named + zipCost(zipDistance, digits), zipDistance });
  }
}

interface Ranked extends Rated {
  /** Distance from the given ZIP. */
  readonly miles: number;
}

/**
 * Sorted by cost, digits, miles and ZIP. Keeps only `limit` while reading, because a city may have hundreds of ZIPs and few are
 * requested.
 */
function bestOf(rated: readonly Rated[], limit: number, origin: GeoPoint | undefined): ZipPlace[] {
  const best: Ranked[] = [];
  for (const { place, cost, zipDistance } of rated) {
    const last = best.length < limit ? undefined : best.at(-1);
    if (last !== undefined && (cost - last.cost || zipDistance - last.zipDistance) > 0) continue;
    const ranked = { place, cost, zipDistance, miles: milesFrom(origin, place) };
    if (last !== undefined && compareRanked(ranked, last) > 0) continue;
    const after = best.findIndex((other) => compareRanked(ranked, other) < 0);
    if (after < 0) best.push(ranked);
    else best.splice(after, 0, ranked);
    if (best.length > limit) best.pop();
  }
  return best.map(({ place }) => place);
}

function compareRanked(a: Ranked, b: Ranked): number {
  return a.cost - b.cost || a.zipDistance - b.zipDistance || a.miles - b.miles || (a.place.zip < b.place.zip ? -1 : 1);
}

function milesFrom(origin: GeoPoint | undefined, { point }: ZipPlace): number {
  return origin && point ? Math.round(computeDistanceMiles(origin, point)) : Number.MAX_VALUE;
}

function cityCost(place: ZipPlace, city: string): number {
  if (city === '') return missingCost;
  if (toCityKey(city) === toCityKey(place.city)) return 0;
  return isMisspelled(city, place.city) ? misspelledCost : changedCost;
}

function stateCost(place: ZipPlace, { state }: ZipCityStateMatch): number {
  if (state === place.state) return 0;
  return state === undefined ? missingCost : changedCost;
}

function zipCost(distance: number, digits: string): number {
  if (distance === 0) return 0;
  if (digits === '') return missingCost;
  return distance === 1 ? oneDigitCost : changedCost;
}
