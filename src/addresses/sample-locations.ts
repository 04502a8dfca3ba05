/**
 * A deterministic, plausible directory for the test environment, generated from the place data with invented names.
 * Pure.
 */

import { isMilitaryStateCode } from '../contract/states.ts';
import type { CarrierLocation, CarrierWithLocations } from './location.ts';
import { type GeoPoint, listZipPlaces, type ZipPlace } from './places.ts';

const streets = ['MAIN ST', 'OAK AVE', 'MARKET ST', 'PARK BLVD', 'CENTER DR', 'MILL RD', 'ELM ST', 'STATION PL'];

const kinds = [
  { locationType: 'SHIP CENTER', name: 'Carrier Ship Center', isAlcoholAllowed: true },
  { locationType: 'PHARMACY', name: 'Corner Pharmacy', isAlcoholAllowed: true },
  { locationType: 'GROCERY', name: 'Village Market', isAlcoholAllowed: true },
  { locationType: 'PACK AND SHIP', name: 'Pack and Post', isAlcoholAllowed: true },
  { locationType: 'LOCKER', name: 'Package Locker', isAlcoholAllowed: false },
] as const;

const hours = ['Mo-Fr 09:00-19:00', 'Sa 09:00-17:00', 'Su closed'];
const zipsPerLocation = 4;

/** About one location of each carrier per four ZIP codes, and at least one in each county. */
export function generateSampleCarrierLocations(): CarrierLocation[] {
  const found: CarrierLocation[] = [];
  const inCounty = new Map<string, number>();
  for (const place of listZipPlaces()) {
    const { point } = place;
    if (point === undefined || isMilitaryStateCode(place.state)) continue;
    const county = `${place.state} ${place.county}`;
    const before = inCounty.get(county) ?? 0;
    inCounty.set(county, before + 1);
    if (before % zipsPerLocation !== 0) continue;
    for (const carrier of ['FEX', 'UPS'] as const) found.push(sampleLocation(carrier, place, point));
  }
  return found;
}

function sampleLocation(carrier: CarrierWithLocations, place: ZipPlace, point: GeoPoint): CarrierLocation {
  const seed = hashText(`${carrier}${place.zip}`);
  const { locationType, name, isAlcoholAllowed } = kinds[seed % kinds.length] ?? kinds[0];
  const street = streets[(seed >>> 4) % streets.length];
  return {
    carrier,
    locationId: `${carrier === 'FEX' ? 'F' : 'U'}${place.zip}`,
    storeNumber: String(1000 + (seed % 9000)),
    locationType,
    companyName: name,
    streetLines: [`${100 + ((seed >>> 8) % 900)} ${street}`],
    city: place.city.toUpperCase(),
    state: place.state,
    zipCode: place.zip,
    // Offset from the center of the ZIP code by at most 0.01 degrees in each direction, differently for each carrier.
    point: {
      latitude: round(point.latitude + (((seed >>> 3) % 200) - 100) / 10_000),
      longitude: round(point.longitude + (((seed >>> 11) % 200) - 100) / 10_000),
    },
    phoneNumber: `555-01${String(seed % 100).padStart(2, '0')}`,
    emailAddress: '',
    operatingHours: hours,
    isAlcoholAllowed,
  };
}

/** Deterministic hash of a text (FNV-1a). */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

function round(degrees: number): number {
  return Number(degrees.toFixed(4));
}
