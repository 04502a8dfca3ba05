/**
 * Rollups of movements, which keep queries on long histories fast (decision 15): progress, counts, daily sums and totals.
 * Detaching a month deletes its counts (`movement-months.ts`).
 *
 * A job writes them, so postings do not pay for them. Invariant: exactly the movements up to a customer's mark are rolled up. Totals have
 * a mark of their own: an older version that runs beside this one writes only the other rollups, and this one catches up.
 * Readers combine the rollups with the movements after the mark on one snapshot, so results are exact however far the job lags.
 * Days are of the operator's time zone; when that changes, the rollups are rebuilt.
 */
import { startOfDay } from '../lib/dates.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { maxCommitDelayHours } from '../platform/log-window.ts';

/** Levels of blocks, finest first: a block of level n covers 2^n commit numbers, eight blocks of the level below. */
export const rollupLevels = [11, 14, 17, 20] as const;
export const finestRollupLevel = rollupLevels[0];
export const coarsestRollupLevel = rollupLevels[3];

/** How far a customer's movements have been rolled up. */
export interface MovementRollupMark {
  /** The last commit number; 0 when nothing is rolled up. */
  readonly rolledTo: number;
  /** The time zone of the days in the rollups. */
  readonly timeZone: string;
  /** No movement after the mark was posted before this time; undefined when unknown. */
  readonly restPostedFrom: Temporal.Instant | undefined;
}

/** The mark of a customer; that of nothing rolled up when there is none. */
export async function readMovementRollupMark(reader: DbReader, customerNo: string): Promise<MovementRollupMark> {
  const [row] = await reader.rows<{ rolledTo: number; timeZone: string; lastPosted: Temporal.Instant | null }>(
    `select rolled_up_to as "rolledTo", time_zone as "timeZone", last_posted_at as "lastPosted"
       from movement_rollup_progress where customer_no = $1`,
    [customerNo],
  );
  if (row === undefined) return { rolledTo: 0, timeZone: '', restPostedFrom: undefined };
  const { rolledTo, timeZone, lastPosted } = row;
  return { rolledTo, timeZone, restPostedFrom: lastPosted?.subtract({ hours: maxCommitDelayHours }) };
}

/** How far a customer's movements have been rolled up by days of a time zone. */
export interface DailyMovementRollupMark {
  readonly customerNo: string;
  /** The last commit number; 0 when nothing is rolled up, or by days of another time zone, which are about to be rebuilt. */
  readonly mark: number;
}

/**
 * The marks of customers.
 * @param ofTotals the marks of the daily totals, which are not those of the sums by item
 */
export async function readDailyMovementRollupMarks(
  reader: DbReader,
  customers: readonly string[],
  timeZone: string,
  { ofTotals = false }: { readonly ofTotals?: boolean } = {},
): Promise<DailyMovementRollupMark[]> {
  const mark = ofTotals ? 'totals_up_to' : 'rolled_up_to';
  return await reader.rows<DailyMovementRollupMark>(
    `select c.customer_no as "customerNo", coalesce(p.${mark}, 0)::bigint as mark
       from unnest($1::text[]) c (customer_no)
       left join movement_rollup_progress p on p.customer_no = c.customer_no and p.customer_no = any ($1::text[]) and p.time_zone = $2`,
    [customers, timeZone],
  );
}

interface MovementRollUpOptions {
  /** The operator's time zone. */
  readonly timeZone: string;
  /**
   * Customers with fewer commit numbers to roll up are skipped, unless their totals lag or, without `keepsTimeZones`, they are rolled up
   * in another time zone. Default 1,000.
   */
  readonly minUnrolled?: number;
  /**
   * Customers stay in the time zone in which they are rolled up: for commands, whose settings may not be the server's. Otherwise those in
   * another one than `timeZone` are rebuilt.
   */
  readonly keepsTimeZones?: boolean;
  readonly signal?: AbortSignal;
}

const seqRange = 'm.customer_no = $1 and m.seq > $2 and m.seq <= $3';

/**
 * Maximum commit numbers rolled up in one transaction; totals that lag behind the other rollups are caught up with them,
 * however many they are.
 */
const maxSeqsPerTransaction = 500_000;

/** Rolls up the movements of every customer that lags. May run concurrently: one run locks a customer, the others skip it. */
export async function rollUpMovements(db: Db, options: MovementRollUpOptions): Promise<void> {
  const { minUnrolled = 1_000, keepsTimeZones = false } = options;
  const laggingCustomers = await db.rows<{ customer_no: string; timeZone: string }>(
    `select c.customer_no, case when $3::bool then coalesce(m.time_zone, $2) else $2 end as "timeZone"
       from commit_counters c left join movement_rollup_progress m using (customer_no)
      where c.last_seq - coalesce(m.rolled_up_to, 0) >= $1 or m.totals_up_to < m.rolled_up_to
         or (m.time_zone <> $2 and c.last_seq > 0 and not $3)
      order by c.customer_no`,
    [minUnrolled, options.timeZone, keepsTimeZones],
  );
  for (const { customer_no: customerNo, timeZone } of laggingCustomers) {
    while (!options.signal?.aborted) {
      const rollUp = (tx: Tx) => rollUpCustomer(tx, customerNo, timeZone);
      if ((await db.write(rollUp, { longRunning: true, customerNo })) === 'done') break;
    }
  }
}

/** Rolls up at most the next `maxSeqsPerTransaction` commit numbers of a customer; nothing while another run has it. */
async function rollUpCustomer(tx: Tx, customerNo: string, timeZone: string): Promise<'more' | 'done'> {
  await tx.rows(
    `insert into movement_rollup_progress (customer_no, rolled_up_to, time_zone) values ($1, 0, $2) on conflict do nothing`,
    [customerNo, timeZone],
  );
  const [mark] = await tx.rows<{ rolled_up_to: number; totals_up_to: number; time_zone: string }>(
    'select rolled_up_to, totals_up_to, time_zone from movement_rollup_progress where customer_no = $1 for update skip locked',
    [customerNo],
  );
  if (mark === undefined) return 'done';
  const isRebuild = mark.time_zone !== timeZone;
  if (isRebuild) await deleteRollups(tx, customerNo);
  const from = isRebuild ? 0 : mark.rolled_up_to;
  const totalsFrom = isRebuild ? 0 : mark.totals_up_to;
  // All movements up to the counter are committed, because a transaction locks the counter until it commits.
  const [counter] = await tx.rows<{ last_seq: number }>('select last_seq from commit_counters where customer_no = $1', [
    customerNo,
  ]);
  const last = counter?.last_seq ?? 0;
  const to = Math.min(last, from + maxSeqsPerTransaction);
  const found = await readOccurrenceDays(tx, customerNo, Math.min(from, totalsFrom), to);
  if (found.length > 0) {
    await addCounts(tx, customerNo, from, to);
    const days = daysOf(found, timeZone);
    await addDays(tx, customerNo, from, to, days);
    await addTotals(tx, customerNo, totalsFrom, to, days);
  }
  await tx.rows(
    `update movement_rollup_progress set rolled_up_to = $2, totals_up_to = $2, time_zone = $3, last_posted_at = greatest(last_posted_at, $4)
      where customer_no = $1`,
    [
      customerNo,
      to,
      timeZone,
      found
        .map(({ lastPosted }) => lastPosted)
        .sort(Temporal.Instant.compare)
        .at(-1) ?? null,
    ],
  );
  return to < last ? 'more' : 'done';
}

/** Locks the marks of all customers that have one, so that none is rolled up meanwhile, and returns the customers by shard. */
export async function lockMovementRollups(tx: Tx): Promise<readonly string[][]> {
  const customers = await tx.rows<{ customer_no: string }>(
    'select customer_no from movement_rollup_progress order by customer_no',
  );
  const shards = await tx.shards.group(
    customers.map(({ customer_no }) => customer_no),
    (customerNo) => customerNo,
  );
  for (const onShard of shards) {
    await tx.rows(
      'select 1 from movement_rollup_progress where customer_no = any ($1::text[]) order by customer_no for update',
      [onShard],
    );
  }
  return shards;
}

/** Deletes the rollups of all customers' attached movements; the job computes them again. */
export async function resetMovementRollups(tx: Tx): Promise<void> {
  for (const customerNo of (await lockMovementRollups(tx)).flat()) await deleteRollups(tx, customerNo);
}

/** Deletes the rollups of attached movements, and sets the mark, which the caller has locked, back to the beginning. */
async function deleteRollups(tx: Tx, customerNo: string): Promise<void> {
  await tx.rows(
    'update movement_rollup_progress set rolled_up_to = 0, totals_up_to = 0, last_posted_at = null where customer_no = $1',
    [customerNo],
  );
  await tx.rows('delete from movement_counts where customer_no = $1', [customerNo]);
  await tx.rows('delete from movement_item_counts where customer_no = $1', [customerNo]);
  const attached = `month > coalesce((select max(month) from movement_months where detached_at is not null), '-infinity')`;
  await tx.rows(`delete from movement_days where customer_no = $1 and ${attached}`, [customerNo]);
  await tx.rows(`delete from movement_totals where customer_no = $1 and ${attached}`, [customerNo]);
}

/** A day of UTC on which movements occurred, and the time at which the last of these was posted. */
interface OccurrenceDay {
  readonly day: Temporal.PlainDate;
  readonly lastPosted: Temporal.Instant;
}

async function readOccurrenceDays(tx: Tx, customerNo: string, from: number, to: number): Promise<OccurrenceDay[]> {
  return await tx.rows<OccurrenceDay>(
    `select (m.occurred_at at time zone 'UTC')::date as day, max(m.at) as "lastPosted" from movements m
      where ${seqRange} group by 1 order by 1`,
    [customerNo, from, to],
  );
}

/** Days and their start instants. */
interface Days {
  readonly days: readonly Temporal.PlainDate[];
  readonly starts: readonly Temporal.Instant[];
}

/**
 * The days in the time zone that days of UTC overlap. Not all days between the first and the last one: clocks of the test environment
 * may be thousands of years ahead.
 */
function daysOf(found: readonly OccurrenceDay[], timeZone: string): Days {
  const near = found.flatMap(({ day }) => [-1, 0, 1].map((offset) => day.add({ days: offset })));
  const days = [...new Map(near.map((day) => [day.toString(), day])).values()].sort(Temporal.PlainDate.compare);
  return { days, starts: days.map((day) => startOfDay(day, timeZone)) };
}

const month = `date_trunc('month', m.at at time zone 'UTC')::date`;

async function addCounts(tx: Tx, customerNo: string, from: number, to: number): Promise<void> {
  const place = 'month, warehouse, status, type';
  await tx.rows(
    `insert into movement_counts as c (customer_no, level, block, ${place}, count, first_at, last_at)
     select $1, level, block >> (level - ${finestRollupLevel}), ${place}, sum(count), min(first_at), max(last_at)
       from (select m.seq >> ${finestRollupLevel} as block, ${month} as month, m.warehouse, m.status, m.type, count(*) as count,
                    min(m.occurred_at) as first_at, max(m.occurred_at) as last_at
               from movements m where ${seqRange} group by 1, 2, 3, 4, 5) fine
      cross join unnest($4::int[]) as level
      group by level, block >> (level - ${finestRollupLevel}), ${place}
         on conflict (customer_no, level, block, ${place}) do update
        set count = c.count + excluded.count, first_at = least(c.first_at, excluded.first_at),
            last_at = greatest(c.last_at, excluded.last_at)`,
    [customerNo, from, to, rollupLevels],
  );
  await tx.rows(
    `insert into movement_item_counts as c (customer_no, item_no, block, ${place}, count, quantity, first_at, last_at)
     select $1, m.item_no, m.seq >> ${coarsestRollupLevel}, ${month}, m.warehouse, m.status, m.type, count(*), sum(m.quantity),
            min(m.occurred_at), max(m.occurred_at)
       from movements m where ${seqRange} group by 2, 3, 4, 5, 6, 7
         on conflict (customer_no, item_no, block, ${place}) do update
        set count = c.count + excluded.count, quantity = c.quantity + excluded.quantity,
            first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at)`,
    [customerNo, from, to],
  );
}

async function addDays(tx: Tx, customerNo: string, from: number, to: number, { days, starts }: Days): Promise<void> {
  // Days come from the same calendar as in the queries, so that both agree to the second.
  await tx.rows(
    `insert into movement_days as d (customer_no, month, day, item_no, warehouse, status, quantity, count)
     select $1, ${month}, ($4::date[])[width_bucket(m.occurred_at, $5::timestamptz[])], m.item_no, m.warehouse, m.status,
            sum(m.quantity), count(*)
       from movements m where ${seqRange} group by 2, 3, 4, 5, 6
         on conflict (customer_no, month, day, item_no, warehouse, status) do update
        set quantity = d.quantity + excluded.quantity, count = d.count + excluded.count`,
    [customerNo, from, to, days, starts],
  );
}

async function addTotals(tx: Tx, customerNo: string, from: number, to: number, { days, starts }: Days): Promise<void> {
  await tx.rows(
    `insert into movement_totals as d (customer_no, month, day, quantity, count)
     select $1, ${month}, ($4::date[])[width_bucket(m.occurred_at, $5::timestamptz[])], sum(m.quantity), count(*)
       from movements m where ${seqRange} group by 2, 3
         on conflict (customer_no, month, day) do update
        set quantity = d.quantity + excluded.quantity, count = d.count + excluded.count`,
    [customerNo, from, to, days, starts],
  );
}
