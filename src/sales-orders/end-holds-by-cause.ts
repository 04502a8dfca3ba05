/**
 * Ending a hold of the system on all orders at once whose common cause is over (decision 11): in portions, in the order of
 * acceptance within each customer. Running again changes nothing.
 */
import { uuidv7 } from '../lib/uuid.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { applyHoldChanges, type HoldCounts } from './hold-changes.ts';
import { findOrdersWithHold } from './hold-store.ts';
import { type HoldKey, lockSalesOrders, readHolds, type SalesOrderKey } from './order-store.ts';

/** Orders of one transaction: bounds how long they are locked. */
const portion = 1_000;

/**
 * Ends this hold wherever it stands. Orders that nothing else holds go on; `because` says why in their timelines. Answers
 * how many are free now.
 */
export async function endHoldsByCause(db: Db, hold: HoldKey, because: string): Promise<number> {
  const isIt = (other: HoldKey) =>
    other.reason === hold.reason && other.owner === hold.owner && other.cause === hold.cause;
  let released = 0;
  let after: SalesOrderKey | undefined;
  do {
    const found = await findOrdersWithHold(db, hold, after, portion);
    const done = await db.write(async (tx): Promise<HoldCounts> => {
      const orders = await lockSalesOrders(tx, found);
      // Of one that is not open any more none is left: only open orders have holds.
      const holds = await readHolds(tx, orders);
      const timeOf = await customerTimes(tx, [...new Set(orders.map(({ customerNo }) => customerNo))]);
      const changes = orders.map((order) => {
        const held = holds.get(order.orderId) ?? [];
        return { order, held, placed: [], ended: held.filter(isIt) };
      });
      return await applyHoldChanges(tx, changes, {
        reference: uuidv7(),
        operation: 'holds',
        actor: 'system',
        because,
        timeOf,
      });
    });
    released += done.released;
    after = found.length < portion ? undefined : found.at(-1);
  } while (after !== undefined);
  return released;
}
