/** The data that the reply of a packing session needs besides its order and work. */
import { getCachedOperatorSettings, type PackingSettings, readOperatorSettings } from '../operator-settings/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { type OrderDetails, readOrderDetails, type SalesOrder } from '../sales-orders/index.ts';
import { readSkus, type Sku } from '../skus/index.ts';
import { selectLinesToPack } from '../warehouse/index.ts';
import { readScannableCodesOfItems } from './codes-of-items.ts';
import type { ItemCode } from './item-code.ts';

export interface PackingReplyData {
  /** Undefined once they are erased. */
  readonly details: OrderDetails | undefined;
  /** The items of the order that are to be packed, by `formatSkuKey`. */
  readonly skus: ReadonlyMap<string, Sku>;
  readonly packing: PackingSettings;
  /** The codes of these items, as scanners read them. */
  readonly codes: readonly ItemCode[];
}

/** Reads details and items of an order in statements that are sent together; the operator's settings come from the cache if it has them. */
export async function readPackingReplyData(reader: DbReader, order: SalesOrder): Promise<PackingReplyData> {
  const { customerNo, orderId } = order;
  const items = selectLinesToPack(order).map(({ itemNo }) => ({ customerNo, itemNo }));
  const [details, skus, { packing }, codes] = await Promise.all([
    readOrderDetails(reader, [order]),
    readSkus(reader, items),
    getCachedOperatorSettings(reader) ?? readOperatorSettings(reader),
    readScannableCodesOfItems(reader, items),
  ]);
  return { details: details.get(orderId), skus, packing, codes };
}
