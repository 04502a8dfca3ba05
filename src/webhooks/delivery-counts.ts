/**
 * Counts of the deliveries of each endpoint by status, stored with the endpoint. Every write of deliveries updates them
 * under the lock of the customer's queue, so lists need not count rows.
 */
import type { Reader, Tx } from '../platform/db/db.ts';
import type { DeliveryStatus } from './endpoint.ts';
import { addCounts } from './endpoint-store.ts';

/** Deliveries of an endpoint that change their status. Without `from` they are new; without `to` they are deleted. */
export interface DeliveryChange {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly from?: DeliveryStatus | undefined;
  readonly to?: DeliveryStatus | undefined;
  /** By default one. */
  readonly count?: number;
}

const countNames = { PENDING: 'pending', DELIVERED: 'delivered', FAILED: 'failed', SKIPPED: 'skipped' } as const;

/** Applies changes to the delivery counts of endpoints, in one statement. */
export function countChanges(tx: Tx, changes: readonly DeliveryChange[]): void {
  const sums = new Map<string, Parameters<typeof addCounts>[1][number]>();
  for (const { customerNo, endpointId, from, to, count = 1 } of changes) {
    if (from === to) continue;
    const sum = {
      ...(sums.get(endpointId) ?? { customerNo, endpointId, pending: 0, delivered: 0, failed: 0, skipped: 0 }),
    };
    if (from !== undefined) sum[countNames[from]] -= count;
    if (to !== undefined) sum[countNames[to]] += count;
    sums.set(endpointId, sum);
  }
  addCounts(tx, [...sums.values()]);
}

export interface DeliveryFilter {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly status?: DeliveryStatus | undefined;
}

/** How many deliveries an endpoint has; undefined: the customer has no such endpoint. */
export async function countDeliveries(
  reader: Reader,
  { customerNo, endpointId, status }: DeliveryFilter,
): Promise<number | undefined> {
  const count = status === undefined ? 'pending + delivered + failed + skipped' : countNames[status];
  const [row] = await reader.rows<{ count: number }>(
    `select ${count} as count from webhook_endpoints e where e.customer_no = $1 and e.endpoint_id = $2`,
    [customerNo, endpointId],
  );
  return row?.count;
}
