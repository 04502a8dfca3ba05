/**
 * FedEx Locations Search: what is asked and how the answer reads. Pure. Field names are those of the carrier's public
 * interface description (`POST /location/v1/locations`).
 */
import type { CarrierLocation } from '../location.ts';
import type { SourceAnswer, SourceSearch } from '../location-source.ts';
import { degreesOf, fieldsOf, listOf, textOf } from './json-fields.ts';

export const fedexPaths = { token: '/oauth/token', locations: '/location/v1/locations' } as const;

/**
 * The interface does not say of a location whether alcohol is handed out. Places where somebody checks the age of who
 * fetches it do; which these are is the operator's agreement with the carrier (decision 27).
 */
export const fedexAlcoholTypes: ReadonlySet<string> = new Set([
  'FEDEX_OFFICE',
  'FEDEX_SHIP_CENTER',
  'FEDEX_EXPRESS_STATION',
  'FEDEX_GROUND_TERMINAL',
  'FEDEX_SHIPSITE',
]);

/** The body of a search around a point. */
export function fedexRequest({ from, radiusMiles, mostResults }: SourceSearch) {
  return {
    locationsSummaryRequestControlParameters: {
      maxResults: mostResults,
      distance: { units: 'MI', value: radiusMiles },
    },
    locationSearchCriterion: 'GEOGRAPHIC_COORDINATES',
    location: { longLat: { latitude: from.latitude, longitude: from.longitude } },
    multipleMatchesAction: 'RETURN_ALL',
    sort: { criteria: 'DISTANCE', order: 'ASCENDING' },
    locationCapabilities: [{ transferOfPossessionType: 'HOLD_AT_LOCATION' }],
  };
}

/** Locations of an answer that can be used, and what the carrier said; `undefined` when it is no answer of this kind. */
export function readFedexAnswer(body: unknown): SourceAnswer | undefined {
  const output = fieldsOf(fieldsOf(body).output);
  if (!('locationDetailList' in output) && !('totalResults' in output)) return undefined;
  return {
    locations: listOf(output.locationDetailList).flatMap((detail) => readLocation(fieldsOf(detail)) ?? []),
    messages: listOf(output.alerts)
      .map((alert) => textOf(fieldsOf(alert).message))
      .filter((text) => text !== ''),
  };
}

/** What the carrier says is wrong, from the body of a refusal; `''` when it says nothing. */
export function fedexErrors(body: unknown): string {
  return listOf(fieldsOf(body).errors)
    .map((error) => textOf(fieldsOf(error).message))
    .filter((text) => text !== '')
    .join('; ');
}

function readLocation(detail: Readonly<Record<string, unknown>>): CarrierLocation | undefined {
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
    storeNumber: textOf(detail.storeNumber),
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
    isAlcoholAllowed: fedexAlcoholTypes.has(locationType),
  };
}

/** `MONDAY 09:00:00-19:00:00`, or `SUNDAY CLOSED_ALL_DAY`. */
function hoursOf(day: Readonly<Record<string, unknown>>): string[] {
  const name = textOf(day.dayOfWeek);
  const { begins, ends } = fieldsOf(day.operationalHours);
  const hours = begins === undefined ? textOf(day.operationalHoursType) : `${textOf(begins)}-${textOf(ends)}`;
  return name === '' || hours === '' ? [] : [`${name} ${hours}`];
}
