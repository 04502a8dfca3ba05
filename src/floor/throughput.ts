/**
 * The throughput of people at a warehouse on a day, by hour of the warehouse's clock, in real time. Scans are read from `pick_scans` and
 * `floor_scans`, boxes and orders from the audit, each by an index over time.
 */
import type { Reader } from '../platform/db/db.ts';

export interface PersonHour {
  /** The e-mail address. */
  readonly person: string;
  /** 0 to 23. */
  readonly hour: number;
  /** Scans of picking and packing, undone and wrong ones included. */
  readonly scans: number;
  /** Units taken from bins, less those that went back. */
  readonly picked: number;
  /** Units in boxes. */
  readonly bottles: number;
  readonly boxes: number;
  /** Orders whose labels were requested. */
  readonly orders: number;
}

/** One row per person and hour. Packing scans of an order that was opened again are not counted. */
export async function readThroughput(
  reader: Reader,
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
): Promise<PersonHour[]> {
  return await reader.rows<PersonHour>(
    `select w.person, extract(hour from w.at at time zone $2)::int as hour, sum(w.scans)::int as scans,
            sum(w.picked)::int as picked, sum(w.bottles)::int as bottles, sum(w.boxes)::int as boxes, sum(w.orders)::int as orders
       from (select s.person, s.scanned_at as at, 1 as scans, 0 as picked, s.units as bottles, 0 as boxes, 0 as orders
               from floor_scans s
               join floor_work f on f.customer_no = s.customer_no and f.order_id = s.order_id
              where s.scanned_at >= $3 and s.scanned_at < $4 and f.warehouse = $1
              union all
             select s.person, s.scanned_at, (s.kind <> 'put back')::int, s.units, 0, 0, 0
               from pick_scans s
               join pick_tasks t on t.task_id = s.task_id
              where s.scanned_at >= $3 and s.scanned_at < $4 and t.warehouse = $1 and s.kind <> 'short'
              union all
             select substr(a.actor, 10), a.recorded_at, 0, 0, 0,
                    (a.action = 'sales_order.floor_box_closed')::int, (a.action = 'sales_order.floor_labels_wanted')::int
               from operator_audit a
               join floor_work f on f.customer_no = a.for_customer and f.order_id = a.subject::uuid
              where a.action in ('sales_order.floor_box_closed', 'sales_order.floor_labels_wanted')
                and a.audit_id >= $5::uuid and a.audit_id < $6::uuid and a.actor like 'operator:%' and f.warehouse = $1) w
      group by 1, 2 order by 1, 2`,
    [warehouse, timeZone, from, to, firstIdAt(from), firstIdAt(to)],
  );
}

/** The smallest UUID of version 7 at a time, which has none before 1970: ids of the audit are created in the order of time. */
function firstIdAt(time: Temporal.Instant): string {
  const hex = Math.max(0, time.epochMilliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
