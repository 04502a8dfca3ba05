/** Verifies JIT labels against orders and packages. Runs on one snapshot during live traffic. */
import type { Reader } from '../../platform/db/db.ts';

/**
 * Returns a sentence per fault, at most 100 of each kind. A label and its order refer to each other, and the label id
 * has the order's customer; an order whose label was scanned is in work or shipped; no JIT order is packed whose label
 * was not scanned.
 */
export async function verifyJitLabels(reader: Reader): Promise<string[]> {
  const unpaired = await reader.rows<{ customer_no: string; label: string; order_id: string; what: string }>(
    `select l.customer_no, l.jit_label_id as label, l.order_id,
            case when o.order_id is null then 'its order is gone'
                 else 'its order has ' || coalesce(o.jit_label_id, 'none') end as what
       from jit_labels l left join sales_orders o using (customer_no, order_id)
      where l.jit_label_id is distinct from o.jit_label_id
     union all
     select o.customer_no, o.jit_label_id, o.order_id, 'its order has it, but there is no such label'
       from sales_orders o left join jit_labels l using (customer_no, order_id)
      where o.jit_label_id is not null and l.order_id is null
      order by 1, 2 limit 100`,
  );
  const misnamed = await reader.rows<{ customer_no: string; label: string }>(
    `select customer_no, jit_label_id as label from jit_labels
      where left(jit_label_id, length(customer_no) + 5) <> 'JIT-' || customer_no || '-'
      order by 1, 2 limit 100`,
  );
  const scanned = await reader.rows<{ customer_no: string; label: string; state: string }>(
    `select l.customer_no, l.jit_label_id as label, o.status as state
       from jit_labels l join sales_orders o using (customer_no, order_id)
      where l.scanned_at is not null and o.status not in ('PROCESSING ORDER', 'SHIPPED', 'EXCEPTION')
      order by 1, 2 limit 100`,
  );
  const unscanned = await reader.rows<{ customer_no: string; order_id: string; packages: number }>(
    `select p.customer_no, p.order_id, count(*) as packages
       from packages p
       join sales_orders o using (customer_no, order_id)
       left join jit_labels l using (customer_no, order_id)
      where o.order_type = 'JIT' and p.status <> 'CANCELED' and l.scanned_at is null
      group by 1, 2 order by 1, 2 limit 100`,
  );
  return [
    ...unpaired.map((r) => `${r.customer_no} ${r.order_id}: JIT label ${r.label}: ${r.what}`),
    ...misnamed.map((r) => `${r.customer_no}: JIT label ${r.label} carries another customer`),
    ...scanned.map((r) => `${r.customer_no}: JIT label ${r.label} was scanned, but its order is ${r.state}`),
    ...unscanned.map(
      (r) => `${r.customer_no} ${r.order_id}: ${r.packages} packages of a JIT order whose label was not scanned`,
    ),
  ];
}
