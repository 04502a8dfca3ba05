/** Will-call orders that are packed and wait for their recipients. */
import type { Reader } from '../platform/db/db.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import { isForAdults } from '../shipping-labels/index.ts';
import { readSkus, skuKeyText } from '../skus/index.ts';
import { linesToPack } from '../warehouse/index.ts';

/** Whether an order has items that only an adult may take. */
export async function isForAdultRecipient(reader: Reader, order: SalesOrder): Promise<boolean> {
  const { customerNo } = order;
  const keys = linesToPack(order).map(({ itemNo }) => ({ customerNo, itemNo }));
  const skus = await readSkus(reader, keys);
  return keys.some((key) => isForAdults(skus.get(skuKeyText(key))));
}
