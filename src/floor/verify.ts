/** Verifies the work on the floor against orders, packages and scans. Runs on one snapshot during live traffic. */
import type { DbReader } from '../platform/db/db.ts';
import { listFaults } from '../platform/db/integrity.ts';
import { isCanceledStayedPackageSql } from '../warehouse/index.ts';

/** Orders on the floor are in work; orders that departed are SHIPPED. */
const ordersOfOtherStatuses = `
    select f.customer_no, f.order_id as subject,
            'it is ' || f.state || ' on the floor, but its status is ' || coalesce(o.status, 'gone') as what
       from floor_work f left join sales_orders o using (customer_no, order_id)
      where f.state not in ('problem', 'stopped')
        and case when f.state = 'departed' then coalesce(o.status, '') <> 'SHIPPED'
                 else coalesce(o.status, '') <> 'PROCESSING ORDER' end`;

/**
 * The boxes of labeled, staged, manifested and departed orders are their packages, but for those that were reported lost or
 * unpacked for a return. Will-call orders are not compared.
 */
const boxesThatDifferFromPackages = `
    with boxed as (
       select s.customer_no, s.order_id, s.tracking_no, s.weight_lb,
              jsonb_object_agg(s.line, s.units) filter (where s.line is not null) as holds
         from (select f.customer_no, f.order_id, b.nth, b.box ->> 'trackingNo' as tracking_no,
                      (b.box ->> 'weightLb')::numeric as weight_lb, i.item ->> 'line' as line,
                      sum((i.item ->> 'units')::int) as units
                 from floor_work f
                cross join lateral jsonb_array_elements(f.boxes) with ordinality as b (box, nth)
                 left join lateral jsonb_array_elements(b.box -> 'items') as i (item) on true
                where f.carrier not in ('WIL', 'WILL') and f.state in ('labeled', 'staged', 'manifested', 'departed')
                group by 1, 2, 3, 4, 5, 6) s
        group by s.customer_no, s.order_id, s.nth, s.tracking_no, s.weight_lb),
     packed as (
       select p.customer_no, p.order_id, p.tracking_no, p.weight_lb,
              (select jsonb_object_agg(i.item ->> 'line', (i.item ->> 'units')::int)
                 from jsonb_array_elements(p.items) as i (item)) as holds
         from packages p join floor_work f using (customer_no, order_id)
        where f.carrier not in ('WIL', 'WILL') and f.state in ('labeled', 'staged', 'manifested', 'departed') and p.status <> 'CANCELED'),
     lost as (
       select p.customer_no, p.order_id, p.tracking_no from packages p join floor_work f using (customer_no, order_id)
        where f.state = 'departed' and (${isCanceledStayedPackageSql} or p.status = 'CANCELED' and p.ship_date is not null))
     select customer_no, order_id as subject,
            'box ' || coalesce(b.tracking_no, 'none') || ' on the floor is not package ' || coalesce(p.tracking_no, 'none') as what
       from boxed b full join packed p using (customer_no, order_id, tracking_no)
       left join lost l using (customer_no, order_id, tracking_no)
      where l.tracking_no is null and (b.weight_lb is distinct from p.weight_lb or b.holds is distinct from p.holds)`;

/** All boxes of staged and manifested orders are staged. */
const unstagedBoxes = `
    select f.customer_no, f.order_id as subject, 'it is ' || f.state || ', but a box is not staged' as what
       from floor_work f
      where f.state in ('staged', 'manifested')
        and exists (select from jsonb_array_elements(f.boxes) as b (box) where b.box ->> 'stagedBy' = '')`;

/** A manifested order is on a manifest of its warehouse and carrier, which has not departed or departed less than an hour ago. */
const ordersOnNoOpenManifest = `
    select f.customer_no, f.order_id as subject,
            case when m.manifest_id is null then 'its manifest does not exist'
                 when m.warehouse <> f.warehouse or m.carrier <> f.carrier then 'its manifest is of ' || m.warehouse || ' ' || m.carrier
                 else 'its manifest has departed without it' end as what
       from floor_work f left join floor_manifests m using (manifest_id)
      where f.state = 'manifested'
        and (m.manifest_id is null or (m.warehouse, m.carrier) <> (f.warehouse, f.carrier)
             or m.departed_at < now() - interval '1 hour')`;

/** The units in boxes equal the sum of the scans, except of JIT orders, which are not scanned. */
const unitsThatDifferFromScans = `
    select f.customer_no, f.order_id as subject,
            coalesce(b.units, 0) || ' units are in its boxes, ' || coalesce(s.units, 0) || ' were scanned' as what
       from floor_work f
       join sales_orders o using (customer_no, order_id)
       left join (select f.customer_no, f.order_id, sum((i.item ->> 'units')::int) as units
                    from floor_work f
                   cross join lateral jsonb_array_elements(f.boxes) as b (box)
                   cross join lateral jsonb_array_elements(b.box -> 'items') as i (item)
                   group by 1, 2) b using (customer_no, order_id)
       left join (select c.customer_no, c.order_id, sum(c.units) as units from floor_scans c group by 1, 2) s
             using (customer_no, order_id)
      where o.order_type <> 'JIT' and coalesce(b.units, 0) <> coalesce(s.units, 0)`;

/** An order's wave exists and is of its warehouse. The units of the work are between those to ship and those ordered. */
const workThatDiffersFromWaveOrLines = `
    select f.customer_no, f.order_id as subject,
            case when w.wave_id is null and f.wave_id is not null then 'its wave does not exist'
                 when w.warehouse <> f.warehouse then 'its wave is of ' || w.warehouse
                 else 'its wave counts ' || f.units || ' units, its lines have ' || l.shipped || ' of ' || l.ordered end as what
       from floor_work f
       join sales_orders o using (customer_no, order_id)
       left join floor_waves w using (wave_id)
      cross join lateral (select coalesce(sum((i.line ->> 'units')::int), 0) as ordered,
                                 coalesce(sum((i.line ->> 'units')::int - coalesce((i.line ->> 'shortUnits')::int, 0)), 0) as shipped
                            from json_array_elements(o.lines) as i (line) where i.line ->> 'storage' = 'service' or (o.order_type = 'JIT' and i.line ->> 'storage' = 'client')) l
      where f.state not in ('departed', 'problem', 'stopped')
        and ((w.wave_id is null and f.wave_id is not null) or w.warehouse <> f.warehouse
             or f.units not between l.shipped and l.ordered)`;

/**
 * An order that waits for labels has a label that is requested or bought, or is a JIT order that was packed by its scan and is not
 * opened yet.
 */
const ordersWithoutLabelToWaitFor = `
    select f.customer_no, f.order_id as subject, 'it waits for labels, but none is wanted or bought' as what
       from floor_work f
      where f.state = 'labeling'
        and not exists (select 1 from label_intents i
                         where i.customer_no = f.customer_no and i.order_id = f.order_id and i.state in ('wanted', 'bought'))
        and not (f.boxes = '[]' and exists (select 1 from packages p
                                             where p.customer_no = f.customer_no and p.order_id = f.order_id and p.status <> 'CANCELED'))`;

/** An order in work at a worked warehouse is on the floor, or continues as it began when the warehouse was automatic. */
const ordersInWorkOnNoFloor = `
    select o.customer_no, o.order_id as subject, 'it is in work at a worked warehouse, but on no floor, and nothing is due for it' as what
       from sales_orders o join warehouses w on w.code = o.warehouse and w.is_worked
       left join floor_work f on f.customer_no = o.customer_no and f.order_id = o.order_id
      where o.status = 'PROCESSING ORDER' and coalesce(f.state, 'stopped') in ('problem', 'stopped')
        and not exists (select 1 from due_work d where d.customer_no = o.customer_no and d.subject = o.order_id and d.step <> 'sales_order.process')
        and not exists (select 1 from packages p
                         where p.customer_no = o.customer_no and p.order_id = o.order_id and p.status <> 'CANCELED')
        and not exists (select 1 from label_intents i
                         where i.customer_no = o.customer_no and i.order_id = o.order_id and i.state in ('wanted', 'bought'))`;

/** A tracking number is on one package on the floor. */
const trackingNumbersOnSeveralPackages = `
    select n.customer_no, n.order_id as subject, 'tracking number ' || n.tracking_no || ' is on ' || n.number || ' packages' as what
       from (select p.customer_no, p.order_id, p.tracking_no, count(*) over (partition by p.tracking_no) as number
               from packages p join floor_work f using (customer_no, order_id)
              where f.state in ('labeled', 'staged', 'manifested') and p.status <> 'CANCELED' and p.tracking_no <> '') n
      where n.number > 1`;

/** The manifest of a scan form exists. A shipment is on at most one form that was not refused. */
const findFaultsOfScanForms = (reader: DbReader) =>
  reader.rows<{ form_id: string; what: string }>(
    `select f.form_id, 'its manifest does not exist' as what
       from manifest_forms f left join floor_manifests m using (manifest_id) where m.manifest_id is null
      union all
     select min(f.form_id::text)::uuid, 'its shipment ' || s.id || ' is on ' || count(*) || ' forms'
       from manifest_forms f cross join lateral unnest(f.shipments) as s (id) where f.state <> 'refused'
      group by s.id having count(*) > 1
      order by 1, 2 limit 100`,
  );

/** The rules for orders: each selects its exceptions. */
const rulesOfOrders = [
  ordersOfOtherStatuses,
  boxesThatDifferFromPackages,
  unstagedBoxes,
  ordersOnNoOpenManifest,
  unitsThatDifferFromScans,
  workThatDiffersFromWaveOrLines,
  ordersWithoutLabelToWaitFor,
  ordersInWorkOnNoFloor,
  trackingNumbersOnSeveralPackages,
];

/** Returns a sentence per fault, at most 100 of each rule: of `rulesOfOrders`, then of scan forms. */
export async function verifyFloor(reader: DbReader): Promise<string[]> {
  const faults = await listFaults(reader, rulesOfOrders);
  for (const { form_id, what } of await findFaultsOfScanForms(reader)) faults.push(`scan form ${form_id}: ${what}`);
  return faults;
}
