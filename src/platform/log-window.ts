/**
 * Reads the log by its numbers, for feeds: a bounded stretch of a customer's entries in the order of commits. On a snapshot, every
 * number up to the last one is committed and visible, so a stretch misses nothing.
 */
import type { DbReader } from './db/db.ts';

/** A range of a customer's log by number and by time, of which at most `limit` entries are read. */
export interface LogWindow {
  /** Numbers greater than `after`, up to `upTo`. */
  readonly after: number;
  readonly upTo: number;
  /** Only what was recorded then or later, on real time. */
  readonly since?: Temporal.Instant | undefined;
  /** Only what was recorded earlier, on real time. */
  readonly before?: Temporal.Instant | undefined;
  readonly limit: number;
}

export interface LogWindowEntry {
  readonly seq: number;
  readonly kind: string;
  readonly subject: string;
  readonly reference: string;
  /** When it was recorded, on real time. */
  readonly at: Temporal.Instant;
  readonly occurredAt: Temporal.Instant;
  readonly data: Readonly<Record<string, unknown>> | null;
}

const columns = `l.seq, l.kind, l.subject, l.reference, l.at, l.occurred_at as "occurredAt", l.data`;

/** The last number that is committed; 0 for a customer without changes. */
export async function readLastLogSeq(reader: DbReader, customerNo: string): Promise<number> {
  const [row] = await reader.rows<{ last: number }>(
    'select last_seq as last from commit_counters where customer_no = $1',
    [customerNo],
  );
  return row?.last ?? 0;
}

/** The number of the oldest entry that is kept; 1 without entries. */
export async function readFirstLogSeq(reader: DbReader, customerNo: string): Promise<number> {
  const [row] = await reader.rows<{ seq: number }>('select seq from log where customer_no = $1 order by seq limit 1', [
    customerNo,
  ]);
  return row?.seq ?? 1;
}

/** When the last entry up to a number was recorded; undefined when no such entry is kept. */
export async function readLogTimeAtSeq(
  reader: DbReader,
  customerNo: string,
  upTo: number,
): Promise<Temporal.Instant | undefined> {
  const [row] = await reader.rows<{ at: Temporal.Instant }>(
    'select at from log where customer_no = $1 and seq <= $2 order by seq desc limit 1',
    [customerNo, upTo],
  );
  return row?.at;
}

/** The conditions on the times of a window, with parameters from `$next` on, and their values. */
export function buildLogWindowTimeConditions(
  { since, before }: LogWindow,
  at: string,
  next: number,
): { readonly sql: string; readonly values: readonly Temporal.Instant[] } {
  const conditions = [
    ...(since === undefined ? [] : [{ operator: '>=', value: since }]),
    ...(before === undefined ? [] : [{ operator: '<', value: before }]),
  ];
  return {
    sql: conditions.map(({ operator }, index) => `and ${at} ${operator} $${next + index}`).join(' '),
    values: conditions.map(({ value }) => value),
  };
}

/** The entries of these kinds in a window, at most `limit`, in the order of commits. */
export async function readLogWindow(
  reader: DbReader,
  customerNo: string,
  kinds: readonly string[],
  window: LogWindow,
): Promise<LogWindowEntry[]> {
  if (kinds.length === 0) return [];
  const { after, upTo, limit } = window;
  const times = buildLogWindowTimeConditions(window, 'l.at', 6);
  return await reader.rows<LogWindowEntry>(
    `select ${columns} from log l
      where l.customer_no = $1 and l.seq > $2 and l.seq <= $3 and l.kind = any ($4::text[])
        ${times.sql}
      order by l.seq limit $5`,
    [customerNo, after, upTo, kinds, limit, ...times.values],
  );
}

/** The entries of these kinds about these documents, in the order of commits. */
export async function readLogOfSubjects(
  reader: DbReader,
  customerNo: string,
  subjects: readonly string[],
  kinds: readonly string[],
): Promise<LogWindowEntry[]> {
  return await reader.rows<LogWindowEntry>(
    `select ${columns} from log l
      where l.customer_no = $1 and l.subject = any ($2::uuid[]) and l.kind = any ($3::text[])
      order by l.seq`,
    [customerNo, subjects, kinds],
  );
}

/**
 * More hours than a transaction takes from its beginning, which dates its log entries and movements, to its commit, which numbers
 * them: each of its statements ends within `REQUEST_TIMEOUT_SECONDS`, in work on whole tables within an hour.
 */
export const maxCommitDelayHours = 24;

/** Each statement divides the range that contains the position into this number of parts. */
const partsPerStep = 64;

/**
 * Finds the number in the log that separates what was recorded before `at` from the rest: the last entry up to it was recorded before
 * `at`, the first one after it at `at` or later. Times grow with the numbers, except for the duration of a transaction: other entries
 * may be on the wrong side by at most `maxCommitDelayHours`, which the caller allows for in `at`. The log has no index by time, so this
 * is a search by sections: each statement narrows the range that contains the number to a 64th, and a few find it in any log.
 */
export async function findLogSeqBefore(reader: DbReader, customerNo: string, at: Temporal.Instant): Promise<number> {
  let low = 0;
  let high = await readLastLogSeq(reader, customerNo);
  while (low < high) {
    const width = Math.max(1, Math.ceil((high - low) / partsPerStep));
    const marks = Array.from({ length: Math.ceil((high - low) / width) }, (_, part) => low + part * width);
    const rows = await reader.rows<{ mark: number; seq: number | null; isEarlier: boolean | null }>(
      `select k.mark, n.seq, n.at < $3 as "isEarlier"
         from unnest($2::bigint[]) as k (mark)
         left join lateral (
              select l.seq, l.at from log l where l.customer_no = $1 and l.seq > k.mark and l.seq <= $4 order by l.seq limit 1) n on true
        order by k.mark`,
      [customerNo, marks, at, high],
    );
    // Each row is about the first entry behind a mark. All entries before the last earlier one are earlier too.
    const earlier = rows.filter(({ isEarlier }) => isEarlier === true).at(-1);
    const later = rows.find(({ mark, isEarlier }) => isEarlier !== true && mark >= (earlier?.seq ?? low));
    low = earlier?.seq ?? low;
    high = later?.mark ?? high;
    // Only what is behind the last mark is left, or nothing.
    if (earlier === undefined) high = low;
  }
  return high;
}

/**
 * The first day from which the rows of all these tables, which are partitioned by month, are attached; undefined without a partition.
 */
export async function readFirstAttachedPartitionDay(
  reader: DbReader,
  tables: readonly string[],
): Promise<Temporal.PlainDate | undefined> {
  const [row] = await reader.rows<{ day: Temporal.PlainDate | null }>(
    `select max(m.first) as day
       from (select min(to_date(right(c.relname, 6), 'YYYYMM')) as first
               from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
              where p.relname = any ($1::text[]) and p.relnamespace = current_schema()::regnamespace
              group by p.oid) m`,
    [tables],
  );
  return row?.day ?? undefined;
}
