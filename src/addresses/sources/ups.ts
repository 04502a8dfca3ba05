/**
 * UPS Locator: builds requests and parses replies. Pure. Field names are from the carrier's public API description
 * (`POST /locations/v3/search/availabilities/1`).
 * The description does not say whether a location hands out wine. The caller passes the kinds of locations that do, in
 * the carrier's codes, which differ by country (decision 27).
 */
import type { CarrierLocation } from '../location.ts';
import type { CarrierLocationQuery, CarrierLocationReply } from '../location-source.ts';
import { coerceJsonDegrees, coerceJsonList, coerceJsonObject, coerceJsonText } from './json-fields.ts';

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
export function buildUpsLocationRequest(
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

/** The usable locations of a reply and the carrier's messages; `undefined` when the reply has another format or says that the request failed. */
export function parseUpsLocations(body: unknown, alcoholTypes: readonly string[]): CarrierLocationReply | undefined {
  const response = coerceJsonObject(coerceJsonObject(body).LocatorResponse);
  const status = coerceJsonText(coerceJsonObject(response.Response).ResponseStatusCode);
  const results = coerceJsonObject(response.SearchResults);
  if (status !== '1') return undefined;
  return {
    locations: coerceJsonList(results.DropLocation).flatMap(
      (drop) => parseLocation(coerceJsonObject(drop), alcoholTypes) ?? [],
    ),
    messages: coerceJsonList(results.Disclaimer)
      .map(coerceJsonText)
      .filter((text) => text !== ''),
  };
}

/** The carrier's message from the body of an error reply; `''` when it has none. */
export function parseUpsErrorMessage(body: unknown): string {
  const refused = coerceJsonList(coerceJsonObject(coerceJsonObject(body).response).errors).map((error) =>
    coerceJsonText(coerceJsonObject(error).message),
  );
  const { Response } = coerceJsonObject(coerceJsonObject(body).LocatorResponse);
  const failed = coerceJsonList(coerceJsonObject(Response).Error).map((error) =>
    coerceJsonText(coerceJsonObject(error).ErrorDescription),
  );
  return [...refused, ...failed].filter((text) => text !== '').join('; ');
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Undefined for locations without package pickup (freight, access points that are not open), and without id or
 * coordinates.
 */
function parseLocation(drop: Fields, alcoholTypes: readonly string[]): CarrierLocation | undefined {
  const where = coerceJsonObject(drop.AddressKeyFormat);
  const geocode = coerceJsonObject(drop.Geocode);
  const latitude = coerceJsonDegrees(geocode.Latitude, 90);
  const longitude = coerceJsonDegrees(geocode.Longitude, 180);
  const accessPoint = coerceJsonObject(drop.AccessPointInformation);
  const status = coerceJsonText(coerceJsonObject(accessPoint.AccessPointStatus).Code);
  const storeNumber = coerceJsonText(drop.Number);
  // The API description forbids showing `LocationID` to users.
  const locationId = coerceJsonText(accessPoint.PublicAccessPointID) || storeNumber || coerceJsonText(drop.SLIC);
  if (locationId === '' || latitude === undefined || longitude === undefined) return undefined;
  if ((status !== '' && status !== open) || coerceJsonText(drop[purposeField]) === 'FRT') return undefined;
  const kinds = kindsOf(drop);
  const extension = coerceJsonText(where.PostcodeExtendedLow);
  return {
    carrier: 'UPS',
    locationId,
    storeNumber,
    locationType: coerceJsonText(kinds[0]?.Description),
    companyName: coerceJsonText(where[nameField]),
    streetLines: coerceJsonList(where.AddressLine)
      .map(coerceJsonText)
      .filter((line) => line !== ''),
    city: coerceJsonText(where.PoliticalDivision2).toUpperCase(),
    state: coerceJsonText(where.PoliticalDivision1),
    zipCode: `${coerceJsonText(where.PostcodePrimaryLow)}${extension === '' ? '' : `-${extension}`}`,
    point: { latitude, longitude },
    phoneNumber:
      coerceJsonText(drop.DisplayPhoneNumberIndicator) === '0'
        ? ''
        : coerceJsonText(coerceJsonList(drop.PhoneNumber)[0]),
    emailAddress: coerceJsonText(drop.EMailAddress),
    operatingHours: coerceJsonText(drop.StandardHoursOfOperation)
      .split(';')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    isAlcoholAllowed: kinds.some((kind) => alcoholTypes.includes(coerceJsonText(kind.Code))),
  };
}

/** The kind of location only; services and programs have their own codes, which may be equal. */
function kindsOf(drop: Fields): Fields[] {
  const attributes = coerceJsonList(drop.LocationAttribute).map(coerceJsonObject);
  return kindCodes.flatMap((kind) =>
    attributes
      .filter((attribute) => coerceJsonText(coerceJsonObject(attribute.OptionType).Code) === kind)
      .flatMap((attribute) => coerceJsonList(attribute.OptionCode).map(coerceJsonObject)),
  );
}
