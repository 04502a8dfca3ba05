/** Reads the units of shipped orders that can be returned (decision 21): shipped units, less those in returns. */
import { documentKeyOfOrder } from '../documents/index.ts';
import { readShippedStock, type ShippedStock } from '../inventory/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { computeLineUnitsToShip, isPackableLine, type SalesOrder } from '../sales-orders/index.ts';
import {
  flattenReturnableUnits,
  type ReturnableUnits,
  type ShippedUnits,
  sumReturnableUnits,
} from './remaining-units.ts';
import { computeAnnouncedOrFoundUnits, type ReturnLine } from './return.ts';
import { readReturnsOfOrders } from './return-store.ts';

/**
 * The remaining units of orders, by order id; items and statuses are in the order of the lines. A caller that decides by them has locked
 * the orders.
 */
export async function readReturnableUnits(
  reader: DbReader,
  orders: readonly SalesOrder[],
): Promise<Map<string, ReturnableUnits>> {
  const shipped = await readShippedStock(reader, orders.map(documentKeyOfOrder));
  const returned = Map.groupBy(await readReturnsOfOrders(reader, orders), (each) => each.orderId);
  return new Map(
    orders.map((order) => {
      const back = (returned.get(order.orderId) ?? []).flatMap(({ lines }) => lines);
      return [
        order.orderId,
        subtractReturnLines(sumReturnableUnits(shippedOf(order, shipped.get(order.orderId) ?? [])), back),
      ];
    }),
  );
}

/** The remaining units without those of these return lines. */
export function subtractReturnLines(left: ReturnableUnits, lines: readonly ReturnLine[]): ReturnableUnits {
  return sumReturnableUnits([
    ...flattenReturnableUnits(left),
    ...unitsOnLines(lines).map((units) => ({ ...units, quantity: -units.quantity })),
  ]);
}

/** The remaining units, with those of these return lines added. */
export function addBackReturnLines(left: ReturnableUnits, lines: readonly ReturnLine[]): ReturnableUnits {
  return sumReturnableUnits([...flattenReturnableUnits(left), ...unitsOnLines(lines)]);
}

const unitsOnLines = (lines: readonly ReturnLine[]): ShippedUnits[] =>
  lines.map((line) => ({
    itemNo: line.itemNo,
    shippedStatus: line.shippedStatus,
    quantity: computeAnnouncedOrFoundUnits(line),
  }));

/**
 * Shipped units by item and status. Units whose movements are archived, and those of a JIT order, whose stock is not in the ledger, are
 * read from the lines. A line names the status that it reserves, which may differ from the one that was drawn.
 */
function shippedOf(order: SalesOrder, posted: readonly ShippedStock[]): ShippedUnits[] {
  const shipped = [...posted, ...unpostedOf(order, posted)];
  const lineIndex = ({ itemNo, status }: Pick<ShippedStock, 'itemNo' | 'status'>) => {
    const index = order.lines.findIndex((line) => line.itemNo === itemNo && line.status === status);
    // A status that no line has was drawn instead of a line's own; it sorts after all lines.
    return index < 0 ? order.lines.length : index;
  };
  return shipped
    .toSorted((a, b) => lineIndex(a) - lineIndex(b))
    .map(({ itemNo, status, units }) => ({ itemNo, shippedStatus: status, quantity: units }));
}

/** The units of a shipped order that the ledger does not have, from its lines. */
function unpostedOf(order: SalesOrder, posted: readonly ShippedStock[]): ShippedStock[] {
  if (order.status !== 'SHIPPED') return [];
  const inLedger = new Map<string, number>();
  for (const { itemNo, units } of posted) inLedger.set(itemNo, (inLedger.get(itemNo) ?? 0) + units);
  return order.lines
    .filter((line) => isPackableLine(order.orderType, line))
    .flatMap((line) => {
      const { itemNo, status } = line;
      const known = inLedger.get(itemNo) ?? 0;
      const units = Math.max(0, computeLineUnitsToShip(line) - known);
      inLedger.set(itemNo, Math.max(0, known - computeLineUnitsToShip(line)));
      return units === 0 ? [] : [{ itemNo, status, units }];
    });
}
