/** Reads the units of shipped orders that can be returned (decision 10): shipped units, less those in returns. */
import { readShipped, type ShippedStock } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import { listUnits, type RemainingUnits, remainingUnitsFrom, type ShippedUnits } from './remaining-units.ts';
import { type ReturnLine, returnedUnits } from './return.ts';
import { readReturnsOfOrders } from './return-store.ts';

/** The remaining units of locked orders, by order id; items and statuses are in the order of the lines. */
export async function readRemainingUnits(tx: Tx, orders: readonly SalesOrder[]): Promise<Map<string, RemainingUnits>> {
  const shipped = await readShipped(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const returned = Map.groupBy(await readReturnsOfOrders(tx, orders), (each) => each.orderId);
  return new Map(
    orders.map((order) => {
      const back = (returned.get(order.orderId) ?? []).flatMap(({ lines }) => lines);
      return [
        order.orderId,
        withoutReturnLines(remainingUnitsFrom(shippedOf(order, shipped.get(order.orderId) ?? [])), back),
      ];
    }),
  );
}

/** The remaining units without those of these return lines. */
export function withoutReturnLines(left: RemainingUnits, lines: readonly ReturnLine[]): RemainingUnits {
  return remainingUnitsFrom([
    ...listUnits(left),
    ...unitsOnLines(lines).map((units) => ({ ...units, quantity: -units.quantity })),
  ]);
}

/** The remaining units, with those of these return lines added. */
export function withReturnLines(left: RemainingUnits, lines: readonly ReturnLine[]): RemainingUnits {
  return remainingUnitsFrom([...listUnits(left), ...unitsOnLines(lines)]);
}

const unitsOnLines = (lines: readonly ReturnLine[]): ShippedUnits[] =>
  lines.map((line) => ({ itemNo: line.itemNo, shippedStatus: line.shippedStatus, quantity: returnedUnits(line) }));

/** Shipped units by item and status; of a JIT order, whose stock is not in the ledger, from its lines. */
function shippedOf(order: SalesOrder, posted: readonly ShippedStock[]): ShippedUnits[] {
  const isUnposted = order.orderType === 'JIT' && order.status === 'SHIPPED';
  const shipped = isUnposted ? order.lines.filter(({ storage }) => storage === 'service') : posted;
  const lineIndex = ({ itemNo, status }: Pick<ShippedStock, 'itemNo' | 'status'>) => {
    const index = order.lines.findIndex((line) => line.itemNo === itemNo && line.status === status);
    // A status that no line has was drawn instead of a line's own; it sorts after all lines.
    return index < 0 ? order.lines.length : index;
  };
  return shipped
    .toSorted((a, b) => lineIndex(a) - lineIndex(b))
    .map(({ itemNo, status, units }) => ({ itemNo, shippedStatus: status, quantity: units }));
}
