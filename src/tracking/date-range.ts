/** The ranges of GetPackages: `MM/DD/YYYY - MM/DD/YYYY` and `MM/DD/YYYY HH:mm:ss - MM/DD/YYYY HH:mm:ss` (decision 9). Pure. */
import { parseDate, parseDateTime } from '../lib/dates.ts';

export interface DateRange {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

export interface TimeRange {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** The two ends; dates contain no hyphen, so the only one is the separator. */
function endsOf(text: string): [string, string] | undefined {
  const parts = text.split('-');
  const [from, to] = parts;
  if (parts.length !== 2 || from === undefined || to === undefined) return undefined;
  return [from.trim(), to.trim()];
}

/** Dates, both inclusive; times of day are accepted and ignored. Undefined when malformed. */
export function parseDateRange(text: string, zone: string): DateRange | undefined {
  const ends = endsOf(text);
  if (ends === undefined) return undefined;
  const [from, to] = ends.map((end) => parseDate(end) ?? dayOf(end, zone));
  if (from === undefined || to === undefined || Temporal.PlainDate.compare(from, to) > 0) return undefined;
  return { from, to };
}

function dayOf(text: string, zone: string): Temporal.PlainDate | undefined {
  return parseDateTime(text, zone)?.toZonedDateTimeISO(zone).toPlainDate();
}

/** Times in `zone`, both inclusive, with the whole last second. Undefined when malformed. */
export function parseTimeRange(text: string, zone: string): TimeRange | undefined {
  const ends = endsOf(text);
  if (ends === undefined) return undefined;
  const [from, to] = ends.map((end) => parseDateTime(end, zone));
  if (from === undefined || to === undefined || Temporal.Instant.compare(from, to) > 0) return undefined;
  return { from, to: to.add({ microseconds: 999_999 }) };
}
