/**
 * Reads a customer's events after a cursor (decision 14), from the log and the movements of stock. Every change writes
 * these in its own transaction, and they are numbered in the order of commits.
 *
 * Guarantees: a reader that continues with the cursor that it was given gets every event once and in order, also while
 * others write, because numbers are given at the commit. A call reads a bounded part of the history, and runs a fixed
 * number of statements.
 */
import { readCustomers } from '../auth/index.ts';
import { readMovementWindow } from '../inventory/index.ts';
import type { Reader } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, validationRefusal } from '../platform/errors.ts';
import {
  firstAttachedDay,
  firstSeq,
  maxCommitDelayHours,
  readLastSeq,
  readLoggedAt,
  readLogWindow,
  seqBefore,
} from '../platform/log-window.ts';
import { carrierModeOf } from '../shipping-labels/index.ts';
import { dateOfDay, type EventPosition, formatCursor, parseCursor } from './cursor.ts';
import { type EventKind, type EventRecord, eventIdOf, eventKinds } from './event.ts';
import { readEventData } from './event-data.ts';
import { entryKindsOf, eventsOf, type FoundEvent, sequenceKeyOf } from './logged-events.ts';

export interface EventQuery {
  /** A cursor; absent: from the oldest change that is kept. */
  readonly after?: string | undefined;
  /** Absent: all. */
  readonly kinds?: readonly EventKind[] | undefined;
  /** At most so many events. */
  readonly top: number;
  /** Only events that were recorded at that time or later, in real time. The first pages may be empty. */
  readonly from?: Temporal.Instant | undefined;
  /** Ends before the first event that was recorded at that time or later. */
  readonly before?: Temporal.Instant | undefined;
  /** Adds the history of packages, which the format `tracking_update` shows. */
  readonly withTracking?: boolean;
}

export interface EventPage {
  readonly events: readonly EventRecord[];
  /** The cursor of the next call, also when nothing is new. */
  readonly next: string;
  /** Whether a call with `next` may return more now. A page may be empty before the end. */
  readonly hasMore: boolean;
}

/**
 * Maximum number of commit numbers that one call reads through. They belong to log entries, movements and package
 * activities.
 */
const numbersPerCall = 20_000;
/** @throws AppError 400 when the cursor is not one of this customer, or older than the changes that are kept */
export async function readEvents(environment: Environment, customerNo: string, query: EventQuery): Promise<EventPage> {
  const { db, config } = environment;
  const kinds = query.kinds ?? eventKinds;
  const readAt = Temporal.Now.instant();
  const customer = (await readCustomers(db, [customerNo])).get(customerNo);
  return await db.snapshot(async (reader) => {
    const [last, firstDay] = await Promise.all([
      readLastSeq(reader, customerNo),
      query.after === undefined ? undefined : firstDayOf(reader, kinds),
    ]);
    const start = await startOf(reader, customerNo, query, last, firstDay);
    const upTo = Math.min(last, start.seq + numbersPerCall);
    const { found, end, isCut } = await findEvents(reader, customerNo, query, kinds, start, upTo);
    const records = await readEventData(reader, found, {
      caller: { customerNo, customerName: customer?.name ?? '' },
      timeZone: config.timeZone,
      carriers: carrierModeOf(environment),
      withTracking: query.withTracking === true,
    });
    const events = found.flatMap((event, index): EventRecord[] => {
      const record = records[index];
      if (record === undefined) return [];
      const { seq, ordinal, at, source } = event;
      return [
        {
          eventId: eventIdOf({ customerNo, seq, ordinal, at }),
          kind: source.kind,
          customerNo,
          at,
          sequenceKey: sequenceKeyOf(source),
          ...record,
          cursor: formatCursor({ seq: seq - 1, read: ordinal + 1 }, at),
        },
      ];
    });
    const isEnd = end.seq >= last;
    // At the end of the log the cursor is dated today, so the cursor of a reader that keeps polling never becomes too
    // old.
    const issuedAt = isEnd ? readAt : ((await readLoggedAt(reader, customerNo, end.seq)) ?? readAt);
    return { events, next: formatCursor(end, issuedAt), hasMore: !isCut && !isEnd };
  });
}

/** The cursor after the last event: only later events are read after it. */
export async function currentCursor(reader: Reader, customerNo: string): Promise<string> {
  const readAt = Temporal.Now.instant();
  return formatCursor({ seq: await readLastSeq(reader, customerNo), read: 0 }, readAt);
}

async function startOf(
  reader: Reader,
  customerNo: string,
  { after, from }: EventQuery,
  last: number,
  firstDay: Temporal.PlainDate | undefined,
): Promise<EventPosition> {
  const cursor = after === undefined ? undefined : checkCursor(after, last, firstDay);
  const first = from && (await seqBefore(reader, customerNo, from.subtract({ hours: maxCommitDelayHours })));
  if (cursor !== undefined && cursor.seq >= (first ?? 0)) return cursor;
  return { seq: first ?? (await firstSeq(reader, customerNo)) - 1, read: 0 };
}

const firstDayOf = (reader: Reader, kinds: readonly EventKind[]) =>
  firstAttachedDay(reader, kinds.includes('inventory.changed') ? ['log', 'movements'] : ['log']);

function checkCursor(after: string, last: number, firstDay: Temporal.PlainDate | undefined): EventPosition {
  const cursor = parseCursor(after);
  if (cursor === undefined || cursor.seq + Math.sign(cursor.read) > last) {
    throw unknownCursor();
  }
  if (firstDay !== undefined && Temporal.PlainDate.compare(dateOfDay(cursor.day), firstDay) < 0) {
    throw afterFault(
      'CursorTooOld',
      `is older than the events that are kept, which begin on ${firstDay}; read without it, and reconcile with the queries`,
    );
  }
  return cursor;
}

/** The error for a text that is no cursor, or a cursor of another customer. */
export const unknownCursor = (): AppError =>
  afterFault('UnknownCursor', 'must be the Next of an earlier reply for this customer');

const afterFault = (code: string, message: string) =>
  new AppError(validationRefusal([{ field: 'After', code, message }]));

interface FoundEvents {
  readonly found: readonly FoundEvent[];
  /** The position up to which `found` is complete. */
  readonly end: EventPosition;
  /** Whether it ended at an event that was recorded at `before` or later. */
  readonly isCut: boolean;
}

async function findEvents(
  reader: Reader,
  customerNo: string,
  { top, from, before }: EventQuery,
  kinds: readonly EventKind[],
  start: EventPosition,
  upTo: number,
): Promise<FoundEvents> {
  const limit = top + 1;
  const window = { after: start.seq, upTo, since: from, limit };
  const [entries, moved] = await Promise.all([
    readLogWindow(reader, customerNo, entryKindsOf(kinds), window),
    kinds.includes('inventory.changed') ? readMovementWindow(reader, customerNo, window) : [],
  ]);
  // A list that reached the limit is complete only up to its last number.
  const knownTo = Math.min(
    upTo,
    ...[entries, moved].map((rows) => (rows.length === limit ? (rows.at(-1)?.seq ?? upTo) : upTo)),
  );
  const changes = [
    ...entries.map((entry) => ({ seq: entry.seq, at: entry.at, sources: eventsOf(entry) })),
    ...moved.map(({ seq, at, ...stock }) => ({ seq, at, sources: [{ kind: 'inventory.changed' as const, ...stock }] })),
  ]
    .filter(({ seq }) => seq <= knownTo)
    .sort((a, b) => a.seq - b.seq);
  const found: FoundEvent[] = [];
  for (const { seq, at, sources } of changes) {
    if (before !== undefined && Temporal.Instant.compare(at, before) >= 0) {
      // Some events of this change may have been read already: the end is not set back before them.
      const end = seq === start.seq + 1 ? start : { seq: seq - 1, read: 0 };
      return { found, end, isCut: true };
    }
    for (const [ordinal, source] of sources.entries()) {
      const isRead = seq === start.seq + 1 && ordinal < start.read;
      if (isRead || !kinds.includes(source.kind)) continue;
      if (found.length === top) return { found, end: positionAfter(found, start), isCut: false };
      found.push({ seq, ordinal, at, source });
    }
  }
  return { found, end: { seq: knownTo, read: 0 }, isCut: false };
}

function positionAfter(found: readonly FoundEvent[], start: EventPosition): EventPosition {
  const last = found.at(-1);
  return last === undefined ? start : { seq: last.seq - 1, read: last.ordinal + 1 };
}
