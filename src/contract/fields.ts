/**
 * The types of fields in requests and replies. Each field has a description for the API reference.
 *
 * How they are read (decision 4): `null` is absent everywhere; `""` is absent for codes, dates, date-times, amounts, numbers
 * and email addresses, and a value for plain texts and wherever a minimum length is set.
 */
import Type, { type TSchemaOptions, type TUnsafe } from 'typebox';

/** Marks a property whose name starts with `Service`: the operator's brand is accepted in its place (decision 1). */
export const brandedName = { brandedName: true } as const;

/** Marks a property of the interface that is ignored, whatever its value. */
export const ignored = { ignored: true } as const;

/** A plain text; `""` is a value unless `minLength` is set. Lengths count characters. */
export function textField(
  description: string,
  limits: { minLength?: number; maxLength?: number } & TSchemaOptions = {},
) {
  return Type.String({ description, ...limits });
}

/** A name: never empty. The default `maxLength` of 255 is ours, because names are indexed. */
export function nameField(description: string, limits: { minLength?: number; maxLength?: number } = {}) {
  return Type.String({ description, minLength: 1, maxLength: 255, ...limits });
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

/** Marks a date of an update: `""` clears it. */
export const clearable = { clearable: true } as const;

/** A day, `MM/DD/YYYY` or `M/D/YYYY`. Strict: 02/30/2026 is rejected. Read it with `parseDate`. */
export function dateField(description: string, options: TSchemaOptions = {}) {
  return Type.String({ format: 'us-date', description, examples: ['11/18/2026'], ...options });
}

/** An ISO 8601 date-time, offset optional. Read it with `parseInstant` and the zone that decision 4 gives the field. */
export function dateTimeField(description: string) {
  return Type.String({ format: 'iso-date-time', description, examples: ['2026-11-18T17:00:00Z'] });
}

/** An amount that the interface types as a string, checked as a number. Read it with `parseDecimal`. */
export function amountField(description: string) {
  return Type.String({ format: 'amount', description, examples: ['12.50'] });
}

/** The maximum of an amount: fifteen digits before the decimal point, as for amounts that are texts. */
const maxAmount = 999_999_999_999_999;

/** A price; a negative one is a discount. The interface sets no limit. Beyond this one sums would not be exact. */
export function priceField(description: string) {
  return Type.Number({ description, minimum: -maxAmount, maximum: maxAmount });
}

/** A transaction reference: a UUID. */
export function referenceField(description: string) {
  return Type.String({ format: 'uuid', description });
}

/** A quantity on a line: an integer of at least 1. The maximum is ours, far above any order and far below overflow. */
export function quantityField(description: string) {
  return Type.Integer({ description, minimum: 1, maximum: 1_000_000 });
}

/** An object with any content, which is stored as it is. Only its depth is validated. */
export function openObjectField(description: string) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', description, additionalProperties: true });
}
