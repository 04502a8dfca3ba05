/**
 * Reads a customer's events after a cursor (decision 14), from the log and the movements of stock. Every change writes
 * these in its own transaction, and they are numbered in the order of commits.
 *
 * Guarantees: a reader that continues with the cursor that it was given gets every event once and in order, also while
 * others write, because numbers are given at the commit. A call reads a bounded part of the history, and runs a fixed
 * number of statements, and a few more to find the numbers of a range of times.
 */
import { readCustomers } from '../auth/index.ts';
import { readMovementWindow } from '../inventory/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, validationRefusal } from '../platform/errors.ts';
import {
  findLogSeqBefore,
  type LogWindow,
  maxCommitDelayHours,
  readFirstAttachedPartitionDay,
  readFirstLogSeq,
  readLastLogSeq,
  readLogTimeAtSeq,
  readLogWindow,
} from '../platform/log-window.ts';
import { carrierModeOf } from '../shipping-labels/index.ts';
import {
  dateOfEpochDay,
  type EventPosition,
  formatEventCursor,
  type LeftOutChangesPosition,
  parseEventCursor,
  toCursorRangeEnd,
} from './cursor.ts';
import { type EventKind, type EventRecord, eventIdOf, eventKinds } from './event.ts';
import { readEventData } from './event-data.ts';
import { type EventWithoutData, eventSequenceKeyOf, eventsOfLogEntry, logEntryKindsOfEvents } from './logged-events.ts';

interface EventQuery {
  /** A cursor; absent: from the oldest change that is kept. */
  readonly after?: string | undefined;
  /** Absent: all. */
  readonly kinds?: readonly EventKind[] | undefined;
  /** At most so many events. */
  readonly top: number;
  /** Only events that were recorded at that time or later, in real time. The first pages may be empty. */
  readonly from?: Temporal.Instant | undefined;
  /** Only events that were recorded before that time, in real time. */
  readonly before?: Temporal.Instant | undefined;
  /** Adds the history of packages, which the format `tracking_update` shows. */
  readonly withTracking?: boolean;
}

interface EventPage {
  readonly events: readonly EventRecord[];
  /** The cursor of the next call, also when nothing is new. */
  readonly next: string;
  /** Whether a call with `next` may return more now. A page may be empty before the end. */
  readonly hasMore: boolean;
}

/**
 * Maximum number of commit numbers that one call reads through. They belong to log entries, movements, package activities and
 * other rows that are numbered at the commit.
 */
const numbersPerCall = 20_000;
/** @throws AppError 400 when the cursor is malformed, beyond the customer's last change, or older than the changes that are kept */
export async function readEvents(environment: Environment, customerNo: string, query: EventQuery): Promise<EventPage> {
  const { db, config } = environment;
  const kinds = query.kinds ?? eventKinds;
  const readAt = Temporal.Now.instant();
  const customer = (await readCustomers(db, [customerNo])).get(customerNo);
  return await db.snapshot(async (reader) => {
    const [last, firstDay] = await Promise.all([
      readLastLogSeq(reader, customerNo),
      query.after === undefined ? undefined : firstDayOf(reader, kinds),
    ]);
    const start = await startOf(reader, customerNo, query, last, firstDay);
    const lastOfRange = await lastSeqBefore(reader, customerNo, query.before, last, readAt);
    const upTo = Math.max(start.seq, Math.min(lastOfRange, start.seq + numbersPerCall));
    const { found, end } = await findEvents(reader, customerNo, query, kinds, start, upTo);
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
          sequenceKey: eventSequenceKeyOf(source),
          ...record,
          cursor: formatEventCursor({ seq: seq - 1, read: ordinal + 1 }, at),
        },
      ];
    });
    const readTo = end.leftOut?.seq ?? end.seq;
    // At the end of the log the cursor is dated today, so the cursor of a reader that keeps polling never becomes too
    // old.
    const issuedAt = readTo >= last ? readAt : ((await readLogTimeAtSeq(reader, customerNo, readTo)) ?? readAt);
    return { events, next: formatEventCursor(end, issuedAt), hasMore: end.seq < lastOfRange };
  });
}

/** The cursor after the last event: only later events are read after it. */
export async function readCurrentEventCursor(reader: DbReader, customerNo: string): Promise<string> {
  const readAt = Temporal.Now.instant();
  return formatEventCursor({ seq: await readLastLogSeq(reader, customerNo), read: 0 }, readAt);
}

async function startOf(
  reader: DbReader,
  customerNo: string,
  { after, from, before }: EventQuery,
  last: number,
  firstDay: Temporal.PlainDate | undefined,
): Promise<EventPosition> {
  const cursor = after === undefined ? undefined : continued(checkCursor(after, last, firstDay), before);
  const first = from && (await findLogSeqBefore(reader, customerNo, from.subtract({ hours: maxCommitDelayHours })));
  if (cursor !== undefined && cursor.seq >= (first ?? 0)) return cursor;
  return { seq: first ?? (await readFirstLogSeq(reader, customerNo)) - 1, read: 0 };
}

/** The position itself in the same range, else the one before everything that the range has left out. */
function continued({ seq, read, leftOut }: EventPosition, before: Temporal.Instant | undefined): EventPosition {
  if (leftOut === undefined || leftOut.rangeEnd === (before && toCursorRangeEnd(before))) return { seq, read, leftOut };
  return { seq: leftOut.seq, read: leftOut.read };
}

/** The last number that an event recorded before a time can have, because transactions take less than the maximum delay. */
async function lastSeqBefore(
  reader: DbReader,
  customerNo: string,
  before: Temporal.Instant | undefined,
  last: number,
  now: Temporal.Instant,
): Promise<number> {
  const latestCommit = before?.add({ hours: maxCommitDelayHours });
  if (latestCommit === undefined || Temporal.Instant.compare(latestCommit, now) >= 0) return last;
  return await findLogSeqBefore(reader, customerNo, latestCommit);
}

const firstDayOf = (reader: DbReader, kinds: readonly EventKind[]) =>
  readFirstAttachedPartitionDay(reader, kinds.includes('inventory.changed') ? ['log', 'movements'] : ['log']);

function checkCursor(after: string, last: number, firstDay: Temporal.PlainDate | undefined): EventPosition {
  const cursor = parseEventCursor(after);
  if (cursor === undefined || cursor.seq + Math.sign(cursor.read) > last) {
    throw unknownEventCursorError();
  }
  if (firstDay !== undefined && Temporal.PlainDate.compare(dateOfEpochDay(cursor.day), firstDay) < 0) {
    throw afterFault(
      'CursorTooOld',
      `is older than the events that are kept, which begin on ${firstDay}; read without it, and reconcile with the queries`,
    );
  }
  return cursor;
}

/** The error for a text that is no cursor, or a cursor of another customer. */
export const unknownEventCursorError = (): AppError =>
  afterFault('UnknownCursor', 'must be the Next of an earlier reply for this customer');

const afterFault = (code: string, message: string) =>
  new AppError(validationRefusal([{ field: 'After', code, message }]));

interface FoundEvents {
  readonly found: readonly EventWithoutData[];
  /** The position up to which `found` is complete. */
  readonly end: EventPosition;
}

async function findEvents(
  reader: DbReader,
  customerNo: string,
  { top, from, before }: EventQuery,
  kinds: readonly EventKind[],
  start: EventPosition,
  upTo: number,
): Promise<FoundEvents> {
  const limit = top + 1;
  const window = { after: start.seq, upTo, since: from, before, limit };
  const [entries, moved] = await readChanges(reader, customerNo, kinds, window);
  // A list that reached the limit is complete only up to its last number.
  const knownTo = Math.min(
    upTo,
    ...[entries, moved].map((rows) => (rows.length === limit ? (rows.at(-1)?.seq ?? upTo) : upTo)),
  );
  const changes = [
    ...entries.map((entry) => ({ seq: entry.seq, at: entry.at, sources: eventsOfLogEntry(entry) })),
    ...moved.map(({ seq, at, ...stock }) => ({ seq, at, sources: [{ kind: 'inventory.changed' as const, ...stock }] })),
  ]
    .filter(({ seq }) => seq <= knownTo)
    .sort((a, b) => a.seq - b.seq);
  const events = changes.flatMap(({ seq, at, sources }): EventWithoutData[] =>
    sources
      .map((source, ordinal) => ({ seq, ordinal, at, source }))
      .filter(({ ordinal, source }) => !isRead(start, seq, ordinal) && kinds.includes(source.kind)),
  );
  const found = events.slice(0, top);
  const end =
    events.length > top ? positionAfter(found, start) : knownTo > start.seq ? { seq: knownTo, read: 0 } : start;
  if (before === undefined) return { found, end };
  const leftOut = start.leftOut ?? (await firstLeftOut(reader, customerNo, kinds, { start, upTo: end.seq, before }));
  return { found, end: { ...end, leftOut } };
}

const readChanges = (reader: DbReader, customerNo: string, kinds: readonly EventKind[], window: LogWindow) =>
  Promise.all([
    readLogWindow(reader, customerNo, logEntryKindsOfEvents(kinds), window),
    kinds.includes('inventory.changed') ? readMovementWindow(reader, customerNo, window) : [],
  ]);

/** Whether an event of a change was read before the position. */
const isRead = (start: EventPosition, seq: number, ordinal: number): boolean =>
  seq === start.seq + 1 && ordinal < start.read;

/** The position before the first change of a stretch that was recorded at `before` or later. */
async function firstLeftOut(
  reader: DbReader,
  customerNo: string,
  kinds: readonly EventKind[],
  { start, upTo, before }: { readonly start: EventPosition; readonly upTo: number; readonly before: Temporal.Instant },
): Promise<LeftOutChangesPosition | undefined> {
  const window = { after: start.seq, upTo, since: before, limit: 1 };
  const [first] = (await readChanges(reader, customerNo, kinds, window)).flat().sort((a, b) => a.seq - b.seq);
  if (first === undefined) return undefined;
  const read = first.seq === start.seq + 1 ? start.read : 0;
  return { seq: first.seq - 1, read, rangeEnd: toCursorRangeEnd(before) };
}

function positionAfter(found: readonly EventWithoutData[], start: EventPosition): EventPosition {
  const last = found.at(-1);
  return last === undefined ? start : { seq: last.seq - 1, read: last.ordinal + 1 };
}
