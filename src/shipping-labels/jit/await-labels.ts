/** Waits for labels that are to be bought, and buys them meanwhile (decision 26). */
import type { SalesOrderKey } from '../../sales-orders/index.ts';
import { readPendingLabels } from '../label-intent-store.ts';
import { type LabelDeps, processLabelsOfOrder } from '../label-work.ts';

const pollIntervalMs = 200;

/**
 * Buys the labels that an order waits for, or waits while others do, until `deadline` (of `performance.now()`). Answers
 * `undefined` when none is wanted any more, bought or not, else in how many seconds it is worth asking again: the carrier
 * has not answered, or there are many. What is left goes on by itself; whoever dies meanwhile leaves nothing behind that
 * could be bought twice.
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
