/** Cursors of the event feed: small, opaque to callers, valid for one customer. Pure. */
import { createHash } from 'node:crypto';

/** The position from which reading continues. */
export interface EventPosition {
  /** All changes up to this number have been read. */
  readonly seq: number;
  /** Number of events of the next change that have been read. */
  readonly read: number;
  /** What a range with an end has left out. */
  readonly leftOut?: LeftOutChangesPosition | undefined;
}

/**
 * The position before the first change that a range with an end left out. Reading that continues without the range, or
 * with another, continues here: it may repeat events, but misses none. A change is numbered at its commit and dated by
 * its beginning, so changes of a range may come after later ones, which the range leaves out.
 */
export interface LeftOutChangesPosition {
  /** No event of a change up to this number was left out. */
  readonly seq: number;
  /** Number of events of the next change that have been read. */
  readonly read: number;
  /** The exclusive end of the range: `toCursorRangeEnd`. */
  readonly rangeEnd: number;
}

/**
 * Converts the exclusive end of a range to the number in cursors: milliseconds since 1970. No event is older than that.
 */
export const toCursorRangeEnd = (before: Temporal.Instant): number => Math.max(0, before.epochMilliseconds);

interface EventCursor extends EventPosition {
  /** In days since 1970-01-01 UTC: the day of the last change that was read or, at the end of the log, of the reading. */
  readonly day: number;
}

const dayMs = 86_400_000;
const pattern =
  /^e1-([0-9a-z]{1,11})-([0-9a-z]{1,2})-([0-9a-z]{1,5})(?:-([0-9a-z]{1,11})-([0-9a-z]{1,2})-([0-9a-z]{1,10}))?$/;

const epochDayOf = (at: Temporal.Instant): number => Math.floor(at.epochMilliseconds / dayMs);

export const dateOfEpochDay = (day: number): Temporal.PlainDate =>
  Temporal.PlainDate.from('1970-01-01').add({ days: day });

/** The text of a cursor. `at` dates the last change that was read or, at the end of the log, the reading. */
export function formatEventCursor({ seq, read, leftOut }: EventPosition, at: Temporal.Instant): string {
  const parts = [seq, read, epochDayOf(at), ...(leftOut ? [leftOut.seq, leftOut.read, leftOut.rangeEnd] : [])];
  return `e1-${parts.map((part) => part.toString(36)).join('-')}`;
}

/** Parses a cursor; undefined for a text of another form than `formatEventCursor` returns. */
export function parseEventCursor(text: string): EventCursor | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const parts = match.slice(1).filter((part) => part !== undefined);
  const numbers = parts.map((part) => Number.parseInt(part, 36));
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  const [seq = 0, read = 0, day = 0, ...rest] = numbers;
  const [leftOutSeq, leftOutRead = 0, rangeEnd = 0] = rest;
  const leftOut = leftOutSeq === undefined ? undefined : { seq: leftOutSeq, read: leftOutRead, rangeEnd };
  return { seq, read, day, leftOut };
}

/** The first day of events that has to be kept so that the cursor is not too old; undefined for a text that is no cursor. */
export function firstDayNeededByCursor(text: string): Temporal.PlainDate | undefined {
  const cursor = parseEventCursor(text);
  return cursor && dateOfEpochDay(cursor.day);
}

/** The environment and the customer to whose feed a cursor belongs. */
interface EventCursorOwner {
  readonly environment: string;
  readonly customerNo: string;
}

const issuedPattern = /^(e1(?:-[0-9a-z]+){3}(?:(?:-[0-9a-z]+){3})?)-([0-9a-f]{6})$/;

const markOf = ({ environment, customerNo }: EventCursorOwner): string =>
  createHash('sha256').update(`${environment}\n${customerNo}`).digest('hex').slice(0, 6);

/**
 * The cursor as a caller gets it, with a mark of its owner: a caller who mixes up the cursors of several customers gets
 * an error and skips no events.
 */
export const formatIssuedEventCursor = (cursor: string, owner: EventCursorOwner): string =>
  `${cursor}-${markOf(owner)}`;

/**
 * The cursor that was issued as `text`; undefined when it belongs to another owner or is no cursor.
 */
export function parseIssuedEventCursor(text: string, owner: EventCursorOwner): string | undefined {
  const [, cursor, mark] = issuedPattern.exec(text) ?? [];
  return mark === markOf(owner) ? cursor : undefined;
}
