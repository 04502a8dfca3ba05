/**
 * UPS Locator: what is asked and how the answer reads. Pure. Field names are those of the carrier's public interface
 * description (`POST /locations/v3/search/availabilities/1`).
 *
 * Nothing in that description says of a location whether wine is handed out there. Whoever reads the answer says which kinds
 * of locations count, by the carrier's codes, which differ from country to country (decision 27).
 */
import type { CarrierLocation } from '../location.ts';
import type { SourceResult, SourceSearch } from '../location-source.ts';
import { degreesOf, fieldsOf, listOf, textOf } from './json-fields.ts';

export const upsPaths = {
  token: '/security/v1/oauth/token',
  locations: '/api/locations/v3/search/availabilities/1?Locale=en_US',
} as const;

// The carrier's words for who is at an address, and for what a place is for; ours are others.
const nameField = 'ConsigneeName';
const purposeField = 'FacilityType';
/** Kinds of attributes of which a location has one each: what it is, as a location or as a shop. */
const kindCodes = ['01', '02'];
const open = '01';
const degreesCharacters = 15;

/** The body of a search around a point; of these kinds of locations, where they are known, else of those that UPS has. */
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
        // Whole miles only; what is too far is left out afterwards.
        SearchRadius: String(Math.ceil(radiusMiles)),
      },
      SortCriteria: { SortType: '01' },
    },
  };
}

/** Degrees in as many characters as the description asks for, no more and no fewer. */
function degreesText(degrees: number): string {
  const whole = String(Math.trunc(degrees)).length + (degrees < 0 && degrees > -1 ? 1 : 0);
  return degrees.toFixed(degreesCharacters - whole - 1);
}

function searchOption(types: readonly string[]) {
  return { OptionType: { Code: '01' }, OptionCode: types.map((Code) => ({ Code })) };
}

/** Locations of an answer that can be used, and what the carrier said; `undefined` when it is no answer of this kind. */
export function parseUpsResponse(body: unknown, alcoholTypes: readonly string[]): SourceResult | undefined {
  const response = fieldsOf(fieldsOf(body).LocatorResponse);
  const status = textOf(fieldsOf(response.Response).ResponseStatusCode);
  const results = fieldsOf(response.SearchResults);
  if (status !== '1') return undefined;
  return {
    locations: listOf(results.DropLocation).flatMap((drop) => readLocation(fieldsOf(drop), alcoholTypes) ?? []),
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

type Fields = Readonly<Record<string, unknown>>;

/** None of what is no place to fetch a package from: freight, access points that are closed, what has no name to give. */
function readLocation(drop: Fields, alcoholTypes: readonly string[]): CarrierLocation | undefined {
  const where = fieldsOf(drop.AddressKeyFormat);
  const geocode = fieldsOf(drop.Geocode);
  const latitude = degreesOf(geocode.Latitude, 90);
  const longitude = degreesOf(geocode.Longitude, 180);
  const accessPoint = fieldsOf(drop.AccessPointInformation);
  const status = textOf(fieldsOf(accessPoint.AccessPointStatus).Code);
  const storeNumber = textOf(drop.Number);
  // `LocationID` is not to be shown to anybody, says the description.
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

/** What kind of place it is; its services and programs have codes of their own, which may be the same. */
function kindsOf(drop: Fields): Fields[] {
  const attributes = listOf(drop.LocationAttribute).map(fieldsOf);
  return kindCodes.flatMap((kind) =>
    attributes
      .filter((attribute) => textOf(fieldsOf(attribute.OptionType).Code) === kind)
      .flatMap((attribute) => listOf(attribute.OptionCode).map(fieldsOf)),
  );
}
