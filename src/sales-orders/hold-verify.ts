/** Integrity check of holds (decision 11). Runs on one snapshot while the system is in use. */
import type { DbReader } from '../platform/db/db.ts';
import { holdReasonOrderStatusPairs, statusOfOpenOrder } from './order.ts';

/**
 * One sentence for each order whose status does not match its holds, and for each hold with an end for which its customer has no work
 * scheduled; at most 100 of each kind.
 */
export async function verifyHolds(reader: DbReader): Promise<string[]> {
  const states = await reader.rows<{ customer_no: string; order_no: string; status: string; should: string }>(
    `with held as (
       select customer_no, order_id,
              min(array_position($1::text[], reason)) as leading
         from sales_order_holds group by customer_no, order_id),
     open as (
       select o.customer_no, o.order_no, o.status,
              case when h.leading is null then $3 else ($2::text[])[h.leading] end as should
         from sales_orders o left join held h using (customer_no, order_id)
        where h.leading is not null or o.status like 'ON %')
     select * from open where status <> should order by customer_no, order_no limit 100`,
    [
      holdReasonOrderStatusPairs.map(([reason]) => reason),
      holdReasonOrderStatusPairs.map(([, status]) => status),
      statusOfOpenOrder([]),
    ],
  );
  const endless = await reader.rows<{ customer_no: string; order_no: string; reason: string }>(
    `select o.customer_no, o.order_no, h.reason
       from sales_order_holds h join sales_orders o using (customer_no, order_id)
      where h.ends_at is not null
        and not exists (select 1 from due_work d
                         where d.customer_no = h.customer_no and d.step = 'sales_order.end_holds' and d.due_at >= h.ends_at)
      order by o.customer_no, o.order_no limit 100`,
  );
  return [
    ...states.map(
      (row) => `${row.customer_no} order ${row.order_no}: status is ${row.status}, but its holds require ${row.should}`,
    ),
    ...endless.map((row) => `${row.customer_no} order ${row.order_no}: no scheduled work ends its ${row.reason} hold`),
  ];
}
