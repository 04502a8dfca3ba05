/**
 * Parses and formats the dates and times of the interface (interface: Resources; decision 4). Accepted: `MM/DD/YYYY`
 * and `M/D/YYYY`; the same followed by `HH:mm:ss`; `YYYY-MM-DD`; ISO 8601 date-times with or without offset. Parsers
 * return `undefined` for any other text: no rollover (`02/30/2026`), no trimming. Years are limited to 1 to 9999, and times
 * to 0001-01-02T00:00:00Z to 9999-12-31T00:00:00Z: an earlier or later one is read as the limit. So every parsed value can be
 * stored, converted to any time zone and formatted.
 */

const datePattern = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const localDateTimePattern = /^(\d{1,2}\/\d{1,2}\/\d{4}) (\d{2}):(\d{2}):(\d{2})$/;
const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)?$/;

// A margin of one day inside the years 1 and 9999, so that no offset can move an instant outside four-digit years. Clients (.NET)
// send 0001-01-01T00:00:00 and 9999-12-31T23:59:59.9999999 for "none" and "no end": they are read as these two.
const firstInstant = Temporal.Instant.from('0001-01-02T00:00:00Z');
const lastInstant = Temporal.Instant.from('9999-12-31T00:00:00Z');

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : (monthLengths[month - 1] ?? 0);
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The start of a day in UTC, in epoch milliseconds. `Date.UTC` maps years below 100 to the 20th century. */
export function utcStartOfDayMs(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function isTimeOfDay(hour: number, minute: number, second: number): boolean {
  return hour <= 23 && minute <= 59 && second <= 59;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function fourDigits(value: number): string {
  return String(value).padStart(4, '0');
}

/** Parses `MM/DD/YYYY` or `M/D/YYYY` (decision 4). `undefined` for any other text or an invalid date. */
export function parseUsDate(text: string): Temporal.PlainDate | undefined {
  const match = datePattern.exec(text);
  if (!match) return undefined;
  const month = Number(match[1]);
  const day = Number(match[2]);
  const year = Number(match[3]);
  return isCalendarDay(year, month, day) ? new Temporal.PlainDate(year, month, day) : undefined;
}

/** Formats a date as `MM/DD/YYYY`. */
export function formatUsDate(date: Temporal.PlainDate): string {
  return `${twoDigits(date.month)}/${twoDigits(date.day)}/${fourDigits(date.year)}`;
}

/** Parses `YYYY-MM-DD`, the format of a database `date`. `undefined` for any other text or an invalid date. */
export function parseIsoDate(text: string): Temporal.PlainDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  return isCalendarDay(year, month, day) ? new Temporal.PlainDate(year, month, day) : undefined;
}

/** The parts of an ISO 8601 date-time, each within its range. */
interface IsoDateTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanoseconds: number;
  /** East of UTC; undefined when the text has no offset. */
  readonly offsetMinutes: number | undefined;
}

function parseIsoParts(text: string): IsoDateTime | undefined {
  const match = isoPattern.exec(text);
  if (!match) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const hour = Number(match[4]);
  const minute = Number(match[5]);
  const second = match[6] === undefined ? 0 : Number(match[6]);
  if (!isCalendarDay(year, month, day) || !isTimeOfDay(hour, minute, second)) return undefined;
  const nanoseconds = match[7] === undefined ? 0 : Number(match[7].padEnd(9, '0'));
  const sign = match[9];
  if (sign === undefined) {
    return {
      year,
      month,
      day,
      hour,
      minute,
      second,
      nanoseconds,
      offsetMinutes: match[8] === undefined ? undefined : 0,
    };
  }
  const offsetHours = Number(match[10]);
  const rest = Number(match[11] ?? 0);
  if (offsetHours > 23 || rest > 59) return undefined;
  const ahead = offsetHours * 60 + rest;
  return { year, month, day, hour, minute, second, nanoseconds, offsetMinutes: sign === '-' ? -ahead : ahead };
}

/**
 * Epoch milliseconds without fractions. Computed directly, because a calendar conversion takes more than twice as long.
 */
function isoMs({ year, month, day, hour, minute, second, offsetMinutes = 0 }: IsoDateTime): number {
  return utcStartOfDayMs(year, month, day) + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1000;
}

/**
 * Reads an ISO 8601 date-time: `YYYY-MM-DDTHH:mm`, with optional seconds, fraction (up to 9 digits) and offset
 * (`Z`, `±HH`, `±HHmm`, `±HH:mm`). A date alone is not a date-time. Truncated to microseconds, the precision of PostgreSQL,
 * so that a stored value reads back equal.
 * @param zone IANA time zone of a text without offset: `UTC` where the interface says UTC, else the operator's
 *   (decision 4). A local time that the zone skips or repeats is read with the offset before the change.
 * @param which `later` for the second instant of a local time that is repeated, as for the end of a range
 */
export function parseInstant(text: string, zone = 'UTC', which?: 'later'): Temporal.Instant | undefined {
  const exact = parseExactInstant(text, zone, which);
  return exact && clampToWritableTime(exact.round({ smallestUnit: 'microsecond', roundingMode: 'floor' }));
}

/** `parseInstant` with all digits of the fraction and without its limits: an offset may lead beyond four-digit years. */
export function parseExactInstant(text: string, zone = 'UTC', which?: 'later'): Temporal.Instant | undefined {
  const iso = parseIsoParts(text);
  if (iso === undefined) return undefined;
  const { year, month, day, hour, minute, second, nanoseconds, offsetMinutes } = iso;
  let instant: Temporal.Instant;
  if (offsetMinutes !== undefined || zone === 'UTC') {
    instant = Temporal.Instant.fromEpochMilliseconds(isoMs(iso));
    if (nanoseconds > 0) instant = instant.add({ nanoseconds });
  } else {
    const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second).add({ nanoseconds });
    instant = local.toZonedDateTime(zone, { disambiguation: which }).toInstant();
  }
  return instant;
}

/** Whether `parseInstant` accepts the text, without creating the instant. Called for every order. */
export function isInstantText(text: string): boolean {
  return parseIsoParts(text) !== undefined;
}

/**
 * Formats an instant as ISO 8601 with the offset of `zone`, with milliseconds if not zero: `2026-11-18T09:00:00-08:00`,
 * in UTC `…Z`.
 */
export function formatInstant(instant: Temporal.Instant, zone = 'UTC'): string {
  const ms = instant.epochMilliseconds;
  if (zone === 'UTC') return formatEpochMsAsUtc(ms);
  return instant.toString({ timeZone: zone, fractionalSecondDigits: ms % 1000 === 0 ? 0 : 3 });
}

/** Like `formatInstant` in UTC, from epoch milliseconds: avoids one object per row in long lists. */
export function formatEpochMsAsUtc(epochMs: number): string {
  const text = new Date(epochMs).toISOString();
  return epochMs % 1000 === 0 ? `${text.slice(0, -5)}Z` : text;
}

/**
 * Returns a formatter of epoch milliseconds as `MM/DD/YYYY` in `zone`. It caches the last date, because neighboring
 * rows of long lists mostly share it.
 */
export function createUsDateFormatter(zone: string): (epochMs: number) => string {
  let from = Number.NaN;
  let before = Number.NaN;
  let text = '';
  return (epochMs) => {
    if (epochMs >= from && epochMs < before) return text;
    const day = dateInZone(Temporal.Instant.fromEpochMilliseconds(epochMs), zone);
    from = day.toZonedDateTime(zone).epochMilliseconds;
    before = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
    text = formatUsDate(day);
    return text;
  };
}

/**
 * Parses `MM/DD/YYYY HH:mm:ss`, also with one digit of month or day, as local time in `zone`: the operator's (decision 4), or any one
 * to test a text. `undefined` for any other text or an invalid date. `which` as of `parseInstant`.
 */
export function parseUsDateTime(text: string, zone: string, which?: 'later'): Temporal.Instant | undefined {
  const match = localDateTimePattern.exec(text);
  if (!match) return undefined;
  const date = parseUsDate(match[1] ?? '');
  const hour = Number(match[2]);
  const minute = Number(match[3]);
  const second = Number(match[4]);
  if (!date || !isTimeOfDay(hour, minute, second)) return undefined;
  const instant = date
    .toPlainDateTime(new Temporal.PlainTime(hour, minute, second))
    .toZonedDateTime(zone, { disambiguation: which })
    .toInstant();
  return clampToWritableTime(instant);
}

/** Formats an instant as `MM/DD/YYYY HH:mm:ss` in local time of `zone`, truncated to the second. */
export function formatUsDateTime(instant: Temporal.Instant, zone: string): string {
  const local = instant.toZonedDateTimeISO(zone);
  return `${twoDigits(local.month)}/${twoDigits(local.day)}/${fourDigits(local.year)} ${twoDigits(local.hour)}:${twoDigits(local.minute)}:${twoDigits(local.second)}`;
}

/**
 * The exclusive end of a range whose inclusive end is `at`. Times are shown in milliseconds and stored in microseconds, so
 * everything that is shown with the millisecond of `at` is in the range.
 */
export const startOfNextMillisecond = (at: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(at.epochMilliseconds + 1);

/** When a day begins in `zone`. */
export function startOfDay(day: Temporal.PlainDate, zone: string): Temporal.Instant {
  return day.toZonedDateTime(zone).toInstant();
}

/** When the day after begins in `zone`: the exclusive end of a range that includes the day. */
export const startOfNextDay = (day: Temporal.PlainDate, zone: string): Temporal.Instant =>
  startOfDay(day.add({ days: 1 }), zone);

/** The date of an instant in `zone`. */
export function dateInZone(instant: Temporal.Instant, zone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(zone).toPlainDate();
}

/** The instant, or the first or last one that every time zone writes with a year of four digits. */
function clampToWritableTime(instant: Temporal.Instant): Temporal.Instant {
  if (Temporal.Instant.compare(instant, firstInstant) < 0) return firstInstant;
  return Temporal.Instant.compare(instant, lastInstant) > 0 ? lastInstant : instant;
}
