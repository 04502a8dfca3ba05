/** Integrity check of sales orders (decision 10). Runs on one snapshot while the system is in use. */
import type { DbReader } from '../platform/db/db.ts';
import { verifyHolds } from './hold-verify.ts';

/**
 * One sentence for each item and status of an order whose demand does not match its lines, and for each order whose Inventory hold
 * does not match its demand, that cannot be found by its number, or that nothing will start, at most 100 of each kind; and the faults
 * of `verifyHolds`.
 */
export async function verifySalesOrders(reader: DbReader): Promise<string[]> {
  const faults: string[] = [];
  // The demand of an order equals the sum of its stocked lines, less what was picked short and what has shipped.
  const rows = await reader.rows<{
    customer_no: string;
    order_no: string;
    status: string;
    item_no: string;
    wanted: number;
    demanded: number;
  }>(
    `with live as (
       select customer_no, order_id, order_no, status, lines from sales_orders
        where status not in ('CANCELED', 'SHIPPED') and order_type <> 'JIT'),
     wanted as (
       select o.customer_no, o.order_id, l.value ->> 'itemNo' as item_no, l.value ->> 'status' as status,
              sum((l.value ->> 'units')::bigint - coalesce((l.value ->> 'shortUnits')::bigint, 0)) as units
         from live o, json_array_elements(o.lines) l
        where l.value ->> 'storage' = 'service' group by 1, 2, 3, 4),
     shipped as (
       select m.customer_no, m.subject, m.item_no, m.status, -sum(m.quantity) as units
         from movements m join live o on o.customer_no = m.customer_no and o.order_id = m.subject
        group by 1, 2, 3, 4),
     demanded as (
       -- A line that draws several statuses is demanded in the first of them.
       select customer_no, subject, item_no, coalesce(statuses[1], status) as status, sum(quantity)::bigint as quantity
         from demands where rank <> 1 group by 1, 2, 3, 4)
     select coalesce(w.customer_no, d.customer_no) as customer_no, coalesce(o.order_no, d.subject::text) as order_no,
            coalesce(o.status, 'not live') as status, coalesce(w.item_no, d.item_no) as item_no,
            coalesce(w.units, 0) - coalesce(s.units, 0) as wanted, coalesce(d.quantity, 0) as demanded
       from wanted w
       full join demanded d on (w.customer_no, w.order_id, w.item_no, w.status) = (d.customer_no, d.subject, d.item_no, d.status)
       left join shipped s on (s.customer_no, s.subject, s.item_no, s.status) = (w.customer_no, w.order_id, w.item_no, w.status)
       left join sales_orders o on o.customer_no = coalesce(w.customer_no, d.customer_no) and o.order_id = coalesce(w.order_id, d.subject)
      where coalesce(w.units, 0) - coalesce(s.units, 0) <> coalesce(d.quantity, 0)
      limit 100`,
  );
  for (const row of rows) {
    faults.push(
      `${row.customer_no} order ${row.order_no} (${row.status}): its lines need ${row.wanted} of ${row.item_no}, but its demand is ${row.demanded}`,
    );
  }
  const waiting = await reader.rows<{ customer_no: string; order_no: string; problem: string }>(
    `select o.customer_no, o.order_no,
            case when h.order_id is null then 'waits for stock without an Inventory hold'
                 else 'has an Inventory hold but does not wait for stock' end as problem
       from sales_orders o
       left join (select distinct customer_no, subject from demands where state = 'waiting' and rank <> 1) d
              on d.customer_no = o.customer_no and d.subject = o.order_id
       left join sales_order_holds h on h.customer_no = o.customer_no and h.order_id = o.order_id and h.reason = 'Inventory'
      where (d.subject is null) <> (h.order_id is null) limit 100`,
  );
  for (const row of waiting) faults.push(`${row.customer_no} order ${row.order_no}: ${row.problem}`);
  const unnamed = await reader.rows<{ customer_no: string; order_no: string }>(
    `select o.customer_no, o.order_no from sales_orders o
       -- A lateral join with a limit forces an index lookup per order; without statistics the planner would choose a join
       -- of all orders with all identities.
       left join lateral (
         select i.order_id from sales_order_identities i
          where i.customer_no = o.customer_no and i.kind = 1 and i.name = o.order_no and i.shipment_key = o.shipment_key
          limit 1) i on true
      where o.status <> 'CANCELED' and i.order_id is distinct from o.order_id limit 100`,
  );
  for (const row of unnamed) faults.push(`${row.customer_no} order ${row.order_no}: cannot be found by its number`);
  return [...faults, ...(await verifyDueOrders(reader)), ...(await verifyHolds(reader))];
}

/**
 * Checks that every RECEIVED order is due, waits for a person who starts it, or is about to be scheduled
 * (start-orders-of-automatic-warehouse.ts).
 */
async function verifyDueOrders(reader: DbReader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string; order_no: string }>(
    `select o.customer_no, o.order_no
       from sales_orders o
       left join warehouses w on w.code = o.warehouse
       left join (select distinct d.customer_no, d.subject from due_work d where d.step = 'sales_order.process') d
              on d.customer_no = o.customer_no and d.subject = o.order_id
      where o.status = 'RECEIVED' and d.subject is null
        and not (o.is_waiting and (o.order_type = 'JIT' or coalesce(w.is_worked, false)))
        and not exists (select 1 from due_work s
                         where s.customer_no = o.customer_no and s.step = 'sales_order.schedule_waiting')
      order by 1, 2 limit 100`,
  );
  return rows.map(
    ({ customer_no, order_no }) =>
      `${customer_no} order ${order_no}: it is RECEIVED, but nothing starts it: no due work, and it waits for no person`,
  );
}
