/**
 * FedEx Locations Search: builds requests and parses replies. Pure. Field names are from the carrier's public API
 * description (`POST /location/v1/locations`, version 1.0.0).
 * The description has no attribute, capability or special service for whether a location hands out wine. The caller
 * passes the kinds of locations that do (decision 27).
 */
import type { CarrierLocation } from '../location.ts';
import type { SourceResult, SourceSearch } from '../location-source.ts';
import { degreesOf, fieldsOf, listOf, textOf } from './json-fields.ts';

export const fedexPaths = { token: '/oauth/token', locations: '/location/v1/locations' } as const;

/**
 * The request body for locations around a point that hold packages for the recipient. The country is always required.
 */
export function fedexRequest({ from, radiusMiles, maxResults }: SourceSearch) {
  return {
    locationsSummaryRequestControlParameters: {
      maxResults: maxResults,
      distance: { units: 'MI', value: radiusMiles },
    },
    locationSearchCriterion: 'GEOGRAPHIC_COORDINATES',
    location: {
      address: { countryCode: 'US' },
      longLat: { latitude: from.latitude, longitude: from.longitude },
    },
    multipleMatchesAction: 'RETURN_ALL',
    sort: { criteria: 'DISTANCE', order: 'ASCENDING' },
    locationCapabilities: [{ transferOfPossessionType: 'HOLD_AT_LOCATION' }],
  };
}

/** The usable locations of a reply and the carrier's messages; `undefined` when the reply has another format. */
export function parseFedexResponse(body: unknown, alcoholTypes: readonly string[]): SourceResult | undefined {
  const output = fieldsOf(fieldsOf(body).output);
  if (!('locationDetailList' in output) && !('totalResults' in output)) return undefined;
  return {
    locations: listOf(output.locationDetailList).flatMap(
      (detail) => parseLocation(fieldsOf(detail), alcoholTypes) ?? [],
    ),
    messages: listOf(output.alerts)
      .map((alert) => textOf(fieldsOf(alert).message))
      .filter((text) => text !== ''),
  };
}

/** The carrier's message from the body of an error reply; `''` when it has none. */
export function fedexErrors(body: unknown): string {
  return listOf(fieldsOf(body).errors)
    .map((error) => textOf(fieldsOf(error).message))
    .filter((text) => text !== '')
    .join('; ');
}

function parseLocation(
  detail: Readonly<Record<string, unknown>>,
  alcoholTypes: readonly string[],
): CarrierLocation | undefined {
  const { contact, address } = fieldsOf(detail.contactAndAddress);
  const where = fieldsOf(address);
  const who = fieldsOf(contact);
  const coordinates = fieldsOf(detail.geoPositionalCoordinates);
  const latitude = degreesOf(coordinates.latitude, 90);
  const longitude = degreesOf(coordinates.longitude, 180);
  const locationId = textOf(detail.locationId);
  if (locationId === '' || latitude === undefined || longitude === undefined) return undefined;
  const locationType = textOf(detail.locationType);
  return {
    carrier: 'FEX',
    locationId,
    // FedEx has no number other than the id.
    storeNumber: '',
    locationType,
    companyName: textOf(who.companyName),
    streetLines: listOf(where.streetLines)
      .map(textOf)
      .filter((line) => line !== ''),
    city: textOf(where.city).toUpperCase(),
    state: textOf(where.stateOrProvinceCode),
    zipCode: textOf(where.postalCode),
    point: { latitude, longitude },
    phoneNumber: textOf(who.phoneNumber),
    emailAddress: textOf(who.emailAddress),
    operatingHours: listOf(detail.storeHours).flatMap((day) => hoursOf(fieldsOf(day))),
    isAlcoholAllowed: alcoholTypes.includes(locationType),
  };
}

/**
 * `MONDAY 09:00:00-12:00:00, 13:00:00-19:00:00`, or `SUNDAY CLOSED_ALL_DAY`. The API description names the day
 * `dayofweek` and lists the hours; published sample replies use `dayOfWeek` and a single pair.
 */
function hoursOf(day: Readonly<Record<string, unknown>>): string[] {
  const name = textOf(day.dayofweek) || textOf(day.dayOfWeek);
  const type = textOf(day.operationalHoursType);
  const pairs = listOf(day.operationalHours)
    .map(fieldsOf)
    .filter(({ begins }) => textOf(begins) !== '')
    .map(({ begins, ends }) => `${textOf(begins)}-${textOf(ends)}`);
  const hours = pairs.length === 0 || type.endsWith('_ALL_DAY') ? type : pairs.join(', ');
  return name === '' || hours === '' ? [] : [`${name} ${hours}`];
}
