/**
 * UPS Locator: what is asked and how the answer reads. Pure. Field names are those of the carrier's public interface
 * description (`POST /api/locations/v2/search/availabilities/1`).
 */
import type { CarrierLocation } from '../location.ts';
import type { SourceAnswer, SourceSearch } from '../location-source.ts';
import { degreesOf, fieldsOf, listOf, textOf } from './json-fields.ts';

export const upsPaths = {
  token: '/security/v1/oauth/token',
  locations: '/api/locations/v2/search/availabilities/1?Locale=en_US',
} as const;

/**
 * Codes of kinds of places: 001 customer centers, 002 franchised stores. The interface does not say of a place whether
 * alcohol is handed out; access points in shops are left out (decision 27).
 */
export const upsAlcoholTypes: ReadonlySet<string> = new Set(['001', '002']);

// The carrier's word for who is at an address; ours is another.
const nameField = 'ConsigneeName';

/** The body of a search around a point. */
export function upsRequest({ from, radiusMiles, mostResults }: SourceSearch) {
  return {
    LocatorRequest: {
      Request: { RequestAction: 'Locator' },
      OriginAddress: {
        Geocode: { Latitude: String(from.latitude), Longitude: String(from.longitude) },
        AddressKeyFormat: { CountryCode: 'US' },
      },
      Translate: { LanguageCode: 'ENG', Locale: 'en_US' },
      UnitOfMeasurement: { Code: 'MI' },
      LocationSearchCriteria: { MaximumListSize: String(mostResults), SearchRadius: String(radiusMiles) },
    },
  };
}

/** Locations of an answer that can be used, and what the carrier said; `undefined` when it is no answer of this kind. */
export function readUpsAnswer(body: unknown): SourceAnswer | undefined {
  const response = fieldsOf(fieldsOf(body).LocatorResponse);
  const status = textOf(fieldsOf(response.Response).ResponseStatusCode);
  const results = fieldsOf(response.SearchResults);
  if (status !== '1') return undefined;
  return {
    locations: listOf(results.DropLocation).flatMap((drop) => readLocation(fieldsOf(drop)) ?? []),
    messages: listOf(results.Disclaimer)
      .map(textOf)
      .filter((text) => text !== ''),
  };
}

/** What the carrier says is wrong, from the body of a refusal; `''` when it says nothing. */
export function upsErrors(body: unknown): string {
  const refused = listOf(fieldsOf(fieldsOf(body).response).errors).map((error) => textOf(fieldsOf(error).message));
  const { Response } = fieldsOf(fieldsOf(body).LocatorResponse);
  const failed = listOf(fieldsOf(Response).Error).map((error) => textOf(fieldsOf(error).ErrorDescription));
  return [...refused, ...failed].filter((text) => text !== '').join('; ');
}

function readLocation(drop: Readonly<Record<string, unknown>>): CarrierLocation | undefined {
  const where = fieldsOf(drop.AddressKeyFormat);
  const geocode = fieldsOf(drop.Geocode);
  const latitude = degreesOf(geocode.Latitude, 90);
  const longitude = degreesOf(geocode.Longitude, 180);
  const locationId = textOf(fieldsOf(drop.AccessPointInformation).PublicAccessPointID) || textOf(drop.LocationID);
  if (locationId === '' || latitude === undefined || longitude === undefined) return undefined;
  const kinds = listOf(drop.LocationAttribute).flatMap((attribute) =>
    listOf(fieldsOf(attribute).OptionCode).map(fieldsOf),
  );
  const extension = textOf(where.PostcodeExtendedLow);
  return {
    carrier: 'UPS',
    locationId,
    storeNumber: textOf(drop.Number),
    locationType: textOf(kinds[0]?.Description),
    companyName: textOf(where[nameField]),
    streetLines: listOf(where.AddressLine)
      .map(textOf)
      .filter((line) => line !== ''),
    city: textOf(where.PoliticalDivision2).toUpperCase(),
    state: textOf(where.PoliticalDivision1),
    zipCode: `${textOf(where.PostcodePrimaryLow)}${extension === '' ? '' : `-${extension}`}`,
    point: { latitude, longitude },
    phoneNumber: textOf(listOf(drop.PhoneNumber)[0]),
    emailAddress: textOf(drop.EMailAddress),
    operatingHours: textOf(drop.StandardHoursOfOperation)
      .split(';')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    isAlcoholAllowed: kinds.some((kind) => upsAlcoholTypes.has(textOf(kind.Code))),
  };
}
