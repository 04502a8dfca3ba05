/** The line of an order under which an item that comes back had been sent. Pure. */
import { type OrderLine, type SalesOrder, unitsToShip } from '../sales-orders/index.ts';

/**
 * The first line of the item of which anything left: a line that was picked short altogether says nothing about what comes
 * back. Undefined where the order has no such item.
 */
export function sentLine({ lines }: Pick<SalesOrder, 'lines'>, itemNo: string): OrderLine | undefined {
  const own = lines.filter((line) => line.itemNo === itemNo);
  return own.find((line) => unitsToShip(line) > 0) ?? own[0];
}
