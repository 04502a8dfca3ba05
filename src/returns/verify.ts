/**
 * Compares returns with the ledger and with shipped units (decision 10). Runs on one snapshot; returns a sentence per
 * fault, at most 100 of a kind. Returns and shipments whose movements may have been archived are not compared with the ledger.
 */
import { firstAttachedSeqSql } from '../inventory/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { listFaults } from '../platform/db/integrity.ts';

/** Postings that dispositions require: in always, and out again for the winery. */
const posted = `
  select f.customer_no, f.return_id, l.item_no, r.warehouse, f.posted_status as status, t.type,
         sum(f.quantity * t.sign) as units
    from return_findings f
    join return_lines l using (customer_no, return_id, line)
    join returns r using (customer_no, return_id)
    join (values ('Return Order', 1), ('Transfer Out', -1)) as t (type, sign)
      on t.sign = 1 or f.disposition = 'Return to Winery'
   where f.disposition is not null
   group by 1, 2, 3, 4, 5, 6`;

/** Postings of returns. */
const moved = `
  select m.customer_no, m.subject as return_id, m.item_no, m.warehouse, m.status, m.type, sum(m.quantity) as units
    from movements m
   where m.type = 'Return Order'
      or (m.type = 'Transfer Out' and exists (select 1 from returns r where (r.customer_no, r.return_id) = (m.customer_no, m.subject)))
   group by 1, 2, 3, 4, 5, 6`;

/** Returned units by order and item. */
const returned = `
  select r.customer_no, r.order_id, l.item_no, sum(case when l.is_inspected then coalesce(f.units, 0) else l.expected end) as units
    from returns r
    join return_lines l using (customer_no, return_id)
    left join (select customer_no, return_id, line, sum(quantity) as units from return_findings group by 1, 2, 3) f
        using (customer_no, return_id, line)
   group by 1, 2, 3`;

const shipped = `
  select m.customer_no, m.subject as order_id, m.item_no, -sum(m.quantity) as units
    from movements m where m.type = 'Sales order' group by 1, 2, 3
  union all
  select o.customer_no, o.order_id, l.value ->> 'itemNo', sum((l.value ->> 'units')::bigint)
    from sales_orders o, json_array_elements(o.lines) l
   where o.order_type = 'JIT' and o.status = 'SHIPPED' and l.value ->> 'storage' in ('service', 'client') group by 1, 2, 3`;

const checks = [
  `with kept as materialized (${firstAttachedSeqSql}), p as (${posted}), m as (${moved}), compared as (
        select customer_no, return_id, item_no, warehouse, status, type, coalesce(p.units, 0) as disposed,
               coalesce(m.units, 0) as posted
          from p full join m using (customer_no, return_id, item_no, warehouse, status, type))
      select b.customer_no, 'return of ' || coalesce(r.rma_number, b.return_id::text) as subject,
             format('disposed of %s %s in %s at %s as %s, but the ledger says %s', b.disposed, b.item_no, b.status,
                    b.warehouse, b.type, b.posted) as what
        from compared b left join returns r using (customer_no, return_id) left join kept k using (customer_no)
       where b.disposed <> b.posted and (r.return_id is null or r.announced_seq >= k.first_seq)`,
  `with kept as materialized (${firstAttachedSeqSql}), r as (${returned}), s as (${shipped})
      select r.customer_no, 'return of ' || o.order_no as subject,
             format('%s of %s came back, %s were shipped', r.units, r.item_no, coalesce(s.units, 0)) as what
        from r left join s using (customer_no, order_id, item_no)
        join sales_orders o using (customer_no, order_id)
        join kept k using (customer_no)
       where r.units > coalesce(s.units, 0)
         and not exists (select from packages p where (p.customer_no, p.order_id) = (r.customer_no, r.order_id) and p.first_seq < k.first_seq)`,
  `with state as (
        select r.customer_no, r.rma_number, r.status,
               case when not l.is_any_inspected then case when r.received_at is null then 'EXPECTED' else 'RECEIVED' end
                    when not l.is_every_inspected then 'INSPECTING'
                    when f.is_any_open then 'AWAITING DISPOSITION'
                    else 'CLOSED' end as wanted
          from returns r
         cross join lateral (
               select bool_or(is_inspected) as is_any_inspected, bool_and(is_inspected) as is_every_inspected
                 from return_lines l where (l.customer_no, l.return_id) = (r.customer_no, r.return_id)) l
         cross join lateral (
               select bool_or(disposition is null) as is_any_open
                 from return_findings f where (f.customer_no, f.return_id) = (r.customer_no, r.return_id)) f)
      select customer_no, 'return of ' || rma_number as subject, format('is %s, but its lines say %s', status, wanted) as what
        from state where status <> wanted`,
  `select r.customer_no, 'return of ' || r.rma_number as subject, 'something was found of it, but it never arrived' as what
        from returns r
       where r.received_at is null and exists (
             select from return_findings f where (f.customer_no, f.return_id) = (r.customer_no, r.return_id))`,
  `select f.customer_no, 'return of ' || r.rma_number as subject, format('was reshipped as an order that does not exist, %s', f.reship_order_id) as what
        from return_findings f join returns r using (customer_no, return_id)
        left join sales_orders o on o.customer_no = f.customer_no and o.order_id = f.reship_order_id
       where f.reship_order_id is not null and o.order_id is null`,
];

/** The inconsistencies of returns with the ledger, with shipped units, and between their own rows. */
export const verifyReturns = (reader: DbReader): Promise<string[]> => listFaults(reader, checks);
