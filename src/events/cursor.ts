/** Cursors of the event feed: small, opaque to callers, valid for one customer. Pure. */
import { createHash } from 'node:crypto';

/** The position from which reading continues. */
export interface EventPosition {
  /** All changes up to this number have been read. */
  readonly seq: number;
  /** Number of events of the next change that have been read. */
  readonly read: number;
}

export interface EventCursor extends EventPosition {
  /** The day of its issue, in days since 1970-01-01 UTC. All changes of earlier days have been read. */
  readonly day: number;
}

const dayMs = 86_400_000;
const pattern = /^e1-([0-9a-z]{1,11})-([0-9a-z]{1,2})-([0-9a-z]{1,5})$/;

export const dayOf = (at: Temporal.Instant): number => Math.floor(at.epochMilliseconds / dayMs);

export const dateOfDay = (day: number): Temporal.PlainDate => Temporal.PlainDate.from('1970-01-01').add({ days: day });

/** The text of a cursor. All changes before `at` have been read. */
export function formatCursor({ seq, read }: EventPosition, at: Temporal.Instant): string {
  return `e1-${[seq, read, dayOf(at)].map((part) => part.toString(36)).join('-')}`;
}

/** Parses a cursor; undefined for a text that `formatCursor` does not return. */
export function parseCursor(text: string): EventCursor | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [seq, read, day] = match.slice(1).map((part) => Number.parseInt(part, 36)) as [number, number, number];
  return Number.isSafeInteger(seq) ? { seq, read, day } : undefined;
}

/** The environment and the customer to whose feed a cursor belongs. */
export interface CursorOwner {
  readonly environment: string;
  readonly customerNo: string;
}

const issuedPattern = /^(e1(?:-[0-9a-z]+){3})-([0-9a-f]{6})$/;

const markOf = ({ environment, customerNo }: CursorOwner): string =>
  createHash('sha256').update(`${environment}\n${customerNo}`).digest('hex').slice(0, 6);

/**
 * The cursor as a caller gets it, with a mark of its owner: a caller who mixes up the cursors of several customers gets
 * an error and skips no events.
 */
export const issueCursor = (cursor: string, owner: CursorOwner): string => `${cursor}-${markOf(owner)}`;

/**
 * The cursor that was issued as `text`; undefined when it belongs to another owner or is no cursor.
 */
export function parseIssuedCursor(text: string, owner: CursorOwner): string | undefined {
  const [, cursor, mark] = issuedPattern.exec(text) ?? [];
  return mark === markOf(owner) ? cursor : undefined;
}
