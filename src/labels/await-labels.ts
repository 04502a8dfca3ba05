/** Waits for labels that are to be bought, and buys them meanwhile (decision 26). */
import type { OrderKey } from '../sales-orders/index.ts';
import { type LabelPlace, readAwaited, workOffLabelsOfOrder } from '../warehouse/index.ts';

const lookEveryMs = 200;

/**
 * Buys the labels that an order waits for, or waits while others do, until `deadline` (of `performance.now()`). Answers
 * `undefined` when none is wanted any more, bought or not, else in how many seconds it is worth asking again: the carrier
 * has not answered, or there are many. What is left goes on by itself; whoever dies meanwhile leaves nothing behind that
 * could be bought twice.
 */
export async function awaitLabels(
  place: LabelPlace,
  order: OrderKey,
  deadline: number,
): Promise<{ readonly retryAfterSeconds: number } | undefined> {
  for (;;) {
    await workOffLabelsOfOrder(place, order, deadline);
    const awaited = await readAwaited(place.db, order);
    if (awaited === undefined) return undefined;
    const { isTaken, dueInSeconds } = awaited;
    const isPutOff = !isTaken && dueInSeconds > 0;
    if (isPutOff || performance.now() >= deadline)
      return { retryAfterSeconds: Math.max(1, isTaken ? 1 : dueInSeconds) };
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
