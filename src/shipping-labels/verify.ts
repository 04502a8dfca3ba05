/** Verifies labels against packages and orders. Runs on one snapshot during live traffic. */
import type { DbReader } from '../platform/db/db.ts';
import { listFaults } from '../platform/db/integrity.ts';

/** The units of the items of a package or a plan, by line. */
const unitsByLineSql = (items: string): string =>
  `(select jsonb_object_agg(x.item ->> 'line', (x.item ->> 'units')::int) from jsonb_array_elements(${items}) as x (item))`;

const packageOf = (alias: string): string => `${alias}.order_id || ': package ' || ${alias}.package_no as subject`;

/**
 * Returns a sentence per fault, at most 100 of each kind. The rules:
 * - No wanted or bought label is of an order that is gone, canceled or EXCEPTION, and no wanted one of a shipped order.
 * - Bought labels have a shipment and a tracking number.
 * - Every package of an order with labels, voided ones included, has a wanted or bought label with the same contents; a wanted one when
 *   it has no tracking number, else a bought one with the same tracking number, carrier and service. Canceled packages and will call
 *   are not checked.
 * - Once no label of an order in work or shipped is wanted, the package of each bought label exists; of a JIT order, once it has a
 *   package that is not canceled, because it is packed as a whole.
 */
export async function verifyCarrierLabels(reader: DbReader): Promise<string[]> {
  const stray = `
    select i.customer_no, ${packageOf('i')},
            'its label is ' || i.state || ', but its order is ' || coalesce(o.status, 'gone') as what
       from label_intents i left join sales_orders o using (customer_no, order_id)
      where i.state in ('wanted', 'bought')
        and (o.status is null or o.status in ('CANCELED', 'EXCEPTION') or (o.status = 'SHIPPED' and i.state = 'wanted'))`;
  const unnamed = `
    select i.customer_no, ${packageOf('i')}, 'its label is bought, but has no shipment or no tracking number' as what
       from label_intents i
      where state = 'bought' and (coalesce(shipment_id, '') = '' or coalesce(tracking_no, '') = '')`;
  const contradicting = `
    with labeled as (select distinct customer_no, order_id from label_intents),
          contents as (
            select p.customer_no, p.package_id,
                   ${unitsByLineSql('p.items')} as holds
              from packages p join labeled using (customer_no, order_id))
     select p.customer_no, ${packageOf('p')},
            case when i.intent_id is null then 'it has no label'
                 when i.state = 'wanted' then 'it has tracking number ' || p.tracking_no || ', but its label is wanted'
                 when i.tracking_no is distinct from p.tracking_no
                   then 'its tracking number is ' || p.tracking_no || ', that of its label ' || coalesce(i.tracking_no, '')
                 when (i.carrier, i.service) is distinct from (p.carrier, p.service)
                   then 'its service is ' || p.carrier || ' ' || p.service || ', that of its label ' || i.carrier || ' ' || i.service
                 else 'its contents differ from those of its label' end as what
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
             or c.holds is distinct from ${unitsByLineSql("i.plan -> 'items'")})`;
  const unpacked = `
    select i.customer_no, ${packageOf('i')},
            'its label ' || coalesce(i.tracking_no, '') || ' is bought, but the package does not exist' as what
       from label_intents i join sales_orders o using (customer_no, order_id)
      where i.state = 'bought' and o.status in ('PROCESSING ORDER', 'SHIPPED')
        and not exists (select from packages p
                         where p.customer_no = i.customer_no and p.package_id::text = i.plan ->> 'packageId')
        and not exists (select from label_intents w
                         where w.customer_no = i.customer_no and w.order_id = i.order_id and w.state = 'wanted')
        -- JIT orders are packed as a whole after the scan at the packing station.
        and (o.order_type <> 'JIT'
             or exists (select from packages p where p.customer_no = i.customer_no and p.order_id = i.order_id
                                                 and p.status <> 'CANCELED'))`;
  return await listFaults(reader, [stray, unnamed, contradicting, unpacked]);
}

/**
 * Returns a sentence per fault, at most 100 of each kind. The rules: a label and its order refer to each other; the label
 * id contains the customer number; an order whose label was scanned is in work, shipped or an exception; a JIT order has no
 * package before its label is scanned.
 */
export async function verifyJitLabels(reader: DbReader): Promise<string[]> {
  const unpaired = await reader.rows<{ customer_no: string; label: string; order_id: string; what: string }>(
    `select l.customer_no, l.jit_label_id as label, l.order_id,
            case when o.order_id is null then 'its order is gone'
                 else 'its order has ' || coalesce(o.jit_label_id, 'none') end as what
       from jit_labels l left join sales_orders o using (customer_no, order_id)
      where l.jit_label_id is distinct from o.jit_label_id
     union all
     select o.customer_no, o.jit_label_id, o.order_id, 'its order has it, but the label does not exist'
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
    ...misnamed.map((r) => `${r.customer_no}: JIT label ${r.label} has the id of another customer`),
    ...scanned.map((r) => `${r.customer_no}: JIT label ${r.label} was scanned, but its order is ${r.state}`),
    ...unscanned.map(
      (r) => `${r.customer_no} ${r.order_id}: ${r.packages} packages of a JIT order whose label was not scanned`,
    ),
  ];
}

/**
 * Returns a sentence per fault, at most 100 of each kind: printed documents of orders that do not exist, and label
 * files of carriers without a label of their order.
 */
export async function verifyPrintedDocuments(reader: DbReader): Promise<string[]> {
  const documents = await reader.rows<{ customer_no: string; order_id: string }>(
    `select d.customer_no, d.order_id
       from printed_documents d left join sales_orders o using (customer_no, order_id)
      where o.order_id is null order by 1, 2 limit 100`,
  );
  const files = await reader.rows<{ customer_no: string; order_id: string; intent_id: string }>(
    `select f.customer_no, f.order_id, f.intent_id
       from carrier_label_files f left join label_intents i using (customer_no, intent_id)
      where i.order_id is distinct from f.order_id order by 1, 2, 3 limit 100`,
  );
  return [
    ...documents.map((d) => `${d.customer_no} ${d.order_id}: a printed document of an order that does not exist`),
    ...files.map(
      (f) => `${f.customer_no} ${f.order_id}: the file of label ${f.intent_id}, which the order does not have`,
    ),
  ];
}
