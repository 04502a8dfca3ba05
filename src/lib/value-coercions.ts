/**
 * Other spellings of scalar values, one entry per kind of field (decision 4): a number for a text of digits, `"2"` for
 * an integer, `"true"` for a flag. The spellings of dates, and of amounts that are typed as strings, are part of their format
 * (platform/http/formats.ts).
 *
 * A value is converted before the request is hashed and validated, so both spellings are the same content. A value of
 * the declared type is returned at once. An ambiguous value is returned unchanged, and the validator rejects it.
 */
import { normalizeAmountText } from './normalize-numbers.ts';

export interface ValueCoercion {
  /** @param siblings the object that holds the value, as it was sent */
  readonly read: (value: unknown, siblings?: Readonly<Record<string, unknown>>) => unknown;
  /** The message for a value of another type: "must be …". */
  readonly message: string;
}

/** A text that is often only digits, such as an order number: a whole number is read as its digits. */
export const digitsCoercion: ValueCoercion = {
  read: (value) => (typeof value === 'number' ? digitsOfWholeNumber(value) : value),
  message: 'must be a string or a whole number',
};

/** The digits of a whole number, not negative, that a double holds exactly; any other value unchanged. */
export function digitsOfWholeNumber(value: number): unknown {
  return Number.isSafeInteger(value) && value >= 0 ? String(value) : value;
}

// As many digits as a double can have: a text is read as the number of the same digits, and limits decide about both.
const integerPattern = /^-?\d{1,308}$/;
// Coordinates that are computed have up to 17 significant digits.
const numberPattern = /^-?\d{1,15}(?:\.\d{1,20})?$/;

export const integerCoercion: ValueCoercion = {
  read: (value) => (typeof value === 'string' && integerPattern.test(value) ? Number(value) : value),
  message: 'must be an integer, such as 2',
};

export const numberCoercion: ValueCoercion = {
  read: (value) => (typeof value === 'string' && numberPattern.test(value) ? Number(value) : value),
  message: 'must be a number, such as 12.5',
};

/** More than the digits of a double, so that a price that is sent as a text is the same number as one that is sent as a number. */
const maxPriceDecimals = 20;

/** An amount of dollars that is typed as a number. */
export const priceCoercion: ValueCoercion = {
  read: (value) => {
    if (typeof value !== 'string') return value;
    const amount = normalizeAmountText(value, maxPriceDecimals);
    return typeof amount === 'string' && numberPattern.test(amount) ? Number(amount) : value;
  },
  message: 'must be an amount, such as 12.50 or $1,234.50',
};

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [0, false],
  [1, true],
  ['0', false],
  ['1', true],
  ['true', true],
  ['false', false],
]);

const flagOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  return flags.get(typeof value === 'string' ? value.toLowerCase() : value);
};

/** A flag that is typed as a boolean. */
export const booleanCoercion: ValueCoercion = {
  read: (value) => flagOf(value) ?? value,
  message: 'must be true or false',
};

/** A flag that the interface types as 0 or 1. */
export const flagCoercion: ValueCoercion = {
  read: (value) => {
    if (value === 0 || value === 1) return value;
    const flag = flagOf(value);
    return flag === undefined ? value : Number(flag);
  },
  message: 'must be 0 or 1',
};
