/**
 * FedEx Locations Search: builds requests and parses replies. Pure. Field names are from the carrier's public API
 * description (`POST /location/v1/locations`, version 1.0.0).
 * The description has no attribute, capability or special service for whether a location hands out wine. The caller
 * passes the kinds of locations that do (decision 27).
 */
import type { CarrierLocation } from '../location.ts';
import type { CarrierLocationQuery, CarrierLocationReply } from '../location-source.ts';
import { coerceJsonDegrees, coerceJsonList, coerceJsonObject, coerceJsonText } from './json-fields.ts';

export const fedexPaths = { token: '/oauth/token', locations: '/location/v1/locations' } as const;

/**
 * The request body for locations around a point that hold packages for the recipient. The country is always required.
 */
export function buildFedexLocationRequest({ from, radiusMiles, maxResults }: CarrierLocationQuery) {
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
export function parseFedexLocations(body: unknown, alcoholTypes: readonly string[]): CarrierLocationReply | undefined {
  const output = coerceJsonObject(coerceJsonObject(body).output);
  if (!('locationDetailList' in output) && !('totalResults' in output)) return undefined;
  return {
    locations: coerceJsonList(output.locationDetailList).flatMap(
      (detail) => parseLocation(coerceJsonObject(detail), alcoholTypes) ?? [],
    ),
    messages: coerceJsonList(output.alerts)
      .map((alert) => coerceJsonText(coerceJsonObject(alert).message))
      .filter((text) => text !== ''),
  };
}

/** The carrier's message from the body of an error reply; `''` when it has none. */
export function parseFedexErrorMessage(body: unknown): string {
  return coerceJsonList(coerceJsonObject(body).errors)
    .map((error) => coerceJsonText(coerceJsonObject(error).message))
    .filter((text) => text !== '')
    .join('; ');
}

function parseLocation(
  detail: Readonly<Record<string, unknown>>,
  alcoholTypes: readonly string[],
): CarrierLocation | undefined {
  const { contact, address } = coerceJsonObject(detail.contactAndAddress);
  const where = coerceJsonObject(address);
  const who = coerceJsonObject(contact);
  const coordinates = coerceJsonObject(detail.geoPositionalCoordinates);
  const latitude = coerceJsonDegrees(coordinates.latitude, 90);
  const longitude = coerceJsonDegrees(coordinates.longitude, 180);
  const locationId = coerceJsonText(detail.locationId);
  if (locationId === '' || latitude === undefined || longitude === undefined) return undefined;
  const locationType = coerceJsonText(detail.locationType);
  return {
    carrier: 'FEX',
    locationId,
    // FedEx has no number other than the id.
    storeNumber: '',
    locationType,
    companyName: coerceJsonText(who.companyName),
    streetLines: coerceJsonList(where.streetLines)
      .map(coerceJsonText)
      .filter((line) => line !== ''),
    city: coerceJsonText(where.city).toUpperCase(),
    state: coerceJsonText(where.stateOrProvinceCode),
    zipCode: coerceJsonText(where.postalCode),
    point: { latitude, longitude },
    phoneNumber: coerceJsonText(who.phoneNumber),
    emailAddress: coerceJsonText(who.emailAddress),
    operatingHours: coerceJsonList(detail.storeHours).flatMap((day) => hoursOf(coerceJsonObject(day))),
    isAlcoholAllowed: alcoholTypes.includes(locationType),
  };
}

/**
 * `MONDAY 09:00:00-12:00:00, 13:00:00-19:00:00`, or `SUNDAY CLOSED_ALL_DAY`. The API description names the day
 * `dayofweek` and lists the hours; published sample replies use `dayOfWeek` and a single pair.
 */
function hoursOf(day: Readonly<Record<string, unknown>>): string[] {
  const name = coerceJsonText(day.dayofweek) || coerceJsonText(day.dayOfWeek);
  const type = coerceJsonText(day.operationalHoursType);
  const pairs = coerceJsonList(day.operationalHours)
    .map(coerceJsonObject)
    .filter(({ begins }) => coerceJsonText(begins) !== '')
    .map(({ begins, ends }) => `${coerceJsonText(begins)}-${coerceJsonText(ends)}`);
  const hours = pairs.length === 0 || type.endsWith('_ALL_DAY') ? type : pairs.join(', ');
  return name === '' || hours === '' ? [] : [`${name} ${hours}`];
}
