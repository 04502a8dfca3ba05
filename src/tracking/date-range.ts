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

/** The two ends; dates hold no hyphens, so the one that stands between is the range's. */
function endsOf(text: string): [string, string] | undefined {
  const parts = text.split('-');
  const [from, to] = parts;
  if (parts.length !== 2 || from === undefined || to === undefined) return undefined;
  return [from.trim(), to.trim()];
}

/** Days, both included; times are read and say nothing more. Undefined when it is no such range. */
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

/** Times in `zone`, both included: the whole second of the end belongs to it. Undefined when it is no such range. */
export function parseTimeRange(text: string, zone: string): TimeRange | undefined {
  const ends = endsOf(text);
  if (ends === undefined) return undefined;
  const [from, to] = ends.map((end) => parseDateTime(end, zone));
  if (from === undefined || to === undefined || Temporal.Instant.compare(from, to) > 0) return undefined;
  return { from, to: to.add({ microseconds: 999_999 }) };
}
