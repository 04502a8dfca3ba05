/** The order line with which a returned item was shipped. Pure. */
import { computeLineUnitsToShip, type OrderLine, type SalesOrder } from '../sales-orders/index.ts';

/**
 * The first line of the item in this inventory status that shipped any units, else its first line in that status. A status that
 * no line has was drawn instead of the one of a line of the item (decision 12). Undefined when the order has no such item.
 */
export function findShippedLine(
  { lines }: Pick<SalesOrder, 'lines'>,
  { itemNo, shippedStatus }: { readonly itemNo: string; readonly shippedStatus: string },
): OrderLine | undefined {
  const ofItem = lines.filter((line) => line.itemNo === itemNo);
  const inStatus = ofItem.filter((line) => line.status === shippedStatus);
  const own = inStatus.length > 0 ? inStatus : ofItem;
  return own.find((line) => computeLineUnitsToShip(line) > 0) ?? own[0];
}
