/**
 * On hand at the end of each day of a range, from the opening balances of a month and the daily totals since (decision 15): the cost
 * of the totals grows with the days, not with items and movements. A day is one of the operator's time zone and includes the movements
 * that occurred on it, whenever they were posted.
 */
import { startOfDay } from '../lib/dates.ts';
import type { DbReader } from '../platform/db/db.ts';
import { findOpeningBalanceMonth } from './past-balances.ts';
import { type DailyMovementRollupMark, readDailyMovementRollupMarks } from './rollups.ts';

export interface DailyStockOnHand {
  readonly day: Temporal.PlainDate;
  /** Units of all items, warehouses and statuses at the end of the day. */
  readonly onHand: number;
}

/** Days of the operator's time zone, both included. */
interface StockDayRange {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  readonly timeZone: string;
}

/** The units on hand at the end of each day of the range, by customer. `reader` must be a snapshot. */
export async function readDailyStockOnHand(
  reader: DbReader,
  customers: readonly string[],
  { first, last, timeZone }: StockDayRange,
): Promise<ReadonlyMap<string, DailyStockOnHand[]>> {
  const marks = await readDailyMovementRollupMarks(reader, customers, timeZone, { ofTotals: true });
  const range = { first, last, timeZone };
  const rolled = marks.filter(({ mark }) => mark > 0);
  const unrolled = marks.filter(({ mark }) => mark === 0);
  const changes = [...(await readChanges(reader, rolled, range)), ...(await readChanges(reader, unrolled, range))];
  const byCustomer = Map.groupBy(changes, ({ customerNo }) => customerNo);
  const count = first.until(last, { largestUnit: 'days' }).days + 1;
  return new Map(
    customers.map((customerNo) => {
      const own = new Map(byCustomer.get(customerNo)?.map(({ day, quantity }) => [day.toString(), quantity]));
      let onHand = own.get(first.subtract({ days: 1 }).toString()) ?? 0;
      const days = Array.from({ length: count }, (_, nth) => {
        const day = first.add({ days: nth });
        onHand += own.get(day.toString()) ?? 0;
        return { day, onHand };
      });
      return [customerNo, days];
    }),
  );
}

interface DayChange {
  readonly customerNo: string;
  readonly day: Temporal.PlainDate;
  readonly quantity: number;
}

/** Whether the totals of a month take the place of its movements: up to the mark, and where the movements are detached. */
const isTotal = `(k.mark > 0 or t.month <= (select max(month) from movement_months where detached_at is not null))`;

/**
 * The sum of the movements of each day. The sum of the day before `first` is the quantity on hand at its end. Opening balances include
 * every movement that was posted before their month, so movements that occurred later are subtracted there and added to their own day.
 * Rolled-up movements are read as totals, the others one by one. Either all customers have a mark, or none has.
 */
async function readChanges(
  reader: DbReader,
  customers: readonly DailyMovementRollupMark[],
  { first, last, timeZone }: StockDayRange,
): Promise<DayChange[]> {
  if (customers.length === 0) return [];
  const opening = await findOpeningBalanceMonth(reader, first.subtract({ days: 1 }));
  return await reader.rows<DayChange>(
    `with marks as (select * from unnest($1::text[], $2::bigint[]) m (customer_no, mark)),
          -- By the primary key, customer by customer: ORDER BY keeps the planner from reading all movements for a join.
          rest as materialized (
       select r.* from marks k
        cross join lateral (select m.customer_no, m.at, m.occurred_at, m.quantity from movements m
                             where m.customer_no = any ($1::text[]) and m.customer_no = k.customer_no and m.seq > k.mark order by m.seq) r),
          parts as (
       select customer_no, $4::date - 1 as day, quantity from opening_balances
        where customer_no = any ($1::text[]) and month = $3
        union all
       select t.customer_no, greatest(t.day, $4::date - 1), t.quantity
         from movement_totals t join marks k on k.customer_no = t.customer_no
        where t.customer_no = any ($1::text[]) and t.month >= $3 and t.day <= $5 and ${isTotal}
        union all
       -- Posted before the opening month: in its balances already, and moved to its own day.
       select t.customer_no, d.day, case d.day when t.day then t.quantity else -t.quantity end
         from movement_totals t join marks k on k.customer_no = t.customer_no
        cross join lateral unnest(array[t.day, $4::date - 1]) as d (day)
        where t.customer_no = any ($1::text[]) and t.month < $3 and t.day >= $4 and d.day <= $5 and ${isTotal}
        union all
       select customer_no, greatest((occurred_at at time zone $6)::date, $4::date - 1), quantity
         from rest where at >= $7 and occurred_at < $8
        union all
       select customer_no, d.day, case when d.day >= $4 then quantity else -quantity end
         from rest
        cross join lateral unnest(array[(occurred_at at time zone $6)::date, $4::date - 1]) as d (day)
        where at < $7 and occurred_at >= $9 and d.day <= $5)
     select customer_no as "customerNo", day, sum(quantity)::bigint as quantity from parts group by customer_no, day`,
    [
      customers.map(({ customerNo }) => customerNo),
      customers.map(({ mark }) => mark),
      opening,
      first,
      last,
      timeZone,
      startOfDay(opening, 'UTC'),
      startOfDay(last.add({ days: 1 }), timeZone),
      startOfDay(first, timeZone),
    ],
  );
}
