/**
 * What ZIP, city and state of a US address could have been meant to be, when they do not agree: the places that change
 * least of what was given, nearest by spelling and by place first. Pure.
 */
import { isMisspelled, zipsOfCity, zipsOfCityAnywhere, zipsOfMisspelledCity } from './city-index.ts';
import { distanceMiles, findZip, type Place, type Point, pointOfZip, zip5Of } from './places.ts';
import { cityKey, spellingDistance } from './spelling.ts';
import { stateCode, territoryOfCountry } from './states.ts';

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
const asGood = 0.35;
const missing = 0.5;
const misspelled = 0.6;
const oneDigit = 0.7;
const changed = 1;

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

interface Rated {
  readonly place: Place;
  readonly cost: number;
  /** Digits that differ between the ZIP given and this one. */
  readonly zipDistance: number;
  readonly miles: number;
}

/** The places that mend what was given, best first; none when it agrees already, or when nothing is like it. */
export function mendsOf(read: ReadPlace, givenZip: string): readonly Place[] {
  if (read.cityAgrees && read.stateAgrees) return [];
  const near = read.zip5 === undefined ? undefined : pointOfZip(read.zip5);
  const rated = [...consideredPlaces(read)].map((place) => rate(place, read, givenZip, near));
  const best = rated.reduce((least, { cost }) => Math.min(least, cost), Number.POSITIVE_INFINITY);
  return rated
    .filter(({ cost }) => cost <= best + asGood)
    .sort(
      (a, b) =>
        a.cost - b.cost || a.zipDistance - b.zipDistance || a.miles - b.miles || (a.place.zip < b.place.zip ? -1 : 1),
    )
    .map(({ place }) => place);
}

function consideredPlaces({ city, state, place }: ReadPlace): ReadonlySet<Place> {
  const found = new Set<Place>(place === undefined ? [] : [place]);
  const add = (places: Iterable<Place>): void => {
    for (const each of places) found.add(each);
  };
  if (city === '') return found;
  if (state !== undefined) {
    add(zipsOfCity(state, city));
    // With a known ZIP its own place already tells what the city was meant to be.
    if (found.size === 0) add(zipsOfMisspelledCity(state, city));
  }
  if (found.size === 0) add(zipsOfCityAnywhere(city));
  return found;
}

function rate(place: Place, read: ReadPlace, givenZip: string, near: Point | undefined): Rated {
  const digits = givenZip.replace(/\D/g, '').slice(0, 5);
  const zipDistance = spellingDistance(digits, place.zip, 5);
  return {
    place,
    cost: cityCost(place, read.city) + stateCost(place, read) + zipCost(zipDistance, digits),
    zipDistance,
    miles: near && place.point ? Math.round(distanceMiles(near, place.point)) : Number.MAX_VALUE,
  };
}

function cityCost(place: Place, city: string): number {
  if (city === '') return missing;
  if (cityKey(city) === cityKey(place.city)) return 0;
  return isMisspelled(city, place.city) ? misspelled : changed;
}

function stateCost(place: Place, { state }: ReadPlace): number {
  if (state === place.state) return 0;
  return state === undefined ? missing : changed;
}

function zipCost(distance: number, digits: string): number {
  if (distance === 0) return 0;
  if (digits === '') return missing;
  return distance === 1 ? oneDigit : changed;
}
