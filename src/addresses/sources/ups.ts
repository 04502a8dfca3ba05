/**
 * UPS Locator: builds requests and parses replies. Pure. Field names are from the carrier's public API description
 * (`POST /locations/v3/search/availabilities/1`).
 * The description does not say whether a location hands out wine. The caller passes the kinds of locations that do, in
 * the carrier's codes, which differ by country (decision 27).
 */
import type { CarrierLocation } from '../location.ts';
import type { SourceResult, SourceSearch } from '../location-source.ts';
import { degreesOf, fieldsOf, listOf, textOf } from './json-fields.ts';

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
export function upsRequest({ from, radiusMiles, maxResults }: SourceSearch, alcoholTypes: readonly string[]) {
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
export function parseUpsResponse(body: unknown, alcoholTypes: readonly string[]): SourceResult | undefined {
  const response = fieldsOf(fieldsOf(body).LocatorResponse);
  const status = textOf(fieldsOf(response.Response).ResponseStatusCode);
  const results = fieldsOf(response.SearchResults);
  if (status !== '1') return undefined;
  return {
    locations: listOf(results.DropLocation).flatMap((drop) => parseLocation(fieldsOf(drop), alcoholTypes) ?? []),
    messages: listOf(results.Disclaimer)
      .map(textOf)
      .filter((text) => text !== ''),
  };
}

/** The carrier's message from the body of an error reply; `''` when it has none. */
export function upsErrors(body: unknown): string {
  const refused = listOf(fieldsOf(fieldsOf(body).response).errors).map((error) => textOf(fieldsOf(error).message));
  const { Response } = fieldsOf(fieldsOf(body).LocatorResponse);
  const failed = listOf(fieldsOf(Response).Error).map((error) => textOf(fieldsOf(error).ErrorDescription));
  return [...refused, ...failed].filter((text) => text !== '').join('; ');
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Undefined for locations without package pickup (freight, access points that are not open), and without id or
 * coordinates.
 */
function parseLocation(drop: Fields, alcoholTypes: readonly string[]): CarrierLocation | undefined {
  const where = fieldsOf(drop.AddressKeyFormat);
  const geocode = fieldsOf(drop.Geocode);
  const latitude = degreesOf(geocode.Latitude, 90);
  const longitude = degreesOf(geocode.Longitude, 180);
  const accessPoint = fieldsOf(drop.AccessPointInformation);
  const status = textOf(fieldsOf(accessPoint.AccessPointStatus).Code);
  const storeNumber = textOf(drop.Number);
  // The API description forbids showing `LocationID` to users.
  const locationId = textOf(accessPoint.PublicAccessPointID) || storeNumber || textOf(drop.SLIC);
  if (locationId === '' || latitude === undefined || longitude === undefined) return undefined;
  if ((status !== '' && status !== open) || textOf(drop[purposeField]) === 'FRT') return undefined;
  const kinds = kindsOf(drop);
  const extension = textOf(where.PostcodeExtendedLow);
  return {
    carrier: 'UPS',
    locationId,
    storeNumber,
    locationType: textOf(kinds[0]?.Description),
    companyName: textOf(where[nameField]),
    streetLines: listOf(where.AddressLine)
      .map(textOf)
      .filter((line) => line !== ''),
    city: textOf(where.PoliticalDivision2).toUpperCase(),
    state: textOf(where.PoliticalDivision1),
    zipCode: `${textOf(where.PostcodePrimaryLow)}${extension === '' ? '' : `-${extension}`}`,
    point: { latitude, longitude },
    phoneNumber: textOf(drop.DisplayPhoneNumberIndicator) === '0' ? '' : textOf(listOf(drop.PhoneNumber)[0]),
    emailAddress: textOf(drop.EMailAddress),
    operatingHours: textOf(drop.StandardHoursOfOperation)
      .split(';')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    isAlcoholAllowed: kinds.some((kind) => alcoholTypes.includes(textOf(kind.Code))),
  };
}

/** The kind of location only; services and programs have their own codes, which may be equal. */
function kindsOf(drop: Fields): Fields[] {
  const attributes = listOf(drop.LocationAttribute).map(fieldsOf);
  return kindCodes.flatMap((kind) =>
    attributes
      .filter((attribute) => textOf(fieldsOf(attribute.OptionType).Code) === kind)
      .flatMap((attribute) => listOf(attribute.OptionCode).map(fieldsOf)),
  );
}
