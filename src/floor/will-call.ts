/** Will-call orders that are packed and wait for their recipients. */
import type { DbReader } from '../platform/db/db.ts';
import { type SalesOrder, unitsToShip } from '../sales-orders/index.ts';
import { isForAdults, readSkus, skuKeyText } from '../skus/index.ts';
import { linesToPack } from '../warehouse/index.ts';

interface WillCallContents {
  readonly items: readonly { readonly itemNo: string; readonly description: string; readonly units: number }[];
  /** It has items that only an adult may take. */
  readonly isForAdult: boolean;
}

/** The items that a recipient takes with each of these orders, by order id. */
export async function readWillCallContents(
  reader: DbReader,
  orders: readonly SalesOrder[],
): Promise<ReadonlyMap<string, WillCallContents>> {
  const linesOf = (order: SalesOrder) =>
    linesToPack(order).map((line) => ({ ...line, key: { customerNo: order.customerNo, itemNo: line.itemNo } }));
  const skus = await readSkus(
    reader,
    orders.flatMap((order) => linesOf(order).map(({ key }) => key)),
  );
  return new Map(
    orders.map((order) => {
      const lines = linesOf(order);
      const items = lines.map((line) => ({
        itemNo: line.itemNo,
        description: skus.get(skuKeyText(line.key))?.description ?? '',
        units: unitsToShip(line),
      }));
      return [order.orderId, { items, isForAdult: lines.some(({ key }) => isForAdults(skus.get(skuKeyText(key)))) }];
    }),
  );
}
