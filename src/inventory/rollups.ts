/**
 * Rollups of the movements: what keeps long history cheap (decision 24). Owns `movement_marks`, `movement_blocks` and
 * `movement_days`.
 *
 * Written by a job, so that postings pay nothing for them. Invariants: all movements up to a customer's mark are rolled up,
 * none after it is; whoever reads takes the rollups up to the mark and the movements after it, on one snapshot, and so is
 * exact however far the job is behind. Days are the operator's: a mark of another time zone counts as none, and the job
 * begins anew.
 */
import { dayIn } from '../lib/dates.ts';
import type { Db, Reader, Tx } from '../platform/db/db.ts';

/** Commit numbers of one block of `movement_blocks`: 2 to this power. */
export const blockBits = 13;
/** Commit numbers of one span of `movement_days`: 2 to this power. */
export const spanBits = 16;

/** Up to which commit number the rollups tell; 0 when they tell nothing. */
export async function readMark(reader: Reader, customerNo: string, timeZone: string): Promise<number> {
  const [mark] = await reader.rows<{ rolled_to: number }>(
    'select rolled_to from movement_marks where customer_no = $1 and time_zone = $2',
    [customerNo, timeZone],
  );
  return mark?.rolled_to ?? 0;
}

export interface RollUpOptions {
  readonly timeZone: string;
  /** Customers that are behind by fewer commit numbers are left for the next time. Default 1,000. */
  readonly leastBehind?: number;
  readonly signal?: AbortSignal;
}

/** Commit numbers rolled up in one transaction. */
const perTransaction = 500_000;

/** Rolls up what has been posted, of every customer that is behind. May run beside itself: a customer is taken by one. */
export async function rollUpMovements(db: Db, options: RollUpOptions): Promise<void> {
  const behind = await db.rows<{ customer_no: string }>(
    `select c.customer_no from commit_counters c left join movement_marks m using (customer_no)
      where c.last_seq - coalesce(m.rolled_to, 0) >= $1 or (m.time_zone <> $2 and c.last_seq > 0)
      order by c.customer_no`,
    [options.leastBehind ?? 1_000, options.timeZone],
  );
  for (const { customer_no: customerNo } of behind) {
    while (!options.signal?.aborted) {
      if ((await db.write((tx) => rollUpCustomer(tx, customerNo, options.timeZone))) === 'done') break;
    }
  }
}

/** The next portion of one customer. */
async function rollUpCustomer(tx: Tx, customerNo: string, timeZone: string): Promise<'more' | 'done'> {
  await tx.rows(
    `insert into movement_marks (customer_no, rolled_to, time_zone) values ($1, 0, $2) on conflict do nothing`,
    [customerNo, timeZone],
  );
  const [mark] = await tx.rows<{ rolled_to: number; time_zone: string }>(
    'select rolled_to, time_zone from movement_marks where customer_no = $1 for update skip locked',
    [customerNo],
  );
  if (mark === undefined) return 'done';
  const from = mark.time_zone === timeZone ? mark.rolled_to : 0;
  if (mark.time_zone !== timeZone) await forget(tx, customerNo);
  // Whatever has a number up to the counter's is committed: the counter is locked until then.
  const [counter] = await tx.rows<{ last_seq: number }>('select last_seq from commit_counters where customer_no = $1', [
    customerNo,
  ]);
  const last = counter?.last_seq ?? 0;
  const to = Math.min(last, from + perTransaction);
  const days = await daysOf(tx, customerNo, from, to, timeZone);
  if (days !== undefined) await add(tx, customerNo, from, to, days);
  await tx.rows('update movement_marks set rolled_to = $2, time_zone = $3 where customer_no = $1', [
    customerNo,
    to,
    timeZone,
  ]);
  return to < last ? 'more' : 'done';
}

/** Takes back what was rolled up of movements that are still there. */
async function forget(tx: Tx, customerNo: string): Promise<void> {
  await tx.rows('delete from movement_blocks where customer_no = $1', [customerNo]);
  await tx.rows(
    `delete from movement_days where customer_no = $1
        and month > coalesce((select max(month) from movement_months where detached_at is not null), '-infinity')`,
    [customerNo],
  );
}

/** Days and the instants at which they begin, from the first to the last of these movements. */
interface Days {
  readonly days: readonly Temporal.PlainDate[];
  readonly starts: readonly Temporal.Instant[];
}

async function daysOf(
  tx: Tx,
  customerNo: string,
  from: number,
  to: number,
  timeZone: string,
): Promise<Days | undefined> {
  const [range] = await tx.rows<{ first: Temporal.Instant | null; last: Temporal.Instant | null }>(
    `select min(occurred_at) as first, max(occurred_at) as last from movements
      where customer_no = $1 and seq > $2 and seq <= $3`,
    [customerNo, from, to],
  );
  if (!range?.first || !range.last) return undefined;
  const first = dayIn(range.first, timeZone);
  const count = first.until(dayIn(range.last, timeZone), { largestUnit: 'days' }).days + 1;
  const days = Array.from({ length: count }, (_, i) => first.add({ days: i }));
  return { days, starts: days.map((day) => startOfDay(day, timeZone)) };
}

/** When a day begins in a time zone. */
export function startOfDay(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.toZonedDateTime(timeZone).toInstant();
}

async function add(tx: Tx, customerNo: string, from: number, to: number, { days, starts }: Days): Promise<void> {
  // The days come from the calendar that the queries use, so that both agree to the second.
  const rolled = `
    select ($4::date[])[width_bucket(m.occurred_at, $5::timestamptz[])] as day,
           date_trunc('month', m.at at time zone 'UTC')::date as month,
           m.seq, m.item_no, m.warehouse, m.status, m.type, m.quantity
      from movements m where m.customer_no = $1 and m.seq > $2 and m.seq <= $3`;
  const values = [customerNo, from, to, days, starts];
  await tx.rows(
    `insert into movement_blocks as b (customer_no, day, block, month, warehouse, status, type, count)
     select $1, day, (seq >> ${blockBits})::int, month, warehouse, status, type, count(*)
       from (${rolled}) r group by day, (seq >> ${blockBits})::int, month, warehouse, status, type
         on conflict (customer_no, day, block, month, warehouse, status, type)
         do update set count = b.count + excluded.count`,
    values,
  );
  await tx.rows(
    `insert into movement_days as d (customer_no, month, day, item_no, warehouse, status, type, span, quantity, count)
     select $1, month, day, item_no, warehouse, status, type, (seq >> ${spanBits})::int, sum(quantity), count(*)
       from (${rolled}) r group by month, day, item_no, warehouse, status, type, (seq >> ${spanBits})::int
         on conflict (customer_no, month, day, item_no, warehouse, status, type, span)
         do update set quantity = d.quantity + excluded.quantity, count = d.count + excluded.count`,
    values,
  );
}
