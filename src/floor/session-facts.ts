/** What the reply of a packing session shows besides its order and work. */
import type { Reader } from '../platform/db/db.ts';
import { type OrderDetails, readOrderDetails, type SalesOrder } from '../sales-orders/index.ts';
import { readSkus, type Sku } from '../skus/index.ts';
import { linesToPack } from '../warehouse/index.ts';

export interface SessionFacts {
  /** Undefined once they are erased. */
  readonly details: OrderDetails | undefined;
  /** By `skuKeyText`. */
  readonly skus: ReadonlyMap<string, Sku>;
}

/** Two statements, sent at once. */
export async function readSessionFacts(reader: Reader, order: SalesOrder): Promise<SessionFacts> {
  const { customerNo, orderId } = order;
  const items = linesToPack(order).map(({ itemNo }) => ({ customerNo, itemNo }));
  const [details, skus] = await Promise.all([readOrderDetails(reader, [order]), readSkus(reader, items)]);
  return { details: details.get(orderId), skus };
}
