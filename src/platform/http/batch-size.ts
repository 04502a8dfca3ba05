/** The limit on the number of orders in a batch (`BATCH_ORDERS`). The mock applies it too, so both return the same 413. Pure. */
import type { Refusal } from '../errors.ts';

/** Why a batch is rejected for its number of orders; undefined when it has few enough. */
export function batchSizeRefusal(orders: number, maxOrders: number): Refusal | undefined {
  if (orders <= maxOrders) return undefined;
  return {
    code: 'PayloadTooLarge',
    reason: `A batch can have at most ${maxOrders} orders; this one has ${orders}.`,
  };
}
