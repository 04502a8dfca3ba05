/** The line of an order under which an item that comes back had been sent. Pure. */
import { type OrderLine, type SalesOrder, unitsToShip } from '../sales-orders/index.ts';

/**
 * The first line of the item that drew this status and of which anything left: a line that was picked short altogether
 * says nothing about what comes back. Undefined where the order has no such line.
 */
export function shippedLine(
  { lines }: Pick<SalesOrder, 'lines'>,
  { itemNo, shippedStatus }: { readonly itemNo: string; readonly shippedStatus: string },
): OrderLine | undefined {
  const own = lines.filter((line) => line.itemNo === itemNo && line.status === shippedStatus);
  return own.find((line) => unitsToShip(line) > 0) ?? own[0];
}
