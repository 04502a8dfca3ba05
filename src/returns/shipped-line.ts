/** The order line with which a returned item was shipped. Pure. */
import { type OrderLine, type SalesOrder, unitsToShip } from '../sales-orders/index.ts';

/**
 * The first line of the item in this inventory status that shipped any units, else its first line in that status. Undefined
 * when the order has no such line.
 */
export function shippedLine(
  { lines }: Pick<SalesOrder, 'lines'>,
  { itemNo, shippedStatus }: { readonly itemNo: string; readonly shippedStatus: string },
): OrderLine | undefined {
  const own = lines.filter((line) => line.itemNo === itemNo && line.status === shippedStatus);
  return own.find((line) => unitsToShip(line) > 0) ?? own[0];
}
