/** Deletes what is older than `keptDays`: deliveries that are not pending, those of deleted endpoints, and events without deliveries. */
import type { Db } from '../platform/db/db.ts';

const keptDays = 30;
const rowsPerStatement = 5_000;

const outdated = `now() - interval '${keptDays} days'`;

const statements = [
  // Its status is looked at again in the row that is locked: it may just be sent again.
  `delete from webhook_deliveries d
    where d.customer_no = $1 and d.status <> 'PENDING' and (d.endpoint_id, d.position) in (
          select o.endpoint_id, o.position from webhook_deliveries o
           where o.customer_no = $1 and o.created_at < ${outdated} and o.status <> 'PENDING' limit ${rowsPerStatement})`,
  `delete from webhook_deliveries d
    where d.customer_no = $1 and (d.endpoint_id, d.position) in (
          select o.endpoint_id, o.position from webhook_deliveries o
           where o.customer_no = $1
             and not exists (select from webhook_endpoints e where e.customer_no = $1 and e.endpoint_id = o.endpoint_id)
           limit ${rowsPerStatement})`,
  `delete from webhook_events v
    where v.customer_no = $1 and v.event_id in (
          select o.event_id from webhook_events o
           where o.customer_no = $1 and o.created_at < ${outdated}
             and not exists (select from webhook_deliveries d where d.customer_no = $1 and d.event_id = o.event_id)
           limit ${rowsPerStatement})`,
];

/** Runs daily, in small transactions. A pending delivery keeps its event. */
export async function deleteOldDeliveries(db: Db, signal: AbortSignal): Promise<void> {
  const customers = await db.rows<{ customer_no: string }>('select distinct customer_no from webhook_events');
  for (const { customer_no: customerNo } of customers) {
    for (const statement of statements) {
      for (let deleted = rowsPerStatement; deleted === rowsPerStatement && !signal.aborted; ) {
        deleted = (await db.rows(`${statement} returning 1`, [customerNo])).length;
      }
    }
  }
}
