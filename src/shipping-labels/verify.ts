/** Verifies bought labels against packages and orders. Runs on one snapshot during live traffic. */
import type { Reader } from '../platform/db/db.ts';

interface FaultRow {
  customer_no: string;
  order_id: string;
  package_no: number;
  what: string;
}

/**
 * Returns a sentence per fault, at most 100 of each kind. Labels in force belong to orders that may have labels; bought
 * labels have a shipment and a tracking number; a package matches its label in tracking number, service and contents;
 * bought labels of orders in work are packed.
 */
export async function verifyBoughtLabels(reader: Reader): Promise<string[]> {
  const stray = await reader.rows<FaultRow>(
    `select i.customer_no, i.order_id, i.package_no,
            'its label is ' || i.state || ', but its order is ' || coalesce(o.status, 'gone') as what
       from label_intents i left join sales_orders o using (customer_no, order_id)
      where i.state in ('wanted', 'bought')
        and (o.status is null or o.status in ('CANCELED', 'EXCEPTION') or (o.status = 'SHIPPED' and i.state = 'wanted'))
      order by 1, 2, 3 limit 100`,
  );
  const unnamed = await reader.rows<FaultRow>(
    `select customer_no, order_id, package_no, 'its label is bought, but has no shipment or no tracking number' as what
       from label_intents
      where state = 'bought' and (coalesce(shipment_id, '') = '' or coalesce(tracking_no, '') = '')
      order by 1, 2, 3 limit 100`,
  );
  const contradicting = await reader.rows<FaultRow>(
    `with labeled as (select distinct customer_no, order_id from label_intents),
          contents as (
            select p.customer_no, p.package_id,
                   (select jsonb_object_agg(x.item ->> 'line', (x.item ->> 'units')::int)
                      from jsonb_array_elements(p.items) as x (item)) as holds
              from packages p join labeled using (customer_no, order_id))
     select p.customer_no, p.order_id, p.package_no,
            case when i.intent_id is null then 'it has no label'
                 when i.state = 'wanted' then 'it has tracking number ' || p.tracking_no || ', but its label is wanted'
                 when i.tracking_no is distinct from p.tracking_no
                   then 'its tracking number is ' || p.tracking_no || ', that of its label ' || coalesce(i.tracking_no, '')
                 when (i.carrier, i.service) is distinct from (p.carrier, p.service)
                   then 'it goes by ' || p.carrier || ' ' || p.service || ', its label by ' || i.carrier || ' ' || i.service
                 else 'it holds something else than its label was bought for' end as what
       from packages p
       join labeled using (customer_no, order_id)
       join contents c using (customer_no, package_id)
       left join label_intents i
         on i.customer_no = p.customer_no and i.order_id = p.order_id and i.state in ('wanted', 'bought')
        and i.plan ->> 'packageId' = p.package_id::text
      where p.status <> 'CANCELED' and p.carrier not in ('WIL', 'WILL')
        and (i.intent_id is null
             or (i.state = 'wanted' and p.tracking_no <> '')
             or (i.state = 'bought' and (i.tracking_no, i.carrier, i.service)
                                        is distinct from (p.tracking_no, p.carrier, p.service))
             or c.holds is distinct from
                (select jsonb_object_agg(x.item ->> 'line', (x.item ->> 'units')::int)
                   from jsonb_array_elements(i.plan -> 'items') as x (item)))
      order by 1, 2, 3 limit 100`,
  );
  const unpacked = await reader.rows<FaultRow>(
    `select i.customer_no, i.order_id, i.package_no,
            'its label ' || coalesce(i.tracking_no, '') || ' is bought, but there is no such package' as what
       from label_intents i join sales_orders o using (customer_no, order_id)
      where i.state = 'bought' and o.status in ('PROCESSING ORDER', 'SHIPPED')
        and not exists (select from packages p
                         where p.customer_no = i.customer_no and p.package_id::text = i.plan ->> 'packageId')
        and not exists (select from label_intents w
                         where w.customer_no = i.customer_no and w.order_id = i.order_id and w.state = 'wanted')
        -- What a JIT order is packed in comes to the bench later, then all of it.
        and (o.order_type <> 'JIT'
             or exists (select from packages p where p.customer_no = i.customer_no and p.order_id = i.order_id
                                                 and p.status <> 'CANCELED'))
      order by 1, 2, 3 limit 100`,
  );
  return [...stray, ...unnamed, ...contradicting, ...unpacked].map(
    ({ customer_no, order_id, package_no, what }) => `${customer_no} ${order_id}: package ${package_no}: ${what}`,
  );
}
