/**
 * On hand at the end of each day of a range, from balances of a past day and the daily sums since (decision 15): the cost grows with
 * the days and items, not with the movements. A day is one of the operator's time zone and includes what occurred on it,
 * whenever it was posted.
 */
import type { Reader } from '../platform/db/db.ts';
import { readBalancesAt } from './history.ts';
import { readRollupMark, startOfDay } from './rollups.ts';

export interface StockDay {
  readonly day: Temporal.PlainDate;
  /** Units of all items, warehouses and statuses at the end of the day. */
  readonly onHand: number;
}

/** Both days are included. `reader` has to be of a snapshot. */
export async function readStockDays(
  reader: Reader,
  customerNo: string,
  {
    first,
    last,
    timeZone,
  }: { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate; readonly timeZone: string },
): Promise<StockDay[]> {
  const before = await readBalancesAt(reader, customerNo, first.subtract({ days: 1 }), timeZone);
  const changes = await readChanges(reader, customerNo, { first, last, timeZone });
  let onHand = before.reduce((sum, balance) => sum + balance.onHand, 0);
  const count = first.until(last, { largestUnit: 'days' }).days + 1;
  return Array.from({ length: count }, (_, nth) => {
    const day = first.add({ days: nth });
    onHand += changes.get(day.toString()) ?? 0;
    return { day, onHand };
  });
}

/** What the movements of each day add up to: rolled up ones from their daily sums, the others one by one. */
async function readChanges(
  reader: Reader,
  customerNo: string,
  {
    first,
    last,
    timeZone,
  }: { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate; readonly timeZone: string },
): Promise<Map<string, number>> {
  const rolled = await readRollupMark(reader, customerNo);
  const mark = rolled.timeZone === timeZone ? rolled.rolledTo : 0;
  const [from, to] = [startOfDay(first, timeZone), startOfDay(last.add({ days: 1 }), timeZone)];
  const rows = await reader.rows<{ day: Temporal.PlainDate; quantity: number }>(
    `with months as (
       select generate_series(min(month), max(month), interval '1 month')::date as month
         from movement_days where customer_no = $1 and $2::bigint > 0)
     select day, sum(quantity)::bigint as quantity
       from (select d.day, d.quantity
               from months m join movement_days d on d.customer_no = $1 and d.month = m.month and d.day between $3 and $4
              union all
             select (m.occurred_at at time zone $7)::date, m.quantity
               from movements m
              where m.customer_no = $1 and m.seq > $2 and m.occurred_at >= $5 and m.occurred_at < $6) parts
      group by day`,
    [customerNo, mark, first, last, from, to, timeZone],
  );
  return new Map(rows.map(({ day, quantity }) => [day.toString(), quantity]));
}
