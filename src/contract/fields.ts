/**
 * The types of fields in requests and replies. Each field has a description for the API reference.
 *
 * How they are read (decision 4): `null` is absent everywhere; `""` is absent for codes, dates, date-times, amounts, numbers
 * and email addresses, and a value for plain texts, dates that it clears, and wherever a minimum length is set. Dates, numbers
 * and flags are also read in other spellings, which the kind of the field decides (lib/value-coercions.ts,
 * platform/http/formats.ts).
 */
import Type, { type TSchemaOptions, type TUnsafe } from 'typebox';
import { digitsCoercion, digitsOfWholeNumber, priceCoercion, type ValueCoercion } from '../lib/value-coercions.ts';
import { isDomesticCountry } from './states.ts';

/** Marks a property whose name starts with `Service`: it is also read under the name in which the operator's brand replaces that word (decision 1). */
export const brandedNameFieldOption = { brandedName: true } as const;

/** Marks a property of the interface that is ignored, whatever its value. */
export const ignoredFieldOption = { ignored: true } as const;

/** The text of a UUID, in either case. */
export const uuidPattern = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** The code of a warehouse: a capital letter, then 1 to 9 capital letters and digits. */
export const warehouseCodePattern = '^[A-Z][A-Z0-9]{1,9}$';

/**
 * The code of a warehouse. Any well-formed code, not only that of a known warehouse: the warehouse may be new, and an unknown one is 404 or
 * a refusal of the operation.
 */
export const warehouseCodeField = Type.String({
  pattern: warehouseCodePattern,
  description: 'The warehouse: 2 to 10 capital letters and digits, a letter first.',
});

/** A plain text; `""` is a value, which a `minLength` rejects. Lengths count characters. */
export function textField(
  description: string,
  limits: { minLength?: number; maxLength?: number } & TSchemaOptions = {},
) {
  return Type.String({ description, ...limits });
}

/** The most characters of what a person writes about a hold: its reason, the text of a rule that holds orders, the note of its release. */
export const maxHoldTextLength = 1000;

/** What a person writes about a hold, in every operation that takes it. */
export function holdTextField(description: string, limits: { minLength?: number } = {}) {
  return textField(description, { ...limits, maxLength: maxHoldTextLength });
}

/** A text that is often only digits (an order, phone or UPC number): a whole number is read as its digits. */
export function textOrNumberField(description: string, limits: { minLength?: number; maxLength?: number } = {}) {
  return textField(description, { ...limits, coercion: digitsCoercion });
}

/**
 * The number or name of a thing (an item, an order): never empty; a whole number is read as its digits. The default
 * `maxLength` of 255 is ours, because names are indexed.
 */
export function identifierField(description: string, limits: { minLength?: number; maxLength?: number } = {}) {
  return textOrNumberField(description, { minLength: 1, maxLength: 255, ...limits });
}

/**
 * A ZIP code that was sent as a number gets its leading zeros back, to 5 digits or to the 9 of a ZIP+4 code. Where the
 * address is in another country, or the length fits neither, the lost zeros are unknown, and the number stays one.
 */
const zipCodeCoercion: ValueCoercion = {
  read: (value, { Country: country } = {}) => {
    if (typeof value !== 'number') return value;
    const digits = digitsOfWholeNumber(value);
    const isZipCode = typeof digits === 'string' && hasUsZipCodes(country ?? '');
    if (!isZipCode) return value;
    if (digits.length <= 5) return digits.padStart(5, '0');
    return digits.length >= 7 && digits.length <= 9 ? digits.padStart(9, '0') : value;
  },
  message: 'must be a string, such as "02134"; a US ZIP code may be a number',
};

const hasUsZipCodes = (country: unknown): boolean => typeof country === 'string' && isDomesticCountry(country);

/** A figure space: a leading zero, if the country turns out to have ZIP codes. */
const possibleZero = '\u2007';

/** In an update without `Country` the country is that of the stored address, which is not known when the number is read. */
const zipCodePatchCoercion: ValueCoercion = {
  read: (value, siblings = {}) => {
    const zipCode = zipCodeCoercion.read(value, siblings);
    const isCountrySent = siblings.Country !== undefined && siblings.Country !== null;
    if (isCountrySent || typeof value !== 'number' || typeof zipCode !== 'string') return zipCode;
    return String(value).padStart(zipCode.length, possibleZero);
  },
  message: zipCodeCoercion.message,
};

/**
 * Restores the leading zeros of a ZIP code that `zipCodePatchField` read as a number without a country, if the country has
 * ZIP codes. Any other text is returned unchanged.
 */
export function restoreZipCodeZeros(zipCode: string, country: string): string {
  return zipCode.replaceAll(possibleZero, hasUsZipCodes(country) ? '0' : '');
}

/** A ZIP code of digits without its leading zeros, certain or possible. Any other text is returned unchanged. */
export function stripZipCodeZeros(zipCode: string): string {
  return zipCode.replace(/^[\u20070]+(?=\d+$)/, '');
}

/** A ZIP code, next to a `Country` in the same object where addresses may be abroad. */
export function zipCodeField(description: string, limits: { minLength?: number; maxLength?: number } = {}) {
  return textField(description, { ...limits, coercion: zipCodeCoercion });
}

/** A ZIP code of an update, next to a `Country`; without one, pass it to `restoreZipCodeZeros`. */
export function zipCodePatchField(description: string) {
  return textField(description, { coercion: zipCodePatchCoercion });
}

/** One of a closed list of codes. */
export function codeField<const Code extends string>(
  description: string,
  codes: readonly Code[],
  options: TSchemaOptions = {},
): TUnsafe<Code> {
  return Type.Unsafe<Code>({ type: 'string', enum: [...codes], description, ...options });
}

/** A flag of the interface: 0 or 1. */
export function flagField(description: string): TUnsafe<0 | 1> {
  return Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description });
}

/** Marks a text of several paragraphs, for which the interface sets no limit. */
export const longTextFieldOption = { longText: true } as const;

/** Marks a date of an update: `""` clears it. */
export const clearableFieldOption = { clearable: true } as const;

/**
 * A day, `MM/DD/YYYY` or `M/D/YYYY`; also read from ISO dates and from date-times, as the day that is written. Strict:
 * 02/30/2026 is rejected. Read it with `parseUsDate`.
 */
export function dateField(description: string, options: TSchemaOptions = {}) {
  return Type.String({ format: 'us-date', description, examples: ['11/18/2026'], ...options });
}

/**
 * An ISO 8601 date-time, offset optional; a date is its first moment. Read it with `parseInstant` and the zone that
 * decision 4 gives the field.
 */
export function dateTimeField(description: string) {
  return Type.String({ format: 'iso-date-time', description, examples: ['2026-11-18T17:00:00Z'] });
}

/** The inclusive end of a range of date-times: a date is its last moment. */
export function endDateTimeField(description: string) {
  return Type.String({ format: 'end-date-time', description, examples: ['2026-11-18T17:00:00Z'] });
}

/** An amount of dollars that the interface types as a string, checked as a number. Read it with `parseDecimal`. */
export function dollarAmountStringField(description: string) {
  return Type.String({ format: 'amount', description, examples: ['12.50'] });
}

/** A percentage that the interface types as a string. Read it with `parseDecimal`. */
export function percentageStringField(description: string) {
  return Type.String({ format: 'percentage', description, examples: ['13.8'] });
}

/** Another number that the interface types as a string. Read it with `parseDecimal`. */
export function decimalStringField(description: string) {
  return Type.String({ format: 'decimal', description, examples: ['12'] });
}

/** The maximum of an amount: fifteen digits, as amounts that are texts have before the decimal point. */
const maxAmount = 999_999_999_999_999;

/** A price; a negative one is a discount. The interface sets no limit; this one is that of amounts that are texts. */
export function priceField(description: string) {
  return Type.Number({ description, minimum: -maxAmount, maximum: maxAmount, coercion: priceCoercion });
}

/** A price that is never negative. */
export function unsignedPriceField(description: string) {
  return Type.Number({ description, minimum: 0, maximum: maxAmount, coercion: priceCoercion });
}

/** A transaction reference: a UUID. */
export function transactionReferenceField(description: string) {
  return Type.String({ format: 'uuid', description });
}

/** An id that the sender makes for a step, so that a request that is repeated makes it once. `of`: `scan`. */
export function clientGeneratedIdField(of: string) {
  const description = `A UUID that the station makes for each ${of}: sent again, it takes effect once.`;
  return Type.String({ pattern: uuidPattern, description });
}

/** The greatest quantity of units in one field. It is ours, far above any order and far below overflow. */
export const maxQuantity = 1_000_000;

/** A quantity on a line: an integer of at least 1. */
export function quantityField(description: string) {
  return Type.Integer({ description, minimum: 1, maximum: maxQuantity });
}

/** A quantity that may be 0. */
export function quantityOrZeroField(description: string) {
  return Type.Integer({ description, minimum: 0, maximum: maxQuantity });
}

/** An object with any content, which is read without its nulls. It may not be too deep, nor contain what cannot be stored. */
export function freeFormObjectField(description: string) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', description, additionalProperties: true });
}
