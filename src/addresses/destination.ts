/**
 * The ZIP code of an address, for delivery estimates. Pure. Unlike `validateRecipient`, it rejects foreign addresses and
 * accepts a known City in its State without a ZIP.
 */

import { isDomesticCountry, isMilitaryStateCode } from '../contract/states.ts';
import type { Fault } from '../platform/errors.ts';
import { statesOfZip } from './places.ts';
import type { PostalAddress } from './postal-address.ts';
import { matchZipCityState, zipPlacesOfCityOrNearest } from './suggestions.ts';

interface DeliveryEstimateDestination {
  /** Five digits: the given ZIP, else one of the city. */
  readonly zip: string;
  /** AA, AE, AP: the carriers do not deliver there. */
  readonly isMilitary: boolean;
}

const zipMissing: Fault = {
  field: 'ZipCode',
  code: 'Required',
  message: 'or a known City in its State must be given',
  unless: ['City', 'State'],
};

/**
 * The destination ZIP code of an address, or its faults by the fields of `Address`. A country that is neither the United
 * States nor a territory (`UnsupportedCountry`) is the only fault. Otherwise all of these: a State that does not exist
 * (`UnknownState`), a ZipCode that is malformed (`Format`), unknown (`UnknownZipCode`, unless its first three digits are
 * those of military mail, or are used in the State and the City is known there), or in another state (`Contradiction`).
 * Without any of these: neither ZipCode nor a known City in its State (`Required`).
 */
export function parseDeliveryEstimateDestination(
  given: PostalAddress,
): { readonly destination: DeliveryEstimateDestination } | { readonly faults: readonly Fault[] } {
  if (!isDomesticCountry(given.country)) {
    const message = 'must be US or a US territory, because estimates cover only the USA';
    return { faults: [{ field: 'Country', code: 'UnsupportedCountry', message }] };
  }
  const faults: Fault[] = [];
  const read = matchZipCityState(given);
  const zipText = given.zipCode.trim();
  if (given.state.trim() !== '' && read.state === undefined) {
    faults.push({ field: 'State', code: 'UnknownState', message: 'is not a US state or territory' });
  }
  const ofCity = read.state === undefined ? undefined : zipPlacesOfCityOrNearest(read.state, read.city)[0];
  if (zipText === '') {
    if (ofCity === undefined && faults.length === 0) return { faults: [zipMissing] };
  } else if (read.zip5 === undefined) {
    faults.push({ field: 'ZipCode', code: 'Format', message: 'must have 5 or 9 digits' });
  } else if (read.place === undefined) {
    const states = statesOfZip(read.zip5);
    const isPlausible = ofCity !== undefined && read.state !== undefined && states.includes(read.state);
    // Military mail is not delivered, whichever of its ZIP codes is meant.
    if (!isPlausible && !states.some(isMilitaryStateCode)) {
      faults.push({ field: 'ZipCode', code: 'UnknownZipCode', message: `${read.zip5} is not a known US ZIP code` });
    }
  } else if (read.state !== undefined && !read.stateAgrees) {
    const message = `${read.zip5} is in ${read.place.city}, ${read.place.state}, but State is ${read.state}`;
    faults.push({ field: 'ZipCode', code: 'Contradiction', message });
  }
  const zip = read.zip5 ?? ofCity?.zip;
  if (faults.length > 0 || zip === undefined) return { faults };
  const state = statesOfZip(zip)[0] ?? read.state;
  return { destination: { zip, isMilitary: state !== undefined && isMilitaryStateCode(state) } };
}
