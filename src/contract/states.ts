/** How states and the United States are written. Territories and military regions count as United States (decision 9). */
import { stateNamesByCode } from './state-names.ts';

const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW']);
const militaryRegions = new Set(['AA', 'AE', 'AP']);
const codes = new Set(Object.keys(stateNamesByCode));
const codesByName = new Map(Object.entries(stateNamesByCode).map(([code, name]) => [name.toUpperCase(), code]));

/**
 * The 2-letter code of a state written as code or name, in any case (`ca`, `California`); `undefined` for any other text.
 */
export function parseStateCode(text: string): string | undefined {
  // Fast path: the usual spelling.
  if (codes.has(text)) return text;
  const plain = text.trim().replaceAll('.', '').replace(/\s+/g, ' ').toUpperCase();
  return codes.has(plain) ? plain : codesByName.get(plain);
}

/** Puerto Rico, the US Virgin Islands, Guam, American Samoa, the Northern Marianas and the freely associated states. */
export function isTerritoryStateCode(code: string): boolean {
  return territories.has(code);
}

/** AA, AE and AP: mail to US armed forces abroad. */
export function isMilitaryStateCode(code: string): boolean {
  return militaryRegions.has(code);
}

// The interface does not define these names as country codes, but they are unambiguous.
const unitedStates = new Set(['', 'US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA']);

/**
 * True for the United States as a country: absent, empty, `US` or `USA` (decision 4), or its name, in any case, with or
 * without periods. False for territories given as a country (`PR`); see `territoryCodeOfCountry`.
 */
export function isUnitedStates(country: string | null | undefined): boolean {
  if (country === null || country === undefined || country === 'US') return true;
  return unitedStates.has(country.trim().replaceAll('.', '').toUpperCase());
}

/** True within the postal service's domestic area: the United States, and its territories by code or name. */
export function isDomesticCountry(country: string | null | undefined): boolean {
  return isUnitedStates(country) || territoryCodeOfCountry(country ?? '') !== undefined;
}

/**
 * The state code of a territory given as a country: `PR` for `PR` or `Puerto Rico`. `undefined` otherwise, also for the
 * military regions and foreign codes (`AE` as a country is the United Arab Emirates).
 */
export function territoryCodeOfCountry(country: string): string | undefined {
  const code = parseStateCode(country);
  return code !== undefined && territories.has(code) ? code : undefined;
}
