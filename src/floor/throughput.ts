/**
 * The throughput of people at a warehouse on a day, by hour of the warehouse's clock, in real time. Scans are read from `pick_scans` and
 * `floor_scans`, boxes and orders from the audit, each by an index over time. Audit entries of Simulation/ScanJitLabel name the label
 * instead of the order, so they are not counted: no person scanned it.
 */
import type { DbReader } from '../platform/db/db.ts';

export interface PersonHourThroughput {
  /** The e-mail address. */
  readonly person: string;
  /** 0 to 23. */
  readonly hour: number;
  /**
   * Scans of picking and packing, with wrong ones, undo, and reports of damage and problems, without reports of missing units;
   * and scans of JIT labels.
   */
  readonly scans: number;
  /** Units taken from bins, less those that went back. */
  readonly picked: number;
  /** Units that were scanned into boxes, less those taken out: none of JIT orders, which their wineries packed. */
  readonly bottles: number;
  /** The closed boxes that the orders have, each for the person who closed it last; of JIT orders for the person who scanned the label. */
  readonly boxes: number;
  /** Orders whose labels were requested, and JIT orders whose label was scanned, each for the last person. */
  readonly orders: number;
}

/**
 * The warehouse of rows of `alias`, as an expression: PostgreSQL takes a warehouse on its first days for one without orders, and would
 * compare each of its orders with all scans of the day.
 */
const warehouseOf = (alias: string) => `${alias}.warehouse || ''`;

/**
 * One row per person and hour, by person and hour. Packing scans of an order that was opened again are not counted. A box that
 * is finished again on a later day counts on that one, and so does an order whose labels are bought again.
 */
export async function readThroughput(
  reader: DbReader,
  {
    warehouse,
    timeZone,
    from,
    to,
  }: {
    readonly warehouse: string;
    readonly timeZone: string;
    readonly from: Temporal.Instant;
    readonly to: Temporal.Instant;
  },
): Promise<PersonHourThroughput[]> {
  return await reader.rows<PersonHourThroughput>(
    `with entries as (
       select f.customer_no, f.order_id, f.boxes, a.audit_id, a.action, a.recorded_at as at, substr(a.actor, 10) as person,
              a.after ->> 'box' as box,
              not exists (select from operator_audit later
                           where later.subject = a.subject and later.audit_id >= $6::uuid and later.for_customer = a.for_customer
                                 and later.action = a.action
                                 and later.after ->> 'box' is not distinct from a.after ->> 'box') as is_last
         from operator_audit a
         join floor_work f on f.customer_no = a.for_customer
              and f.order_id = case when a.subject ~ '^[0-9a-f-]{36}$' then a.subject::uuid end
        where a.action in ('sales_order.floor_box_closed', 'sales_order.floor_labels_wanted', 'jit_label.scanned')
          and a.audit_id >= $5::uuid and a.audit_id < $6::uuid and a.actor like 'operator:%' and ${warehouseOf('f')} = $1)
     select w.person, extract(hour from w.at at time zone $2)::int as hour, sum(w.scans)::int as scans,
            sum(w.picked)::int as picked, sum(w.bottles)::int as bottles, sum(w.boxes)::int as boxes, sum(w.orders)::int as orders
       from (select s.person, s.scanned_at as at, 1 as scans, 0 as picked, s.units as bottles, 0 as boxes, 0 as orders
               from floor_scans s
               join floor_work f on f.customer_no = s.customer_no and f.order_id = s.order_id
              where s.scanned_at >= $3 and s.scanned_at < $4 and ${warehouseOf('f')} = $1
              union all
             select s.person, s.scanned_at, (s.kind <> 'put back')::int, s.units, 0, 0, 0
               from pick_scans s
               join pick_tasks t on t.task_id = s.task_id
              where s.scanned_at >= $3 and s.scanned_at < $4 and ${warehouseOf('t')} = $1 and s.kind <> 'short'
              union all
             select e.person, e.at, 1, 0, 0, 0, 0 from entries e where e.action = 'jit_label.scanned'
              union all
             (select distinct on (e.customer_no, e.order_id, b.box -> 'box') e.person, e.at, 0, 0, 0, 1, 0
                from entries e cross join lateral jsonb_array_elements(e.boxes) as b (box)
               where e.is_last and (b.box ->> 'isClosed')::boolean
                 and (e.action = 'jit_label.scanned' or (e.action = 'sales_order.floor_box_closed' and e.box = b.box ->> 'box'))
               order by e.customer_no, e.order_id, b.box -> 'box', e.audit_id desc)
              union all
             (select distinct on (e.customer_no, e.order_id) e.person, e.at, 0, 0, 0, 0, 1 from entries e
               where e.is_last and e.action in ('jit_label.scanned', 'sales_order.floor_labels_wanted')
               order by e.customer_no, e.order_id, e.audit_id desc)) w
      group by 1, 2 order by 1, 2`,
    [warehouse, timeZone, from, to, firstIdAt(from), firstIdAt(to)],
  );
}

/** A lower bound of the UUIDs of version 7 from a time on (none are from before 1970). Ids of the audit grow with time. */
function firstIdAt(time: Temporal.Instant): string {
  const hex = Math.max(0, time.epochMilliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
