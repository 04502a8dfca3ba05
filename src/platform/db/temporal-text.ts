/**
 * Dates and times as PostgreSQL reads and writes them. Its years have four digits or more and a suffix for the years before 1
 * (`10000-01-01`, `0001-12-31 BC`); those of ISO 8601 outside 0000 to 9999 have six digits and a sign (`+010000-01-01`). The interface has dates
 * up to 12/31/9999, and the day after is the end of ranges.
 */

/** A year of four digits without suffix is the same in both. */
const isSameText = (text: string): boolean => text.charAt(4) === '-' && !text.endsWith('C');

function toIso(text: string): string {
  if (isSameText(text)) return text;
  const [, digits = '', rest = '', suffix] = /^(\d+)(-.*?)( BC)?$/.exec(text) ?? [];
  const year = suffix === undefined ? Number(digits) : 1 - Number(digits);
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}${rest}`;
}

/** Parses a `timestamptz` of a session in UTC. @throws RangeError for `infinity` */
export const parsePgTimestamptz = (text: string): Temporal.Instant => Temporal.Instant.from(toIso(text));

/** Parses a `date`. @throws RangeError for `infinity` */
export const parsePgDate = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(toIso(text));

/** The text of a date or time in statements. */
export function formatPgTemporal(value: Temporal.Instant | Temporal.PlainDate): string {
  const text = value.toString();
  const signed = /^([+-]\d{6}|0000)(-.*)$/.exec(text);
  if (signed === null) return text;
  const year = Number(signed[1]);
  const [written, suffix] = year > 0 ? [year, ''] : [1 - year, ' BC'];
  return `${String(written).padStart(4, '0')}${signed[2]}${suffix}`;
}
