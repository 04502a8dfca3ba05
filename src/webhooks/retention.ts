/** Retention of webhook events and deliveries. Endpoints stay until they are deleted. */
import type { Db, Tx } from '../platform/db/db.ts';
import { applyWebhookDeliveryCountChanges } from './delivery-counts.ts';
import type { WebhookDeliveryStatus } from './endpoint.ts';
import { lockWebhookCustomerCursor } from './endpoint-store.ts';

const keptDays = 30;
const rowsPerStatement = 5_000;

const outdated = `now() - interval '${keptDays} days'`;

/** Deletes rows of one customer, and returns how many. */
type Deletion = (tx: Tx, customerNo: string) => Promise<number>;

const deletions: readonly Deletion[] = [
  async (tx, customerNo) => {
    // The lock keeps Redeliver from making these deliveries pending meanwhile.
    await lockWebhookCustomerCursor(tx, customerNo);
    const deleted = await tx.rows<{ endpointId: string; status: WebhookDeliveryStatus }>(
      `delete from webhook_deliveries d using (
              select o.endpoint_id, o.position
                from webhook_events e join webhook_deliveries o on o.customer_no = $1 and o.event_id = e.event_id
               where e.customer_no = $1 and e.occurred_at < ${outdated} and o.status <> 'PENDING' limit ${rowsPerStatement}) old
        where d.customer_no = $1 and d.endpoint_id = old.endpoint_id and d.position = old.position
       returning d.endpoint_id as "endpointId", d.status`,
      [customerNo],
    );
    applyWebhookDeliveryCountChanges(
      tx,
      deleted.map(({ endpointId, status: from }) => ({ customerNo, endpointId, from })),
    );
    return deleted.length;
  },
  deletionOf(
    `delete from webhook_deliveries d using (
            select o.endpoint_id, o.position from webhook_deliveries o
             where o.customer_no = $1
               and not exists (select from webhook_endpoints e where e.customer_no = $1 and e.endpoint_id = o.endpoint_id)
             limit ${rowsPerStatement}) old
      where d.customer_no = $1 and d.endpoint_id = old.endpoint_id and d.position = old.position`,
  ),
  deletionOf(
    `delete from webhook_events v
      where v.customer_no = $1 and v.event_id in (
            select o.event_id from webhook_events o
             where o.customer_no = $1 and o.occurred_at < ${outdated}
               and not exists (select from webhook_deliveries d where d.customer_no = $1 and d.event_id = o.event_id)
             limit ${rowsPerStatement})`,
  ),
];

function deletionOf(statement: string): Deletion {
  return async (tx, customerNo) => (await tx.rows(`${statement} returning 1`, [customerNo])).length;
}

/**
 * Deletes deliveries that are not pending and whose events are older than `keptDays`, all deliveries of deleted endpoints, and events that
 * are older than `keptDays` and have no deliveries. Runs daily, in small transactions, until `signal` is aborted.
 */
export async function deleteOldWebhookDeliveries(db: Db, signal: AbortSignal): Promise<void> {
  const customers = await db.rows<{ customer_no: string }>('select distinct customer_no from webhook_events');
  for (const { customer_no: customerNo } of customers) {
    for (const deletion of deletions) {
      for (let deleted = rowsPerStatement; deleted === rowsPerStatement && !signal.aborted; ) {
        deleted = await db.write((tx) => deletion(tx, customerNo), { customerNo });
      }
    }
  }
}
