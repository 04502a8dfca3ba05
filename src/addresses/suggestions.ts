/**
 * What ZIP, city and state of a US address could have been meant to be, when they do not agree: the places that change
 * least of what was given, nearest by spelling and by place first. Pure.
 */
import { isMisspelled, misspelledCities, zipsOfCity, zipsOfCityAnywhere } from './city-index.ts';
import { distanceMiles, findZip, type Place, type Point, pointOfZip, zip5Of } from './places.ts';
import { cityKey } from './spelling.ts';
import { stateCode, territoryOfCountry } from './states.ts';
import { zipDistances } from './zip-distance.ts';

export interface GivenPlace {
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}

/** What was given, as far as it could be read. */
export interface ReadPlace {
  /** As given, blanks trimmed; `''` when absent. */
  readonly city: string;
  readonly state: string | undefined;
  readonly zip5: string | undefined;
  /** The place of the ZIP code, when it is known. */
  readonly place: Place | undefined;
  readonly cityAgrees: boolean;
  readonly stateAgrees: boolean;
}

/** A place changes one part of what was given as much as another when their costs differ by no more than this. */
const costTolerance = 0.35;
const missingCost = 0.5;
const misspelledCost = 0.6;
const oneDigitCost = 0.7;
const changedCost = 1;

/** Reads ZIP, city and state, and compares them. A territory may be named as the country and then is the state too. */
export function readPlace(given: GivenPlace): ReadPlace {
  const state = stateCode(given.state) ?? (given.state.trim() === '' ? territoryOfCountry(given.country) : undefined);
  const zip5 = zip5Of(given.zipCode);
  const place = zip5 === undefined ? undefined : findZip(zip5);
  const city = given.city.trim();
  return {
    city,
    state,
    zip5,
    place,
    cityAgrees: place !== undefined && cityKey(city) === cityKey(place.city),
    stateAgrees: place !== undefined && state === place.state,
  };
}

/** What the input could have been meant to be. */
export interface Suggestions {
  /** How many places mend it equally well. */
  readonly count: number;
  /** The best of them, in order; no more than were asked for. */
  readonly places: readonly Place[];
}

interface Rated {
  readonly place: Place;
  readonly cost: number;
  /** Digits that differ between the ZIP given and this one. */
  readonly zipDistance: number;
}

/** The places that mend what was given, at most `most` of them; none when it agrees already, or when nothing is like it. */
export function suggestionsFor(read: ReadPlace, givenZip: string, limit: number): Suggestions {
  if (read.cityAgrees && read.stateAgrees) return { count: 0, places: [] };
  const digits = givenZip.replace(/\D/g, '').slice(0, 5);
  const rated: Rated[] = [];
  for (const city of consideredCities(read)) rate(city, read, digits, rated);
  const least = rated.reduce((cost, each) => Math.min(cost, each.cost), Number.POSITIVE_INFINITY);
  const good = rated.filter(({ cost }) => cost <= least + costTolerance);
  const origin = read.zip5 === undefined ? undefined : pointOfZip(read.zip5);
  return { count: good.length, places: bestOf(good, limit, origin) };
}

/** Lists of places, each of one city of one name in the states that are as good as one another. */
function consideredCities({ city, state, place }: ReadPlace): (readonly Place[])[] {
  const found: (readonly Place[])[] = place === undefined ? [] : [[place]];
  const add = (places: readonly Place[]): void => {
    if (places.length > 0) found.push(places);
  };
  if (city === '') return found;
  if (state !== undefined) {
    add(zipsOfCity(state, city));
    // With a known ZIP its own place already tells what the city was meant to be.
    if (found.length === 0) found.push(...misspelledCities(state, city));
  }
  if (found.length === 0) add(zipsOfCityAnywhere(city));
  return found;
}

/** Adds the places of a city, which differ in their ZIP codes alone: the name is compared once. */
function rate(city: readonly Place[], read: ReadPlace, digits: string, rated: Rated[]): void {
  const [first] = city;
  if (first === undefined) return;
  const named = cityCost(first, read.city) + stateCost(first, read);
  const distances = zipDistances(digits, city);
  for (const [at, place] of city.entries()) {
    const zipDistance = distances[at] as number;
    rated.push({ place, cost: named + zipCost(zipDistance, digits), zipDistance });
  }
}

interface Ranked extends Rated {
  /** From where the ZIP given lies. */
  readonly miles: number;
}

/** By what they change, then by digits, then by miles. A city may have hundreds of ZIPs, of which a few are asked for. */
function bestOf(rated: readonly Rated[], limit: number, origin: Point | undefined): Place[] {
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

function milesFrom(origin: Point | undefined, { point }: Place): number {
  return origin && point ? Math.round(distanceMiles(origin, point)) : Number.MAX_VALUE;
}

function cityCost(place: Place, city: string): number {
  if (city === '') return missingCost;
  if (cityKey(city) === cityKey(place.city)) return 0;
  return isMisspelled(city, place.city) ? misspelledCost : changedCost;
}

function stateCost(place: Place, { state }: ReadPlace): number {
  if (state === place.state) return 0;
  return state === undefined ? missingCost : changedCost;
}

function zipCost(distance: number, digits: string): number {
  if (distance === 0) return 0;
  if (digits === '') return missingCost;
  return distance === 1 ? oneDigitCost : changedCost;
}
