/** What of shipped orders may still come back (decision 10): what has left with them, less what is in their returns. */
import { readShipped } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import { type ReturnLine, unitsOf } from './return.ts';
import { readReturnsOfOrders } from './return-store.ts';

/** Units by item, by order id. Items that were shipped and are all back stand with 0. */
export type LeftByOrder = ReadonlyMap<string, Map<string, number>>;

/** What is left of locked orders. */
export async function readLeft(tx: Tx, orders: readonly SalesOrder[]): Promise<LeftByOrder> {
  const shipped = await readShipped(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const returned = Map.groupBy(await readReturnsOfOrders(tx, orders), (each) => each.orderId);
  return new Map(
    orders.map((order) => {
      const left = new Map(shippedOf(order, shipped.get(order.orderId)));
      for (const each of returned.get(order.orderId) ?? []) takeUnits(left, each.lines);
      return [order.orderId, left];
    }),
  );
}

/** Takes what lines bring back off what is left; `sign` -1 gives it back. */
export function takeUnits(left: Map<string, number>, lines: readonly ReturnLine[], sign: 1 | -1 = 1): void {
  for (const line of lines) left.set(line.itemNo, (left.get(line.itemNo) ?? 0) - sign * unitsOf(line));
}

/** A JIT order brings stock that never was in the ledger; its lines tell what left. */
function shippedOf(order: SalesOrder, posted: ReadonlyMap<string, number> | undefined): ReadonlyMap<string, number> {
  if (order.orderType !== 'JIT' || order.status !== 'SHIPPED') return posted ?? new Map();
  const sums = new Map<string, number>();
  for (const { itemNo, units, storage } of order.lines) {
    if (storage === 'service') sums.set(itemNo, (sums.get(itemNo) ?? 0) + units);
  }
  return sums;
}
