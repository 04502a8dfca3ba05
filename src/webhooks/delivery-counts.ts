/**
 * Counts of the deliveries of each endpoint by status, stored with the endpoint. What adds or deletes deliveries of
 * an endpoint or changes their status updates them under the lock of the customer's row, so lists need not count rows.
 */
import type { DbReader, Tx } from '../platform/db/db.ts';
import type { WebhookDeliveryStatus } from './endpoint.ts';
import { addWebhookDeliveryCounts } from './endpoint-store.ts';

/** Deliveries of an endpoint that change their status. Without `from` they are new; without `to` they are deleted. */
interface WebhookDeliveryChange {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly from?: WebhookDeliveryStatus | undefined;
  readonly to?: WebhookDeliveryStatus | undefined;
  /** By default one. */
  readonly count?: number;
}

const countNames = { PENDING: 'pending', DELIVERED: 'delivered', FAILED: 'failed', SKIPPED: 'skipped' } as const;

/** Applies changes to the delivery counts of endpoints, in one statement. */
export function applyWebhookDeliveryCountChanges(tx: Tx, changes: readonly WebhookDeliveryChange[]): void {
  const sums = new Map<string, Parameters<typeof addWebhookDeliveryCounts>[1][number]>();
  for (const { customerNo, endpointId, from, to, count = 1 } of changes) {
    if (from === to) continue;
    const sum = {
      ...(sums.get(endpointId) ?? { customerNo, endpointId, pending: 0, delivered: 0, failed: 0, skipped: 0 }),
    };
    if (from !== undefined) sum[countNames[from]] -= count;
    if (to !== undefined) sum[countNames[to]] += count;
    sums.set(endpointId, sum);
  }
  addWebhookDeliveryCounts(tx, [...sums.values()]);
}

export interface WebhookDeliveryFilter {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly status?: WebhookDeliveryStatus | undefined;
}

/** How many deliveries an endpoint has; undefined: the customer has no such endpoint. */
export async function countWebhookDeliveries(
  reader: DbReader,
  { customerNo, endpointId, status }: WebhookDeliveryFilter,
): Promise<number | undefined> {
  const count = status === undefined ? 'pending + delivered + failed + skipped' : countNames[status];
  const [row] = await reader.rows<{ count: number }>(
    `select ${count} as count from webhook_endpoints e where e.customer_no = $1 and e.endpoint_id = $2`,
    [customerNo, endpointId],
  );
  return row?.count;
}
