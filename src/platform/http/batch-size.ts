/** The limit on the number of orders in a batch (`BATCH_ORDERS`). The mock applies it too, so both return the same 413. Pure. */
import type { Refusal } from '../errors.ts';

/** The refusal of a batch that has more than `maxOrders` orders; undefined when it has no more. */
export function batchSizeRefusal(orders: number, maxOrders: number): Refusal | undefined {
  if (orders <= maxOrders) return undefined;
  return {
    code: 'PayloadTooLarge',
    reason: `A batch can have at most ${maxOrders} orders; this one has ${orders}.`,
  };
}
