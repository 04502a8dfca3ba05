/** Verifies rollups and opening balances against the movements (decision 15). */
import type { DbReader } from '../platform/db/db.ts';
import { coarsestRollupLevel, finestRollupLevel } from './rollups.ts';

const month = `date_trunc('month', m.at at time zone 'UTC')::date`;

/**
 * The checks. Each row is a fault: the stored sum less the one that the movements, finer blocks, or the previous balance and the
 * movements since add up to.
 */
const checks: readonly { readonly name: string; readonly sql: string }[] = [
  {
    name: 'the daily sums differ from the movements',
    sql: `select customer_no || ' ' || item_no || ' ' || warehouse || ' ' || status || ' ' || to_char(month, 'YYYY-MM') as place,
                 sum(quantity) as quantity, sum(count) as count
            from (select customer_no, month, item_no, warehouse, status, quantity, count from movement_days
                   where month > coalesce((select max(month) from movement_months where detached_at is not null), '-infinity')
                   union all
                  select customer_no, ${month}, item_no, warehouse, status, -quantity, -1
                    from movements m join movement_rollup_progress using (customer_no) where seq <= rolled_up_to) m
           group by customer_no, month, item_no, warehouse, status having sum(quantity) <> 0 or sum(count) <> 0`,
  },
  {
    name: 'the daily totals differ from the movements',
    sql: `select customer_no || ' ' || to_char(month, 'YYYY-MM') as place, sum(quantity) as quantity, sum(count) as count
            from (select customer_no, month, quantity, count from movement_totals
                   where month > coalesce((select max(month) from movement_months where detached_at is not null), '-infinity')
                   union all
                  select customer_no, ${month}, -quantity, -1
                    from movements m join movement_rollup_progress using (customer_no) where seq <= totals_up_to) m
           group by customer_no, month having sum(quantity) <> 0 or sum(count) <> 0`,
  },
  {
    name: 'the counts per item differ from the movements',
    sql: `select customer_no || ' ' || item_no || ' ' || warehouse || ' ' || status || ' ' || type || ' block ' || block as place,
                 sum(quantity) as quantity, sum(count) as count
            from (select customer_no, item_no, block, month, warehouse, status, type, quantity, count from movement_item_counts
                   union all
                  select customer_no, item_no, seq >> ${coarsestRollupLevel}, ${month}, warehouse, status, type, -quantity, -1
                    from movements m join movement_rollup_progress using (customer_no) where seq <= rolled_up_to) m
           group by customer_no, item_no, block, month, warehouse, status, type
          having sum(quantity) <> 0 or sum(count) <> 0`,
  },
  {
    name: 'the counts differ from the movements',
    sql: `select customer_no || ' ' || warehouse || ' ' || status || ' ' || type || ' block ' || block as place,
                 0 as quantity, sum(count) as count
            from (select customer_no, block, month, warehouse, status, type, count from movement_counts
                   where level = ${finestRollupLevel}
                   union all
                  select customer_no, seq >> ${finestRollupLevel}, ${month}, warehouse, status, type, -1
                    from movements m join movement_rollup_progress using (customer_no) where seq <= rolled_up_to) m
           group by customer_no, block, month, warehouse, status, type having sum(count) <> 0`,
  },
  {
    name: 'the counts of a block differ from those of its finer blocks',
    sql: `select customer_no || ' ' || warehouse || ' ' || status || ' ' || type || ' level ' || level || ' block ' || block as place,
                 0 as quantity, sum(count) as count
            from (select customer_no, level, block, month, warehouse, status, type, count from movement_counts
                   where level > ${finestRollupLevel}
                   union all
                  select customer_no, level + 3, block >> 3, month, warehouse, status, type, -count from movement_counts
                   where level < ${coarsestRollupLevel}) c
           group by customer_no, level, block, month, warehouse, status, type having sum(count) <> 0`,
  },
  {
    name: 'the opening balance after this month differs from the previous one and the movements',
    sql: `with closed as (
            select month, detached_at, (month + interval '1 month')::date as next,
                   (lag(month) over (order by month) + interval '1 month')::date as opening
              from movement_months)
          select customer_no || ' ' || item_no || ' ' || warehouse || ' ' || status || ' ' || to_char(month, 'YYYY-MM') as place,
                 sum(quantity) as quantity, 0 as count
            from (select o.customer_no, c.month, o.item_no, o.warehouse, o.status, o.quantity
                    from closed c join opening_balances o on o.month = c.next where c.detached_at is null
                   union all
                  select o.customer_no, c.month, o.item_no, o.warehouse, o.status, -o.quantity
                    from closed c join opening_balances o on o.month = c.opening where c.detached_at is null
                   union all
                  select m.customer_no, c.month, m.item_no, m.warehouse, m.status, -m.quantity
                    from closed c join movements m on m.at >= c.month::timestamp at time zone 'UTC'
                                                  and m.at < c.next::timestamp at time zone 'UTC'
                   where c.detached_at is null) parts
           group by customer_no, month, item_no, warehouse, status having sum(quantity) <> 0`,
  },
];

/** One sentence per fault, at most 100 of each check. */
export async function verifyRollups(reader: DbReader): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, sql } of checks) {
    const rows = await reader.rows<{ place: string; quantity: number; count: number }>(`${sql} limit 100`);
    for (const { place, quantity, count } of rows) {
      faults.push(`${place}: ${name}: ${quantity} units and ${count} movements too many`);
    }
  }
  return faults;
}
