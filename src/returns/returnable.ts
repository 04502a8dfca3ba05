/** What of shipped orders may still come back (decision 10): what has left with them, less what is in their returns. */
import { readShipped, type ShippedStock } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import { type Left, leftFrom, type ShippedUnits, unitsIn } from './left.ts';
import { type ReturnLine, unitsOf } from './return.ts';
import { readReturnsOfOrders } from './return-store.ts';

/** What is left of locked orders, by order id; items and statuses in the order of their lines. */
export async function readLeft(tx: Tx, orders: readonly SalesOrder[]): Promise<Map<string, Left>> {
  const shipped = await readShipped(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const returned = Map.groupBy(await readReturnsOfOrders(tx, orders), (each) => each.orderId);
  return new Map(
    orders.map((order) => {
      const back = (returned.get(order.orderId) ?? []).flatMap(({ lines }) => lines);
      return [order.orderId, without(leftFrom(shippedOf(order, shipped.get(order.orderId) ?? [])), back)];
    }),
  );
}

/** What is left when these lines bring something back. */
export function without(left: Left, lines: readonly ReturnLine[]): Left {
  return leftFrom([...unitsIn(left), ...unitsOn(lines).map((units) => ({ ...units, quantity: -units.quantity }))]);
}

/** What is left when these lines bring nothing back after all. */
export function withBack(left: Left, lines: readonly ReturnLine[]): Left {
  return leftFrom([...unitsIn(left), ...unitsOn(lines)]);
}

const unitsOn = (lines: readonly ReturnLine[]): ShippedUnits[] =>
  lines.map((line) => ({ itemNo: line.itemNo, shippedStatus: line.shippedStatus, quantity: unitsOf(line) }));

/** A JIT order brings stock that never was in the ledger; its lines tell what left. */
function shippedOf(order: SalesOrder, posted: readonly ShippedStock[]): ShippedUnits[] {
  const isOwn = order.orderType === 'JIT' && order.status === 'SHIPPED';
  const shipped = isOwn ? order.lines.filter(({ storage }) => storage === 'service') : posted;
  const place = ({ itemNo, status }: Pick<ShippedStock, 'itemNo' | 'status'>) =>
    order.lines.findIndex((line) => line.itemNo === itemNo && line.status === status);
  return shipped
    .toSorted((a, b) => place(a) - place(b))
    .map(({ itemNo, status, units }) => ({ itemNo, shippedStatus: status, quantity: units }));
}
