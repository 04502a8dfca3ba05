/**
 * FedEx Locations Search: builds requests and parses replies. Pure. Field names are from the carrier's public API
 * description (`POST /location/v1/locations`, version 1.0.0).
 * The description has no attribute, capability or special service for whether a location hands out wine. The caller
 * passes the kinds of locations that do (decision 27).
 */
import type { CarrierLocation } from '../location.ts';
import type { CarrierLocationQuery, CarrierLocationReply } from '../location-source.ts';
import { degreesFromJson, fieldsFromJson, listFromJson, textFromJson } from './json-fields.ts';

export const fedexPaths = { token: '/oauth/token', locations: '/location/v1/locations' } as const;

/**
 * The request body for locations around a point that hold packages for the recipient. The country is always required.
 */
export function fedexLocationRequest({ from, radiusMiles, maxResults }: CarrierLocationQuery) {
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
  const output = fieldsFromJson(fieldsFromJson(body).output);
  if (!('locationDetailList' in output) && !('totalResults' in output)) return undefined;
  return {
    locations: listFromJson(output.locationDetailList).flatMap(
      (detail) => parseLocation(fieldsFromJson(detail), alcoholTypes) ?? [],
    ),
    messages: listFromJson(output.alerts)
      .map((alert) => textFromJson(fieldsFromJson(alert).message))
      .filter((text) => text !== ''),
  };
}

/** The carrier's message from the body of an error reply; `''` when it has none. */
export function fedexErrorMessage(body: unknown): string {
  return listFromJson(fieldsFromJson(body).errors)
    .map((error) => textFromJson(fieldsFromJson(error).message))
    .filter((text) => text !== '')
    .join('; ');
}

function parseLocation(
  detail: Readonly<Record<string, unknown>>,
  alcoholTypes: readonly string[],
): CarrierLocation | undefined {
  const { contact, address } = fieldsFromJson(detail.contactAndAddress);
  const where = fieldsFromJson(address);
  const who = fieldsFromJson(contact);
  const coordinates = fieldsFromJson(detail.geoPositionalCoordinates);
  const latitude = degreesFromJson(coordinates.latitude, 90);
  const longitude = degreesFromJson(coordinates.longitude, 180);
  const locationId = textFromJson(detail.locationId);
  if (locationId === '' || latitude === undefined || longitude === undefined) return undefined;
  const locationType = textFromJson(detail.locationType);
  return {
    carrier: 'FEX',
    locationId,
    // FedEx has no number other than the id.
    storeNumber: '',
    locationType,
    companyName: textFromJson(who.companyName),
    streetLines: listFromJson(where.streetLines)
      .map(textFromJson)
      .filter((line) => line !== ''),
    city: textFromJson(where.city).toUpperCase(),
    state: textFromJson(where.stateOrProvinceCode),
    zipCode: textFromJson(where.postalCode),
    point: { latitude, longitude },
    phoneNumber: textFromJson(who.phoneNumber),
    emailAddress: textFromJson(who.emailAddress),
    operatingHours: listFromJson(detail.storeHours).flatMap((day) => hoursOf(fieldsFromJson(day))),
    isAlcoholAllowed: alcoholTypes.includes(locationType),
  };
}

/**
 * `MONDAY 09:00:00-12:00:00, 13:00:00-19:00:00`, or `SUNDAY CLOSED_ALL_DAY`. The API description names the day
 * `dayofweek` and lists the hours; published sample replies use `dayOfWeek` and a single pair.
 */
function hoursOf(day: Readonly<Record<string, unknown>>): string[] {
  const name = textFromJson(day.dayofweek) || textFromJson(day.dayOfWeek);
  const type = textFromJson(day.operationalHoursType);
  const pairs = listFromJson(day.operationalHours)
    .map(fieldsFromJson)
    .filter(({ begins }) => textFromJson(begins) !== '')
    .map(({ begins, ends }) => `${textFromJson(begins)}-${textFromJson(ends)}`);
  const hours = pairs.length === 0 || type.endsWith('_ALL_DAY') ? type : pairs.join(', ');
  return name === '' || hours === '' ? [] : [`${name} ${hours}`];
}
