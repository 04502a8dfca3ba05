/**
 * UPS Locator: builds requests and parses replies. Pure. Field names are from the carrier's public API description
 * (`POST /locations/v3/search/availabilities/1`).
 * The description does not say whether a location hands out wine. The caller passes the kinds of locations that do, in
 * the carrier's codes, which differ by country (decision 27).
 */
import type { CarrierLocation } from '../location.ts';
import type { CarrierLocationQuery, CarrierLocationReply } from '../location-source.ts';
import { jsonDegreesOf, jsonFieldsOf, jsonListOf, jsonTextOf } from './json-fields.ts';

export const upsPaths = {
  token: '/security/v1/oauth/token',
  locations: '/api/locations/v3/search/availabilities/1?Locale=en_US',
} as const;

// UPS terms for the name at an address and for the use of a location; ours differ.
const nameField = 'ConsigneeName';
const purposeField = 'FacilityType';
/** Attribute types of which a location has one each: its kind as a location and as a shop. */
const kindCodes = ['01', '02'];
const open = '01';
const degreesCharacters = 15;

/** The request body for locations around a point, limited to these kinds if given, else of all kinds. */
export function upsLocationRequest(
  { from, radiusMiles, maxResults }: CarrierLocationQuery,
  alcoholTypes: readonly string[],
) {
  return {
    LocatorRequest: {
      Request: { RequestAction: 'Locator' },
      OriginAddress: {
        Geocode: { Latitude: degreesText(from.latitude), Longitude: degreesText(from.longitude) },
        AddressKeyFormat: { CountryCode: 'US' },
      },
      Translate: { LanguageCode: 'ENG', Locale: 'en_US' },
      UnitOfMeasurement: { Code: 'MI' },
      LocationSearchCriteria: {
        ...(alcoholTypes.length === 0 ? {} : { SearchOption: [searchOption(alcoholTypes)] }),
        MaximumListSize: String(maxResults),
        // Whole miles only; locations beyond the radius are filtered out later.
        SearchRadius: String(Math.ceil(radiusMiles)),
      },
      SortCriteria: { SortType: '01' },
    },
  };
}

/** Degrees in exactly the number of characters that the API description requires. */
function degreesText(degrees: number): string {
  const whole = String(Math.trunc(degrees)).length + (degrees < 0 && degrees > -1 ? 1 : 0);
  return degrees.toFixed(degreesCharacters - whole - 1);
}

function searchOption(types: readonly string[]) {
  return { OptionType: { Code: '01' }, OptionCode: types.map((Code) => ({ Code })) };
}

/** The usable locations of a reply and the carrier's messages; `undefined` when the reply has another format. */
export function parseUpsLocations(body: unknown, alcoholTypes: readonly string[]): CarrierLocationReply | undefined {
  const response = jsonFieldsOf(jsonFieldsOf(body).LocatorResponse);
  const status = jsonTextOf(jsonFieldsOf(response.Response).ResponseStatusCode);
  const results = jsonFieldsOf(response.SearchResults);
  if (status !== '1') return undefined;
  return {
    locations: jsonListOf(results.DropLocation).flatMap(
      (drop) => parseLocation(jsonFieldsOf(drop), alcoholTypes) ?? [],
    ),
    messages: jsonListOf(results.Disclaimer)
      .map(jsonTextOf)
      .filter((text) => text !== ''),
  };
}

/** The carrier's message from the body of an error reply; `''` when it has none. */
export function upsErrorMessage(body: unknown): string {
  const refused = jsonListOf(jsonFieldsOf(jsonFieldsOf(body).response).errors).map((error) =>
    jsonTextOf(jsonFieldsOf(error).message),
  );
  const { Response } = jsonFieldsOf(jsonFieldsOf(body).LocatorResponse);
  const failed = jsonListOf(jsonFieldsOf(Response).Error).map((error) =>
    jsonTextOf(jsonFieldsOf(error).ErrorDescription),
  );
  return [...refused, ...failed].filter((text) => text !== '').join('; ');
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Undefined for locations without package pickup (freight, access points that are not open), and without id or
 * coordinates.
 */
function parseLocation(drop: Fields, alcoholTypes: readonly string[]): CarrierLocation | undefined {
  const where = jsonFieldsOf(drop.AddressKeyFormat);
  const geocode = jsonFieldsOf(drop.Geocode);
  const latitude = jsonDegreesOf(geocode.Latitude, 90);
  const longitude = jsonDegreesOf(geocode.Longitude, 180);
  const accessPoint = jsonFieldsOf(drop.AccessPointInformation);
  const status = jsonTextOf(jsonFieldsOf(accessPoint.AccessPointStatus).Code);
  const storeNumber = jsonTextOf(drop.Number);
  // The API description forbids showing `LocationID` to users.
  const locationId = jsonTextOf(accessPoint.PublicAccessPointID) || storeNumber || jsonTextOf(drop.SLIC);
  if (locationId === '' || latitude === undefined || longitude === undefined) return undefined;
  if ((status !== '' && status !== open) || jsonTextOf(drop[purposeField]) === 'FRT') return undefined;
  const kinds = kindsOf(drop);
  const extension = jsonTextOf(where.PostcodeExtendedLow);
  return {
    carrier: 'UPS',
    locationId,
    storeNumber,
    locationType: jsonTextOf(kinds[0]?.Description),
    companyName: jsonTextOf(where[nameField]),
    streetLines: jsonListOf(where.AddressLine)
      .map(jsonTextOf)
      .filter((line) => line !== ''),
    city: jsonTextOf(where.PoliticalDivision2).toUpperCase(),
    state: jsonTextOf(where.PoliticalDivision1),
    zipCode: `${jsonTextOf(where.PostcodePrimaryLow)}${extension === '' ? '' : `-${extension}`}`,
    point: { latitude, longitude },
    phoneNumber:
      jsonTextOf(drop.DisplayPhoneNumberIndicator) === '0' ? '' : jsonTextOf(jsonListOf(drop.PhoneNumber)[0]),
    emailAddress: jsonTextOf(drop.EMailAddress),
    operatingHours: jsonTextOf(drop.StandardHoursOfOperation)
      .split(';')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    isAlcoholAllowed: kinds.some((kind) => alcoholTypes.includes(jsonTextOf(kind.Code))),
  };
}

/** The kind of location only; services and programs have their own codes, which may be equal. */
function kindsOf(drop: Fields): Fields[] {
  const attributes = jsonListOf(drop.LocationAttribute).map(jsonFieldsOf);
  return kindCodes.flatMap((kind) =>
    attributes
      .filter((attribute) => jsonTextOf(jsonFieldsOf(attribute.OptionType).Code) === kind)
      .flatMap((attribute) => jsonListOf(attribute.OptionCode).map(jsonFieldsOf)),
  );
}
