/**
 * The ranges of GetPackages: `MM/DD/YYYY - MM/DD/YYYY` and `MM/DD/YYYY HH:mm:ss - MM/DD/YYYY HH:mm:ss` (decision 9). Each
 * end may have another spelling of a date or date-time (decision 4). Pure.
 */
import { parseInstant, parseUsDate, parseUsDateTime } from '../lib/dates.ts';
import { normalizeDateText, normalizeDateTimeText } from '../lib/normalize-dates.ts';

export interface DateRange {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

export interface TimeRange {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** Maximum characters of a range, in any spelling. Splitting a text as long as a request body would block the event loop. */
const maxLength = 100;

/** The two ends. Spaces around the separator may be left out where it is the only hyphen. */
function endsOf(text: string): [string, string] | undefined {
  if (text.length > maxLength) return undefined;
  const spaced = text.split(/\s-(?:\s|$)/);
  const parts = spaced.length === 2 ? spaced : text.split('-');
  const [from, to] = parts;
  if (parts.length !== 2 || from === undefined || to === undefined) return undefined;
  return [from.trim(), to.trim()];
}

/** The end of a range without one: later than any activity and any ship date. */
const openEnd = { day: Temporal.PlainDate.from('9999-12-31'), time: Temporal.Instant.from('9999-12-31T23:59:59Z') };

/**
 * Parses a range of dates, both inclusive; the end is optional. Of a date-time the day as written counts. Returns undefined for a
 * malformed text, and when the end is before the start.
 */
export function parseDateRange(text: string): DateRange | undefined {
  const ends = endsOf(text);
  if (ends === undefined) return undefined;
  const [from, to] = ends.map((end, i) => (i === 1 && end === '' ? openEnd.day : (parseUsDate(end) ?? dayOf(end))));
  if (from === undefined || to === undefined || Temporal.PlainDate.compare(from, to) > 0) return undefined;
  return { from, to };
}

function dayOf(text: string): Temporal.PlainDate | undefined {
  return parseUsDate(normalizeDateText(text)) ?? parseDateTime(text, 'UTC')?.toZonedDateTimeISO('UTC').toPlainDate();
}

/** Parses a time in any spelling. Undefined for a date alone: the interface requires a time at both ends. */
function parseDateTime(text: string, zone: string, which?: 'later'): Temporal.Instant | undefined {
  return parseUsDateTime(text, zone, which) ?? parseInstant(normalizeDateTimeText(text, ''), zone, which);
}

/**
 * Parses a range of times in `zone`, both inclusive, with the whole last second; the end is optional. In the hour that is repeated when
 * clocks are set back, a range begins the first time and ends the second time, so that it misses nothing. Returns undefined for a
 * malformed text, and when the end is before the start.
 */
export function parseTimeRange(text: string, zone: string): TimeRange | undefined {
  const ends = endsOf(text);
  if (ends === undefined) return undefined;
  const [from, to] = ends.map((end, i) =>
    i === 1 && end === '' ? openEnd.time : parseDateTime(end, zone, i === 1 ? 'later' : undefined),
  );
  if (from === undefined || to === undefined || Temporal.Instant.compare(from, to) > 0) return undefined;
  return { from, to: to.add({ microseconds: 999_999 }) };
}
