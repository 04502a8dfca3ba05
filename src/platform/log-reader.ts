/**
 * Readers of the log (architecture: One log): each processes every customer's entries in the order of commits, behind the
 * write path, and stores how far it has read in `log_cursors`.
 *
 * Guarantees: the cursor advances in the transaction that processed the entries, so none is lost and none is processed twice
 * by a committed transaction. One process at a time reads a customer: the cursor's row is locked, and others skip it. A
 * step is bounded in entries, so its transaction is short. Writers are not involved: a commit counter that has grown is
 * committed together with all entries up to it. A customer whose entries cannot be processed stays behind alone: the others of
 * its step are read without it, and the running reader logs the error and retries that customer later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { column } from './db/columns.ts';
import { CommitOutcomeUnknown, isConnectionLost, isDatabaseWideError, isLockTimeout } from './db/database-errors.ts';
import type { Db, DbReader, Tx } from './db/db.ts';
import { createRowSetSql } from './db/row-set-sql.ts';
import { Table } from './db/table.ts';
import type { Environment } from './environment.ts';
import { waitUnlessAborted } from './jobs.ts';

/** A log entry as `LogReader.process` receives it, without its data. `seq` is its number in the log of the customer. */
export interface LogEntry {
  readonly customerNo: string;
  readonly seq: number;
  readonly kind: string;
  readonly subject: string;
}

/**
 * A consumer of the log: processes each customer's entries in order and exactly once. Its cursor is saved in the
 * transaction that processes them.
 */
export interface LogReader {
  /** Names its cursors. */
  readonly name: string;
  /** Processes entries of several customers, each customer's in the order of commits, in a fixed number of statements. */
  process(tx: Tx, entries: readonly LogEntry[]): Promise<void>;
  /**
   * For a reader of current states: processes a page of the customer's documents after the id `after`. A new cursor then
   * begins at the end of the log, and the documents are read by this. Without it, entries are read from the beginning of
   * the log.
   */
  readonly backfill?: (tx: Tx, customerNo: string, after: string, limit: number) => Promise<LogBackfillPageResult>;
}

interface LogBackfillPageResult {
  readonly processed: number;
  /** The last document of the page; undefined when there are no more. */
  readonly next: string | undefined;
}

const cursorKey = { customerNo: column.text(), reader: column.text() };

const cursors = new Table(
  'log_cursors',
  { ...cursorKey, seq: column.bigint(), backfillAfter: column.optional(column.uuid()), advancedAt: column.instant() },
  ['customerNo', 'reader'],
);

interface Cursor {
  readonly customerNo: string;
  readonly reader: string;
  readonly seq: number;
  readonly backfillAfter?: string | undefined;
}

const saveCursors = cursors.update({ set: ['seq', 'backfillAfter', 'advancedAt'] });

/** The pause before `runLogReaderToEnd` tries customers again that another process reads: about the time of a step. */
const skippedMs = 50;
const customersPerStep = 50;
/** Entries or documents of one transaction. */
const entriesPerStep = 500;
/** Before the first document. */
const firstId = '00000000-0000-0000-0000-000000000000';

interface LogStepResult {
  /** Entries and documents that were processed. */
  readonly processed: number;
  /** Whether more may be left to read at once. */
  readonly hasMore: boolean;
  /** Customers that another process is reading. */
  readonly skipped: number;
  /** Customers whose entries could not be processed. Nothing of them was changed. */
  readonly failures: readonly FailedLogReaderCustomer[];
}

/** A customer whose log entries could not be processed, and why. */
interface FailedLogReaderCustomer {
  readonly customerNo: string;
  readonly error: unknown;
}

interface LogCustomerFilter {
  /** Absent: all. */
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[];
  /** Leaves out the customers on nodes that are away. By default the step fails while a node is away. */
  readonly onAvailableNodes?: boolean;
}

/**
 * Processes the next entries of the customers that were read longest ago, in one transaction (in several after a failure, to isolate
 * it); where tables are distributed, of those on one shard.
 * @throws when the database is at fault: the connection was lost, a lock was held for too long, the outcome is unknown, or statements
 *   of all customers would fail (`isDatabaseWideError`)
 */
export async function runLogReaderStep(
  db: Db,
  reader: LogReader,
  customers: LogCustomerFilter = {},
): Promise<LogStepResult> {
  const found = await customersBehind(db, reader.name, customers);
  let step: LogStepResult = { processed: 0, hasMore: found.length >= customersPerStep, skipped: 0, failures: [] };
  const groups = await db.shards.group(found, (customerNo) => customerNo);
  for (const [i, customersBehind] of groups.entries()) {
    step = sumOf(step, await readShardStep(db, reader, customersBehind));
    // All customers of the shard are being read by another process: the next shard.
    if (step.skipped === groups.slice(0, i + 1).flat().length) continue;
    return { ...step, hasMore: step.hasMore || i < groups.length - 1 };
  }
  return step;
}

const sumOf = (a: LogStepResult, b: LogStepResult): LogStepResult => ({
  processed: a.processed + b.processed,
  hasMore: a.hasMore || b.hasMore,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
});

/** A step of these customers; after a failure a step of each half, until the failing customers are isolated. */
async function readShardStep(db: Db, reader: LogReader, customersBehind: readonly string[]): Promise<LogStepResult> {
  const [first = ''] = customersBehind;
  try {
    return await db.write((tx) => readLocked(tx, reader, customersBehind), { customerNo: first });
  } catch (error) {
    if (error instanceof CommitOutcomeUnknown || isConnectionLost(error)) throw error;
    if (isLockTimeout(error) || isDatabaseWideError(error)) throw error;
    if (customersBehind.length === 1) {
      return { processed: 0, hasMore: false, skipped: 0, failures: [{ customerNo: first, error }] };
    }
    const middle = Math.ceil(customersBehind.length / 2);
    const firstHalf = await readShardStep(db, reader, customersBehind.slice(0, middle));
    return sumOf(firstHalf, await readShardStep(db, reader, customersBehind.slice(middle)));
  }
}

async function readLocked(tx: Tx, reader: LogReader, customersBehind: readonly string[]): Promise<LogStepResult> {
  const locked = await lockCursors(tx, reader, customersBehind);
  if (locked.length === 0) return { processed: 0, hasMore: false, skipped: customersBehind.length, failures: [] };
  // Read under the lock: whatever has a number up to these is committed, and the next statement sees it.
  const lastSeqs = await readLastSeqs(tx, locked);
  const limit = Math.max(10, Math.floor(entriesPerStep / locked.length));
  const entries = await readEntries(tx, locked, lastSeqs, limit);
  if (entries.length > 0) await reader.process(tx, entries);
  const byCustomer = Map.groupBy(entries, ({ customerNo }) => customerNo);
  const advanced: Cursor[] = [];
  let hasMore = false;
  let processed = entries.length;
  for (const cursor of locked) {
    const { customerNo } = cursor;
    const own = byCustomer.get(customerNo) ?? [];
    const isFull = own.length === limit;
    const seq = (isFull ? own.at(-1)?.seq : lastSeqs.get(customerNo)) ?? cursor.seq;
    let { backfillAfter } = cursor;
    if (backfillAfter !== undefined && reader.backfill !== undefined && processed < entriesPerStep) {
      const page = await reader.backfill(tx, customerNo, backfillAfter, entriesPerStep - processed);
      backfillAfter = page.next;
      processed += page.processed;
    }
    if (isFull || backfillAfter !== undefined) hasMore = true;
    advanced.push({ ...cursor, seq, backfillAfter });
  }
  const advancedAt = Temporal.Now.instant();
  saveCursors(
    tx,
    advanced.map((cursor) => ({ ...cursor, backfillAfter: cursor.backfillAfter, advancedAt })),
  );
  return { processed, hasMore, skipped: customersBehind.length - locked.length, failures: [] };
}

/**
 * Processes the log entries and documents of all customers, or of these, until none are left, in at most `maxSteps`
 * steps. Waits for customers that another process is reading.
 * @throws as `runLogReaderStep`, and the error of the first customer whose entries could not be processed, after the others were read
 */
export async function runLogReaderToEnd(
  db: Db,
  reader: LogReader,
  customers?: readonly string[],
  maxSteps = Number.POSITIVE_INFINITY,
): Promise<void> {
  const failed: FailedLogReaderCustomer[] = [];
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const except = failed.map(({ customerNo }) => customerNo);
    const { hasMore, skipped, failures } = await runLogReaderStep(db, reader, { only: customers, except });
    failed.push(...failures);
    if (!hasMore && skipped === 0) break;
    if (!hasMore) await sleep(skippedMs);
  }
  const [first] = failed;
  if (first !== undefined) throw first.error;
}

/** Makes a reader process all documents of the customers that it has read once more, while it keeps up with the log. */
export async function restartLogBackfill(db: Db, reader: LogReader): Promise<void> {
  const read = await db.rows<{ customer_no: string }>('select customer_no from log_cursors where reader = $1', [
    reader.name,
  ]);
  for (const group of await db.shards.group(read, ({ customer_no }) => customer_no)) {
    await db.rows(
      `update log_cursors k set backfill_after = $2, backfill_since = now()
        where k.customer_no = any ($3::text[]) and k.reader = $1`,
      [reader.name, firstId, group.map(({ customer_no }) => customer_no)],
    );
  }
}

async function customersBehind(
  { nodes, rows: read }: Db,
  name: string,
  { only, except = [], onAvailableNodes = false }: LogCustomerFilter,
): Promise<string[]> {
  const find = (customers = only) =>
    read<{ customer_no: string; advanced_ms: number }>(
      `select c.customer_no, coalesce(extract(epoch from k.advanced_at) * 1000, 0)::float8 as advanced_ms
         from commit_counters c left join log_cursors k on k.customer_no = c.customer_no and k.reader = $1
        where (k.seq is null or k.seq < c.last_seq or k.backfill_after is not null)
          and ($2::text[] is null or c.customer_no = any ($2::text[])) and c.customer_no <> all ($3::text[])
        order by k.advanced_at nulls first, c.customer_no limit ${customersPerStep}`,
      [name, customers ?? null, except],
    );
  if (!onAvailableNodes) return (await find()).map(({ customer_no }) => customer_no);
  const found = await nodes.readAll(find);
  return found.sort((a, b) => a.advanced_ms - b.advanced_ms).map(({ customer_no }) => customer_no);
}

async function lockCursors(tx: Tx, reader: LogReader, customers: readonly string[]): Promise<Cursor[]> {
  await tx.rows(
    `insert into log_cursors (customer_no, reader, seq, backfill_after, backfill_since)
     select c.customer_no, $2, case when $3::uuid is null then 0 else c.last_seq end, $3::uuid, now()
       from commit_counters c
      where c.customer_no = any ($1::text[])
        and not exists (select from log_cursors k where k.customer_no = c.customer_no and k.reader = $2
                                                    and k.customer_no = any ($1::text[]))
      order by c.customer_no
         on conflict do nothing`,
    [customers, reader.name, reader.backfill === undefined ? null : firstId],
  );
  return await cursors.rows<Cursor>(
    tx,
    `select ${cursors.select('k', ['customerNo', 'reader', 'seq', 'backfillAfter'])}
       from log_cursors k where k.customer_no = any ($1::text[]) and k.reader = $2
      order by k.customer_no for no key update skip locked`,
    [customers, reader.name],
  );
}

async function readLastSeqs(tx: Tx, locked: readonly Cursor[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ customer_no: string; last_seq: number }>(
    'select c.customer_no, c.last_seq from commit_counters c where c.customer_no = any ($1::text[])',
    [locked.map(({ customerNo }) => customerNo)],
  );
  return new Map(rows.map((row) => [row.customer_no, row.last_seq]));
}

const ranges = createRowSetSql({ customerNo: column.text(), after: column.bigint(), upTo: column.bigint() });

async function readEntries(
  tx: Tx,
  locked: readonly Cursor[],
  lastSeqs: ReadonlyMap<string, number>,
  limit: number,
): Promise<LogEntry[]> {
  return await tx.rows<LogEntry>(
    `select l.customer_no as "customerNo", l.seq, l.kind, l.subject
       from ${ranges.from('k')}
      cross join lateral (
            select l.customer_no, l.seq, l.kind, l.subject from log l
             where ${ranges.match('l', 'k', ['customerNo'])} and l.seq > k.after and l.seq <= k.up_to
             order by l.seq limit $${ranges.nextParameter}) l
      order by l.customer_no, l.seq`,
    [
      ...ranges.values(
        locked.map(({ customerNo, seq }) => ({ customerNo, after: seq, upTo: lastSeqs.get(customerNo) ?? seq })),
      ),
      limit,
    ],
  );
}

/**
 * How many seconds ago the oldest change happened that a reader has not processed; 0 when it is up to date. A customer
 * that it has never read counts from the first entry. A customer that it backfills counts from the start of the
 * backfill.
 */
export async function readLogReaderLagSeconds(reader: DbReader, name: string): Promise<number> {
  const [row] = await reader.rows<{ lag: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - case
              when k.backfill_after is not null then k.backfill_since else coalesce(l.at, k.advanced_at) end)), 0)::float8 as lag
       from commit_counters c left join log_cursors k on k.customer_no = c.customer_no and k.reader = $1
       left join lateral (
            select l.at from log l
             where l.customer_no = c.customer_no and l.seq > coalesce(k.seq, 0) order by l.seq limit 1) l on true
      where k.seq is null or k.seq < c.last_seq or k.backfill_after is not null`,
    [name],
  );
  return row?.lag ?? 0;
}

export interface RunningLogReader {
  /** Ends after the current step. */
  stop(): Promise<void>;
}

/** How long a running reader waits after a step that failed. */
const afterErrorMs = 5_000;
/** How long a running reader waits at least when nothing is left to read. */
const idleMs = 500;
/** The share of time in which a reader works: while this process writes, and while it does not. */
const busyShare = 0.03;
const quietShare = 0.6;
/** A step that was slow for once, because the database or the machine stood still, does not stop the reader for minutes. */
const maxRestMs = 10_000;
/** After this time the running reader retries a customer whose entries could not be processed. */
const retryMs = 30_000;

/** How long a running reader rests after a step that took `workMs`, in milliseconds. Pure. */
export function computeReaderPauseMs(
  workMs: number,
  { isBusy, hasMore }: { readonly isBusy: boolean; readonly hasMore: boolean },
): number {
  const share = isBusy ? busyShare : quietShare;
  const restMs = Math.min(maxRestMs, (workMs * (1 - share)) / share);
  return hasMore ? restMs : Math.max(idleMs, restMs);
}

/**
 * Keeps a reader up to date in the background. While this process writes, it works in a small share of the time, so that
 * writes are not slowed down, and catches up when they end.
 */
export function startLogReader(
  { db, logger, writeQueue }: Pick<Environment, 'db' | 'logger' | 'writeQueue'>,
  reader: LogReader,
): RunningLogReader {
  const stopping = new AbortController();
  /** When the customers whose entries could not be processed are retried. */
  const retryAt = new Map<string, number>();
  const readStep = async (): Promise<LogStepResult> => {
    for (const [customerNo, at] of retryAt) if (at <= performance.now()) retryAt.delete(customerNo);
    const step = await runLogReaderStep(db, reader, { except: [...retryAt.keys()], onAvailableNodes: true });
    for (const { customerNo, error } of step.failures) {
      retryAt.set(customerNo, performance.now() + retryMs);
      logger.error({ err: error, reader: reader.name, customerNo, retryMs }, "a customer's log could not be read");
    }
    return step;
  };
  const isBusy = () => writeQueue.load.inFlight > 0 || writeQueue.load.waiting > 0;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const wasBusy = isBusy();
      let hasMore = false;
      try {
        ({ hasMore } = await readStep());
      } catch (err) {
        // While the database is unavailable, which is logged elsewhere, this would flood the log.
        logger[isConnectionLost(err) ? 'debug' : 'error']({ err, reader: reader.name }, 'the log could not be read');
        await waitUnlessAborted(afterErrorMs, stopping.signal);
        continue;
      }
      const restMs = computeReaderPauseMs(performance.now() - startedAt, { isBusy: wasBusy || isBusy(), hasMore });
      await waitUnlessAborted(restMs, stopping.signal);
    }
  };
  const ended = run();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
