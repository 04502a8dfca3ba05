/** Counts that a person types where a scan is expected, and how they differ from codes. */

/**
 * The number that a text may be; undefined for another text. More than four digits are taken as a code, so a larger number has
 * its commas: `12,000`.
 */
export const parseTypedNumber = (code: string): number | undefined =>
  /^(?:\d{1,4}|\d{1,3}(?:,\d{3})+)$/.test(code) ? Number(code.replaceAll(',', '')) : undefined;

/** A count that is typed in a way that no code has, `=101` or `12,000`: it is never looked up as a code. */
export const parseExplicitCount = (code: string): number | undefined =>
  code.startsWith('=') ? parseTypedNumber(code.slice(1)) : code.includes(',') ? parseTypedNumber(code) : undefined;

/** Of what a scan matches, the one whose number is typed; undefined for another text. */
export const matchByNumber = <Match>(matches: readonly Match[], code: string): Match | undefined =>
  matches[(parseTypedNumber(code.trim()) ?? 0) - 1];

/** How to type as a count a number that is also the code of a bin or an item. */
export const countHint = (code: string): string => `For a count, type =${code}.`;
