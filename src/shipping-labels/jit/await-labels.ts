/** Buys the labels of an order while its caller waits (decision 26). */
import type { SalesOrderKey } from '../../sales-orders/index.ts';
import { readPendingLabels } from '../label-intent-store.ts';
import { type LabelDeps, processLabelsOfOrder } from '../label-work.ts';

const pollIntervalMs = 200;

/**
 * Buys the requested labels of an order, or waits while another process does, until `deadline` (in `performance.now()`
 * time). Returns undefined when none is pending any more, bought or not, else the seconds after which a retry is
 * worthwhile. Pending labels are bought in the background; a process that dies here never causes a second purchase.
 */
export async function awaitLabels(
  deps: LabelDeps,
  order: SalesOrderKey,
  deadline: number,
): Promise<{ readonly retryAfterSeconds: number } | undefined> {
  for (;;) {
    await processLabelsOfOrder(deps, order, deadline);
    const pending = await readPendingLabels(deps.db, order);
    if (pending === undefined) return undefined;
    const { isClaimed, dueInSeconds } = pending;
    const isPostponed = !isClaimed && dueInSeconds > 0;
    if (isPostponed || performance.now() >= deadline)
      return { retryAfterSeconds: Math.max(1, isClaimed ? 1 : dueInSeconds) };
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}
