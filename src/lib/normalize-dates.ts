/**
 * Dates and date-times in the spellings that clients send (decision 4), converted to the two that are declared: `MM/DD/YYYY`
 * and ISO 8601. Read besides these: `YYYY-MM-DD`, `M/D/YYYY`, `M/D/YYYY h:mm:ss AM` (.NET), and ISO 8601 with
 * a space for `T` and a zone: `YYYY-MM-DD HH:mm:ssZ` (.NET), `… UTC` (Ruby), `…+00:00` (Python, PostgreSQL).
 *
 * A text in none of these spellings is returned unchanged, so the format check that follows rejects it. The calendar is
 * checked there too: `2026-02-30` becomes `02/30/2026`.
 */
import { isInstantText, parseExactInstant } from './dates.ts';

const isoDatePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const usPattern = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d{2}):(\d{2}) ([AP])M)?$/;
const offsetPattern = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/;
const spacedPattern = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?) ?(UTC|Z|[+-]\d{2}(?::?\d{2})?)$/;

const twoDigits = (text: string): string => text.padStart(2, '0');

/**
 * Splits a text in any spelling into the day, as `YYYY-MM-DD`, and the time, with its offset if it has one; '' for a date alone.
 * `undefined` for a text in no such spelling.
 */
function split(text: string): { readonly day: string; readonly time: string } | undefined {
  if (isoDatePattern.test(text)) return { day: text, time: '' };
  if (isInstantText(text)) return { day: text.slice(0, 10), time: text.slice(11) };
  const spaced = spacedPattern.exec(text);
  if (spaced !== null) return split(`${spaced[1]}T${spaced[2]}${spaced[3] === 'UTC' ? 'Z' : spaced[3]}`);
  const [, month, day, year, hour, minute, second, half] = usPattern.exec(text) ?? [];
  if (month === undefined || day === undefined) return undefined;
  const isoDay = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hour === undefined) return { day: isoDay, time: '' };
  if (Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const hour24 = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  return { day: isoDay, time: `${twoDigits(String(hour24))}:${minute}:${second}` };
}

/** The day as written, as `MM/DD/YYYY`; a time of day and its offset do not matter. */
export function normalizeDateText(text: string): string {
  if (text.length === 10 && text.charAt(2) === '/') return text;
  const parts = split(text);
  return parts === undefined ? text : `${parts.day.slice(5, 7)}/${parts.day.slice(8)}/${parts.day.slice(0, 4)}`;
}

const plainUtcPattern = /^[\d-]{10}T\d{2}:\d{2}:\d{2}Z$/;

/**
 * One text per moment, so that a repeated request is the same content: in UTC; without an offset, the same local time. It keeps all digits,
 * because stored hashes of contents have them. A moment that UTC does not write with a year of four digits keeps its text.
 */
function normalizeIso(text: string): string {
  const instant = plainUtcPattern.test(text) ? undefined : parseExactInstant(text);
  if (instant === undefined) return text;
  const utc = instant.toString();
  if (!/^(?!0000)\d{4}-/.test(utc)) return text;
  return offsetPattern.test(text) ? utc : utc.slice(0, -1);
}

/**
 * The date-time in ISO 8601, in UTC if it has an offset; a time without an offset stays without one.
 * @param timeOfDate the time of day for a date alone
 */
export function normalizeDateTimeText(text: string, timeOfDate = '00:00:00'): string {
  if (text.charAt(10) === 'T') return normalizeIso(text);
  const parts = split(text);
  if (parts === undefined) return text;
  const iso = `${parts.day}T${parts.time || timeOfDate}`;
  return offsetPattern.test(parts.time) ? normalizeIso(iso) : iso;
}

/** The last microsecond of a day. */
export const lastTimeOfDayText = '23:59:59.999999';
