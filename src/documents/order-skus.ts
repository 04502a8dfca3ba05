/** The items of orders that exist: an item on a document is never deleted. */
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { formatSkuKey, readSkus, type Sku } from '../skus/index.ts';

/** The item of an order. Throws for an item that was not read. */
export type OrderSkuLookup = (order: { readonly customerNo: string }, itemNo: string) => Sku;

interface OrderItems {
  readonly customerNo: string;
  readonly lines: readonly { readonly itemNo: string }[];
}

/** Reads the items of these lines. */
export async function loadOrderSkuLookup(tx: Tx, orders: readonly OrderItems[]): Promise<OrderSkuLookup> {
  const keys = orders.flatMap(({ customerNo, lines }) => lines.map(({ itemNo }) => ({ customerNo, itemNo })));
  const skus = await readSkus(tx, keys);
  return ({ customerNo }, itemNo) =>
    assertPresent(skus.get(formatSkuKey({ customerNo, itemNo })), `the item ${itemNo} of an order`);
}
