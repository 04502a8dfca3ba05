/**
 * Balances at the end of a past day (decision 15), from the opening balance of the nearest closed month and the daily sums since,
 * without reading the whole history.
 *
 * A day is one of the operator's time zone and includes the movements that occurred on it (`occurred_at`), whenever they were
 * posted. Opening balances go by the time of posting, so movements of later days are subtracted and missing ones of earlier days
 * are added.
 */
import { startOfDay } from '../lib/dates.ts';
import type { Db, Reader } from '../platform/db/db.ts';
import { readRollupMark } from './rollups.ts';
import type { StockKey } from './stock.ts';

export interface PastBalance extends StockKey {
  /** In units. */
  readonly onHand: number;
}

/** On hand at the end of `day`, without balances of 0, by item, warehouse and status. */
export async function balancesAt(
  db: Db,
  customerNo: string,
  day: Temporal.PlainDate,
  timeZone: string,
): Promise<PastBalance[]> {
  return await db.snapshot((reader) => readBalancesAt(reader, customerNo, day, timeZone));
}

/** `balancesAt` on a snapshot that the caller has. */
async function readBalancesAt(
  reader: Reader,
  customerNo: string,
  day: Temporal.PlainDate,
  timeZone: string,
): Promise<PastBalance[]> {
  const end = startOfDay(day.add({ days: 1 }), timeZone);
  const rolled = await readRollupMark(reader, customerNo);
  const mark = rolled.timeZone === timeZone ? rolled.rolledTo : 0;
  const opening = await openingMonth(reader, day, mark);
  const opened = startOfDay(opening, 'UTC');
  const rows = await reader.rows<{ item_no: string; warehouse: string; status: string; quantity: number }>(
    `with months as (
       select generate_series(min(month), max(month), interval '1 month')::date as month
         from movement_days where customer_no = $1 and $5::bigint > 0)
     select item_no, warehouse, status, sum(quantity)::bigint as quantity
       from (select item_no, warehouse, status, quantity from opening_balances where customer_no = $1 and month = $2
              union all
             select d.item_no, d.warehouse, d.status, -d.quantity
               from months m join movement_days d on d.customer_no = $1 and d.month = m.month and d.day > $3
              where m.month < $2
              union all
             select d.item_no, d.warehouse, d.status, d.quantity
               from months m join movement_days d on d.customer_no = $1 and d.month = m.month and d.day <= $3
              where m.month >= $2
              union all
             select item_no, warehouse, status, case when at < $6 then -quantity else quantity end
               from movements
              where customer_no = $1 and seq > $5
                and ((at < $6 and occurred_at >= $4) or (at >= $6 and occurred_at < $4))) parts
      group by item_no, warehouse, status having sum(quantity) <> 0
      order by item_no, warehouse, status`,
    [customerNo, opening, day, end, mark, opened],
  );
  return rows.map((row) => ({
    customerNo,
    itemNo: row.item_no,
    warehouse: row.warehouse,
    status: row.status,
    onHand: row.quantity,
  }));
}

const startOfHistory = Temporal.PlainDate.from('0001-01-01');

/** The first day of the latest month with opening balances that is not after `day` and not before detached movements. */
export async function openingMonth(reader: Reader, day: Temporal.PlainDate, mark: number): Promise<Temporal.PlainDate> {
  const [closed] = await reader.rows<{ month: Temporal.PlainDate | null }>(
    `select (max(month) filter (where month < date_trunc('month', $1::date)
                                   or (detached_at is not null and $2 = 0)) + interval '1 month')::date as month
       from movement_months`,
    [day, mark],
  );
  return closed?.month ?? startOfHistory;
}
