/** Verifies packages against orders and the ledger. Runs on one snapshot during live traffic. */
import { firstAttachedSeqSql } from '../inventory/index.ts';
import type { DbReader } from '../platform/db/db.ts';

/**
 * Returns a sentence per fault, at most 100 of each kind; empty when packages match their orders and the ledger. Packages whose
 * movements may have been archived are compared with their orders only.
 */
export async function verifyPackages(reader: DbReader): Promise<string[]> {
  const posted = await reader.rows<{
    customer_no: string;
    order_id: string;
    item_no: string;
    left: number;
    sum: number;
  }>(
    // A canceled package has contents only when they are posted: it did not leave, and was unpacked for a return.
    `with kept as materialized (${firstAttachedSeqSql}),
     packed as (
       select p.customer_no, p.order_id, i.item ->> 'itemNo' as item_no, p.warehouse,
              sum((i.item ->> 'units')::int) as units, min(p.first_seq) as first_seq
         from packages p
         join sales_orders o using (customer_no, order_id)
        cross join lateral jsonb_array_elements(p.items) as i (item)
        where o.status = 'SHIPPED' and o.order_type <> 'JIT'
        group by 1, 2, 3, 4),
     -- Compared by item, not by inventory status: only the ledger records from which statuses an item was drawn.
     posted as (
       select customer_no, subject as order_id, item_no, warehouse, -sum(quantity) as units
         from movements where type = 'Sales order' group by 1, 2, 3, 4)
     select customer_no, order_id, item_no, coalesce(k.units, 0) as left, coalesce(m.units, 0) as sum
       from packed k full join posted m using (customer_no, order_id, item_no, warehouse)
       left join kept using (customer_no)
      where coalesce(k.units, 0) <> coalesce(m.units, 0)
        -- A lost package is empty, and what was posted back of it may be kept longer than its shipment.
        and case when k.first_seq is not null then k.first_seq >= kept.first_seq
                 else not exists (select from packages p where p.customer_no = m.customer_no and p.order_id = m.order_id
                                                           and p.first_seq < kept.first_seq) end
      order by 1, 2, 3 limit 100`,
  );
  const stray = await reader.rows<{ customer_no: string; order_id: string; package_no: number; state: string }>(
    // A package of a shipped order that has not left is READY TO SHIP: its carrier took others of the order.
    `select p.customer_no, p.order_id, p.package_no, coalesce(o.status, 'gone') as state
       from packages p left join sales_orders o using (customer_no, order_id)
      where p.status <> 'CANCELED'
        and case when p.ship_date is not null then coalesce(o.status, '') <> 'SHIPPED'
                 else o.status = 'SHIPPED'
                      and (p.status <> 'READY TO SHIP'
                           or not exists (select from packages l where l.customer_no = p.customer_no and l.order_id = p.order_id
                                                                   and l.ship_date is not null)) end
      order by 1, 2, 3 limit 100`,
  );
  return [
    ...posted.map(
      (r) =>
        `${r.customer_no} ${r.order_id}: ${r.left} of ${r.item_no} shipped in packages, ${r.sum} posted in the ledger`,
    ),
    ...stray.map(
      (r) => `${r.customer_no} ${r.order_id}: package ${r.package_no} does not match its order, which is ${r.state}`,
    ),
  ];
}
