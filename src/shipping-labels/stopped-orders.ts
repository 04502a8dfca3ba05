/** Orders in work that a License or Credit rule stops before they have a label (decision 11): they are opened again, on hold. */
import { readCustomerClock } from '../platform/clock.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import {
  applyHoldChanges,
  describeStandingStops,
  findStandingStops,
  lockSalesOrders,
  readHolds,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { unpackOrders } from './unpack-order.ts';

/**
 * Opens those of the locked orders in work that a rule stops, and puts them on its hold, which ends with the rule. Their stock stays
 * reserved, and their bottles where they are; labels that were bought are voided. Orders with another status are skipped. Returns all
 * orders but those that it holds.
 */
export async function holdStoppedOrders<Order extends SalesOrder>(
  tx: Tx,
  orders: readonly Order[],
  at: Temporal.Instant,
): Promise<readonly Order[]> {
  const inWork = orders.filter(({ status }) => status === 'PROCESSING ORDER');
  const stops = await findStandingStops(tx, inWork);
  if (stops.size === 0) return orders;
  const stopped = inWork.flatMap((order) => {
    const own = stops.get(order.orderId);
    return own === undefined ? [] : [{ order, own }];
  });
  const statuses = await unpackOrders(
    tx,
    stopped.map(({ order, own }) => ({ order, at, because: describeStandingStops(own) })),
  );
  const holds = await readHolds(
    tx,
    stopped.map(({ order }) => order),
  );
  for (const [customerNo, changes] of Map.groupBy(stopped, ({ order }) => order.customerNo)) {
    await applyHoldChanges(
      tx,
      changes.map(({ order, own }) => ({
        order: { ...order, status: statuses.get(order.orderId) ?? order.status },
        held: holds.get(order.orderId) ?? [],
        placed: own.map(({ hold }) => hold),
        ended: [],
      })),
      {
        ...createSystemCommandContext(customerNo, 'warehouse'),
        because: "one of the operator's rules holds it",
        timeOf: () => at,
      },
    );
  }
  return orders.filter(({ orderId }) => !stops.has(orderId));
}

/** Holds an order that a rule has stopped since its labels were requested, in a transaction of its own. True when it is held now. */
export async function holdStoppedOrder(db: Db, order: SalesOrder): Promise<boolean> {
  if ((await findStandingStops(db, [order])).size === 0) return false;
  return await db.write(async (tx) => {
    const locked = await lockSalesOrders(tx, [order]);
    return (await holdStoppedOrders(tx, locked, await readCustomerClock(tx, order.customerNo))).length < locked.length;
  }, order);
}
