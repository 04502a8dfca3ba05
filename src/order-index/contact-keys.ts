/** E-mail addresses and telephone numbers of recipients as the index has them and a search compares them. Pure. */

/** More than an address may have. Longer texts are left out: an entry of a B-tree is limited, and a part of one would not be found. */
const maxEmailCharacters = 320;
const maxPhoneDigits = 32;
/** The digits without an area code; the index of telephone numbers has that many of their last digits. */
const minPhoneDigits = 7;
/** Digits of the longest telephone number with its country code (E.164). */
const maxSearchedPhoneDigits = 15;

/** An e-mail address in small letters; `''` for a text that is none. */
export function toEmailKey(text: string): string {
  const address = text.trim().toLowerCase();
  return address.includes('@') && address.length <= maxEmailCharacters ? address : '';
}

/** The digits of a telephone number without its extension, and without the country code of the United States; `''` when they are too few. */
export function toPhoneKey(text: string): string {
  const digits = withoutUsCountryCode(withoutExtension(text).replaceAll(/\D/g, ''));
  return digits.length < minPhoneDigits ? '' : digits.slice(-maxPhoneDigits);
}

/**
 * The digits by which a text finds telephone numbers that are or end with them; `undefined` when it does not look like one. A copied
 * number may have its extension, and invisible characters that keep its direction.
 */
export function parsePhoneSearch(text: string): string | undefined {
  const number = withoutExtension(text);
  if (!/^[\d\s+()./\p{Pd}\p{Cf}]+$/u.test(number)) return undefined;
  const digits = withoutUsCountryCode(number.replaceAll(/\D/g, ''));
  return digits.length < minPhoneDigits || digits.length > maxSearchedPhoneDigits ? undefined : digits;
}

/** The last digits of a telephone number, as the index has them. */
export const lastPhoneDigits = (digits: string): string => digits.slice(-minPhoneDigits);

/** A number without what follows it as `x12`, `ext. 12` or `#12`. */
const withoutExtension = (text: string): string => text.replace(/(?<=\d)[^\p{L}\p{N}]{0,3}(?:e?x|#).*$/isu, '');

const withoutUsCountryCode = (digits: string): string => digits.replace(/^1(?=\d{10}$)/, '');
