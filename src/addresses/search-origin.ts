/**
 * Resolves the center of a location search: coordinates, a ZIP code, or a city with its state (interface: Commerce).
 * Pure. The most precise input is used. A ZIP in another state, and coordinates far from the ZIP or city, are faults; the
 * city is not compared with the ZIP.
 */

import { stateNamesByCode } from '../contract/state-names.ts';
import { parseStateCode } from '../contract/states.ts';
import type { Fault } from '../platform/errors.ts';
import { computeDistanceMiles, findPlaceOfZip, type GeoPoint, type ZipPlace, zip5Of } from './places.ts';
import { zipPlacesOfCityOrNearest } from './suggestions.ts';

interface SearchOriginRequest {
  readonly City?: string | undefined;
  readonly State?: string | undefined;
  readonly ZipCode?: string | undefined;
  readonly Latitude?: number | undefined;
  readonly Longitude?: number | undefined;
}

/** Coordinates farther than this from the given ZIP or city contradict it. */
const maxMilesFromZip = 100;

const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/**
 * The point to search around, or all faults: half of the coordinates (`Required`), an unknown state (`UnknownState`), a city
 * that is not in its state, unless a ZIP is given (`UnknownCity`), a ZIP without 5 or 9 digits (`Format`), an unknown ZIP,
 * unless City and State are known (`UnknownZipCode`), a contradiction (`Contradiction`). Without any of these: a place without
 * coordinates (`UnknownPoint`), or insufficient input (`Required`).
 */
export function resolveSearchOrigin(
  asked: SearchOriginRequest,
): { readonly from: GeoPoint } | { readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const fault: AddFault = (field, code, message, unless) => {
    faults.push(unless === undefined ? { field, code, message } : { field, code, message, unless });
  };
  const coordinates = coordinatesOf(asked, fault);
  const state = isFilled(asked.State) ? parseStateCode(asked.State) : undefined;
  if (isFilled(asked.State) && state === undefined) fault('State', 'UnknownState', 'is not a US state or territory');
  const city = cityOf(asked, state, fault);
  const zip = zipOf(asked, state, city !== undefined, fault);
  const place = zip ?? city;

  if (coordinates && place?.point && computeDistanceMiles(coordinates, place.point) > maxMilesFromZip) {
    fault(
      'Latitude',
      'Contradiction',
      `and Longitude lie more than ${maxMilesFromZip} miles from ${place.city}, ${place.state}`,
    );
  }
  if (faults.length > 0) return { faults };
  const from = coordinates ?? place?.point;
  if (from !== undefined) return { from };
  if (place !== undefined) {
    fault('ZipCode', 'UnknownPoint', `${place.zip} has no known place: give Latitude and Longitude`);
    return { faults };
  }
  return { faults: [isFilled(asked.City) ? stateMissing : allMissing] };
}

const stateMissing: Fault = {
  field: 'State',
  code: 'Required',
  message: 'must be given with City',
  unless: ['ZipCode', 'Latitude', 'Longitude'],
};
const allMissing: Fault = {
  field: 'ZipCode',
  code: 'Required',
  message: 'or City and State, or Latitude and Longitude, must be given',
  unless: ['City', 'State', 'Latitude', 'Longitude'],
};

type AddFault = (field: string, code: string, message: string, unless?: readonly string[]) => void;

function coordinatesOf(
  { Latitude: latitude, Longitude: longitude }: SearchOriginRequest,
  fault: AddFault,
): GeoPoint | undefined {
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  if (latitude !== undefined) fault('Longitude', 'Required', 'must be given with Latitude');
  if (longitude !== undefined) fault('Latitude', 'Required', 'must be given with Longitude');
  return undefined;
}

function zipOf(
  { ZipCode }: SearchOriginRequest,
  state: string | undefined,
  hasCity: boolean,
  fault: AddFault,
): ZipPlace | undefined {
  if (!isFilled(ZipCode)) return undefined;
  const zip5 = zip5Of(ZipCode);
  if (zip5 === undefined) {
    fault('ZipCode', 'Format', 'must have 5 or 9 digits');
    return undefined;
  }
  const place = findPlaceOfZip(zip5);
  if (place === undefined) {
    if (!hasCity) fault('ZipCode', 'UnknownZipCode', `${zip5} is not a known US ZIP code`);
    return undefined;
  }
  if (state !== undefined && state !== place.state) {
    fault('ZipCode', 'Contradiction', `${zip5} is in ${place.city}, ${place.state}, but State is ${state}`);
  }
  return place;
}

/** A ZIP is more precise, so an unknown city is a fault only without one. */
function cityOf(
  { City, State, ZipCode }: SearchOriginRequest,
  state: string | undefined,
  fault: AddFault,
): ZipPlace | undefined {
  if (!isFilled(City) || !isFilled(State) || state === undefined) return undefined;
  const places = zipPlacesOfCityOrNearest(state, City);
  const found = places.find((place) => place.point !== undefined) ?? places[0];
  if (found === undefined && !isFilled(ZipCode)) {
    // A valid ZIP code would have been used instead.
    fault('City', 'UnknownCity', `is not known in ${stateNamesByCode[state]}`, ['ZipCode']);
  }
  return found;
}
