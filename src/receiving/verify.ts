/** Verifies receipts against scans, orders and the movements of stock. Runs on one snapshot during live traffic. */
import type { DbReader } from '../platform/db/db.ts';
import { listFaults } from '../platform/db/integrity.ts';

/**
 * Returns a sentence per fault, at most 100 of each kind. The units of a receipt are the sum of its scans; the open receipts of
 * an order are as many as its `receivers`; an order with any is RECEIVING, and a purchase order without any is not; the
 * units that receipts have posted to an order in the last week have movements, except for transfers that depart. Earlier receipts
 * are not compared: movements of closed months may be detached.
 */
export async function verifyReceipts(reader: DbReader): Promise<string[]> {
  const miscounted = `
    select r.customer_no, r.receipt_id as subject, u.units || ' units are in it, ' || s.units || ' were scanned' as what
       from receipts r
      cross join lateral (select coalesce(sum((e.entry ->> 'units')::bigint), 0) as units
                            from jsonb_array_elements(r.counted || r.issues) as e (entry)) u
      cross join lateral (select coalesce(sum(c.units), 0) as units from receipt_scans c
                           where c.customer_no = r.customer_no and c.receipt_id = r.receipt_id) s
      where u.units <> s.units`;
  const attended = `
    with open as (select customer_no, order_id, count(*)::int as receipts from receipts
                    where state = 'open' and kind in ('purchase order', 'transfer in') group by 1, 2),
     orders as (
       select customer_no, order_id, status, receivers, 'purchase order' as kind from purchase_orders
        where receivers > 0 or status = 'RECEIVING'
        union all
       select customer_no, order_id, status, receivers, 'transfer order' from transfer_orders where receivers > 0)
     select coalesce(o.customer_no, p.customer_no) as customer_no, coalesce(o.order_id, p.order_id) as subject,
            coalesce(o.kind, 'order') || ' is ' || coalesce(o.status, 'elsewhere') || ' and counts ' || coalesce(o.receivers, 0) || ' open receipts; it has '
              || coalesce(p.receipts, 0) as what
       from orders o full join open p on p.customer_no = o.customer_no and p.order_id = o.order_id
      where coalesce(o.receivers, 0) <> coalesce(p.receipts, 0)
         or o.status <> 'RECEIVING' or (o.kind = 'purchase order' and o.receivers = 0)`;
  const unposted = `
    select r.customer_no, r.order_id as subject,
            'its receipts posted ' || sum(e.units) || ' of ' || e.item_no || ' as ' || e.status || ', which moved ' || coalesce(max(m.units), 0) as what
       from receipts r
      cross join lateral (select p.posted ->> 'itemNo' as item_no, p.posted ->> 'status' as status, (p.posted ->> 'units')::bigint as units
                            from jsonb_array_elements(r.result -> 'posted') as p (posted)) e
       left join lateral (select sum(v.quantity) as units from movements v
                           where v.customer_no = r.customer_no and v.subject = r.order_id and v.item_no = e.item_no
                             and v.status = e.status and v.quantity > 0) m on true
      where r.state in ('finished', 'attached') and r.kind <> 'transfer out' and r.ended_at > now() - interval '7 days'
      group by r.customer_no, r.order_id, e.item_no, e.status
     having sum(e.units) > coalesce(max(m.units), 0)`;
  return await listFaults(reader, [miscounted, attended, unposted]);
}
