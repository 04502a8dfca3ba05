/** The order line with which a returned item was shipped. Pure. */
import { computeLineUnitsToShip, type OrderLine, type SalesOrder } from '../sales-orders/index.ts';

/**
 * Of the lines of the item in this inventory status, the first that shipped any units, else the first. Where no line has the status, it was
 * drawn in place of that of a line (decision 12), and all lines of the item are considered. Undefined when the order has no such item.
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
