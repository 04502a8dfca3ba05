/** Lists that are ordered by time: the position of a page, and days as ends of a range. Pure. */
import { parseInstant, startOfDay, startOfNextDay, startOfNextMillisecond } from '../lib/dates.ts';
import { isUuid } from '../lib/uuid.ts';
import { createPagePositionCheck } from './list-fields.ts';

/** The last row of a page: its time, and its id for rows of one time. */
export interface TimePosition {
  readonly at: Temporal.Instant;
  readonly id: string;
}

/** A position as `Next`. */
export const formatTimePosition = ({ at, id }: TimePosition): string => `${at}_${id}`;

/** The position of `After`; undefined for an absent one and for a text of another form, which `checkTimePosition` reports. */
export function parseTimePosition(after: string | undefined): TimePosition | undefined {
  const [time = '', id = ''] = (after ?? '').split('_');
  const at = parseInstant(time);
  return at !== undefined && isUuid(id) ? { at, id } : undefined;
}

export const checkTimePosition = createPagePositionCheck(parseTimePosition);

/** The time, or the beginning of the day, of a field that has been checked. */
export function parseTimeRangeStart(text: string | undefined, timeZone: string): Temporal.Instant | undefined {
  return text === undefined
    ? undefined
    : (parseInstant(text, timeZone) ?? startOfDay(Temporal.PlainDate.from(text), timeZone));
}

/** The exclusive end of a range that includes the time, or the day, of a field that has been checked. */
export function parseTimeRangeEnd(text: string | undefined, timeZone: string): Temporal.Instant | undefined {
  if (text === undefined) return undefined;
  const at = parseInstant(text, timeZone, 'later');
  return at === undefined ? startOfNextDay(Temporal.PlainDate.from(text), timeZone) : startOfNextMillisecond(at);
}
