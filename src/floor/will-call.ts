/** Will-call orders that are packed and wait for their recipients. */
import type { DbReader } from '../platform/db/db.ts';
import { computeLineUnitsToShip, type SalesOrder } from '../sales-orders/index.ts';
import { formatSkuKey, isForAdults, readSkus } from '../skus/index.ts';
import { selectLinesToPack } from '../warehouse/index.ts';

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
    selectLinesToPack(order).map((line) => ({ ...line, key: { customerNo: order.customerNo, itemNo: line.itemNo } }));
  const skus = await readSkus(
    reader,
    orders.flatMap((order) => linesOf(order).map(({ key }) => key)),
  );
  return new Map(
    orders.map((order) => {
      const lines = linesOf(order);
      const items = lines.map((line) => ({
        itemNo: line.itemNo,
        description: skus.get(formatSkuKey(line.key))?.description ?? '',
        units: computeLineUnitsToShip(line),
      }));
      return [order.orderId, { items, isForAdult: lines.some(({ key }) => isForAdults(skus.get(formatSkuKey(key)))) }];
    }),
  );
}
