/** Formats numbers, dates and durations in American English and in the browser's time zone. */

const number = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** `1,204`. A count that the server bounded (`"10,000+"`) stays as it is. */
export const formatCount = (count: number | string): string =>
  typeof count === 'number' ? number.format(count) : count;

/** `1 order`, `2 orders`, `10,000+ orders`. */
export function countOf(count: number | string, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `Nov 20, 4:12 PM`; of another year `Nov 20, 2025, 4:12 PM`. */
export function formatTimestamp(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const date = at.getFullYear() === now.getFullYear() ? day : dayAndYear;
  return `${date.format(at)}, ${time.format(at)}`;
}

/** Noon, in the time zone of the browser, of a date as the interface writes it: `11/20/2026`. */
function noonOf(date: string): Date {
  const [month = 1, dayOfMonth = 1, year = 0] = date.split('/').map(Number);
  return new Date(year, month - 1, dayOfMonth, 12);
}

/** `Nov 20`, of a date as the interface writes it. Of another year `Nov 20, 2025`. */
export function formatApiDay(date: string): string {
  const at = noonOf(date);
  return (at.getFullYear() === new Date().getFullYear() ? day : dayAndYear).format(at);
}

/** `2026-11-20`, the value of a date field, of a date as the interface writes it; `''` of `''`. */
export const isoDay = (date: string): string => date.replace(/^(\d+)\/(\d+)\/(\d+)$/, '$3-$1-$2');

/** `Nov 20`, of the value of a date field: `2026-11-20`. Of another year `Nov 20, 2025`. */
export const formatDateField = (value: string): string =>
  formatApiDay(value.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'));

/** `Friday, November 20`, of a date as the interface writes it. */
export const formatApiWeekday = (date: string): string => weekday.format(noonOf(date));

/** The full time with its time zone, for tooltips. */
export const formatExact = (iso: string): string => exact.format(new Date(iso));

/** `just now`, `4 min`, `5 h`, `3 d`: how long ago. */
export function formatElapsedMs(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} d`;
}

/** `2 h 36 min`: time left, in whole minutes. */
export function formatLeft(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/**
 * How long ago a time was; one more than a minute in the future is written as it is, because clocks of the test environment run
 * ahead.
 */
export function formatAge(iso: string, now: number = Date.now()): string {
  const ms = now - Date.parse(iso);
  return ms < -60_000 ? formatTimestamp(iso, new Date(now)) : formatElapsedMs(ms);
}

/** `Partially received` of `PARTIALLY RECEIVED`: a status of the interface in a sentence. */
export const statusInWords = (status: string): string => status.charAt(0).toUpperCase() + status.slice(1).toLowerCase();
