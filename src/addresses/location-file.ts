/** Parses the file of carrier locations that an operator imports (docs/operating.md). Pure. */

import { type CsvRowFault, type CsvTableRow, parseCsvTable } from '../lib/csv-table.ts';
import { quoteTruncated } from '../lib/quoted.ts';
import {
  type CarrierLocation,
  type CarrierLocationKey,
  type CarrierWithLocations,
  carriersWithLocations,
} from './location.ts';
import { computeDistanceMiles, type GeoPoint, pointOfZip, type ZipPlace } from './places.ts';
import { matchZipCityState } from './suggestions.ts';
import { standardizeAddress } from './validation.ts';

const required = ['carrier', 'location_id', 'company', 'street', 'city', 'state', 'zip'] as const;
const optional = [
  'store_number',
  'location_type',
  'street2',
  'latitude',
  'longitude',
  'phone',
  'email',
  'hours',
  'alcohol',
] as const;
type Column = (typeof required)[number] | (typeof optional)[number];

interface ParsedCarrierLocationFile {
  readonly locations: readonly CarrierLocation[];
  /** Sorted by line. */
  readonly faults: readonly CsvRowFault[];
  /** Locations named by invalid rows: the import must not change or remove them. */
  readonly retained: readonly CarrierLocationKey[];
  /** False when a row may name a location that cannot be known from it: the import must not remove any. */
  readonly isComplete: boolean;
}

/**
 * Parses a file of pickup locations. Invalid rows are skipped and reported with all their faults. If a location is listed twice, the
 * first valid row counts, and the other one is reported.
 * @throws CsvTableError when the file as a whole is unusable
 */
export function parseCarrierLocationFile(text: string): ParsedCarrierLocationFile {
  const { rows, faults: ragged } = parseCsvTable<Column>(text, { required, optional });
  const faults: CsvRowFault[] = [...ragged];
  const locations = new Map<string, CarrierLocation>();
  const retained: CarrierLocationKey[] = [];
  const lineOf = new Map<string, number>();
  let isComplete = ragged.length === 0;
  for (const row of rows) {
    const read = parseRow(row);
    const key = `${read.location.carrier} ${read.location.locationId}`;
    const earlier = lineOf.get(key);
    if (read.faults.length === 0 && earlier === undefined) {
      locations.set(key, read.location);
      lineOf.set(key, row.line);
      continue;
    }
    faults.push(...read.faults);
    if (read.faults.length === 0) {
      faults.push({ line: row.line, column: 'location_id', message: `is already in line ${earlier}` });
    } else if (isCarrier(row.value('carrier')) && read.location.locationId !== '') {
      retained.push(read.location);
    } else isComplete = false;
  }
  return {
    locations: [...locations.values()],
    faults: faults.sort((a, b) => a.line - b.line),
    retained,
    isComplete,
  };
}

function isCarrier(text: string): text is CarrierWithLocations {
  return (carriersWithLocations as readonly string[]).includes(text.toUpperCase());
}

function parseRow({ line, value }: CsvTableRow<Column>): { location: CarrierLocation; faults: CsvRowFault[] } {
  const faults: CsvRowFault[] = [];
  const fault = (column: Column, message: string): void => {
    faults.push({ line, column, message });
  };
  for (const column of required) {
    const text = value(column);
    if (text === '') fault(column, 'must not be empty');
    else if (text.length > 255) fault(column, 'must have at most 255 characters');
  }
  const carrier = value('carrier').toUpperCase();
  if (carrier !== '' && !isCarrier(carrier)) fault('carrier', `must be FEX or UPS, not ${quoteTruncated(carrier)}`);
  const where = { city: value('city'), state: value('state'), zipCode: value('zip'), country: 'US' };
  const { state, zip5, place, stateAgrees } = matchZipCityState(where);
  if (value('state') !== '' && state === undefined)
    fault('state', `${quoteTruncated(value('state'))} is not a US state or territory`);
  if (value('zip') !== '' && zip5 === undefined)
    fault('zip', `${quoteTruncated(value('zip'))} has neither 5 nor 9 digits`);
  if (place !== undefined && state !== undefined && !stateAgrees) {
    fault('zip', `ZIP code ${place.zip} is in ${place.state}, but state is ${state}`);
  }
  const alcohol = yesOrNo(value('alcohol'));
  if (alcohol === undefined) fault('alcohol', `must be yes or no, not ${quoteTruncated(value('alcohol'))}`);
  const point = parsePoint({ latitude: value('latitude'), longitude: value('longitude'), zip5, place }, fault);
  const written = standardizeAddress({ ...where, streetLines: [value('street'), value('street2')] });
  return {
    faults,
    location: {
      carrier: carrier as CarrierWithLocations,
      locationId: value('location_id'),
      storeNumber: value('store_number'),
      locationType: value('location_type'),
      companyName: value('company'),
      streetLines: written.streetLines,
      city: written.city,
      state: written.state,
      zipCode: written.zipCode,
      point,
      phoneNumber: value('phone'),
      emailAddress: value('email'),
      operatingHours: value('hours')
        .split(';')
        .map((text) => text.trim())
        .filter((text) => text !== ''),
      isAlcoholAllowed: alcohol ?? false,
    },
  };
}

const unknownPoint: GeoPoint = { latitude: 0, longitude: 0 };

/** Coordinates farther than this from the ZIP code of the same row are wrong, for example by a sign or swapped digits. */
const maxMilesFromZip = 100;

interface Coordinates {
  readonly latitude: string;
  readonly longitude: string;
  readonly zip5: string | undefined;
  readonly place: ZipPlace | undefined;
}

/** Requires both coordinates or neither; without them, uses the point of the ZIP code or of its three-digit area. */
function parsePoint(
  { latitude, longitude, zip5, place }: Coordinates,
  fault: (column: Column, message: string) => void,
): GeoPoint {
  if (latitude === '' && longitude === '') {
    const middle = zip5 === undefined ? undefined : pointOfZip(zip5);
    if (zip5 !== undefined && middle === undefined) fault('zip', `${zip5} is not known: give latitude and longitude`);
    return middle ?? unknownPoint;
  }
  const point = {
    latitude: degrees('latitude', latitude, 90, fault),
    longitude: degrees('longitude', longitude, 180, fault),
  };
  const isRead = isNumber(latitude, point.latitude) && isNumber(longitude, point.longitude);
  const miles = isRead && place?.point ? computeDistanceMiles(point, place.point) : 0;
  if (miles > maxMilesFromZip) {
    fault('latitude', `and longitude lie ${Math.round(miles)} miles from ZIP code ${zip5}`);
  }
  return point;
}

function isNumber(text: string, value: number): boolean {
  return text !== '' && Number(text) === value;
}

function degrees(
  column: 'latitude' | 'longitude',
  text: string,
  most: number,
  fault: (column: Column, message: string) => void,
): number {
  const value = Number(text);
  if (text !== '' && Math.abs(value) <= most) return value;
  fault(column, `must be a number from -${most} to ${most}, not ${quoteTruncated(text)}`);
  return 0;
}

function yesOrNo(text: string): boolean | undefined {
  const plain = text.toLowerCase();
  if (['', 'yes', 'y', 'true', '1'].includes(plain)) return true;
  return ['no', 'n', 'false', '0'].includes(plain) ? false : undefined;
}
