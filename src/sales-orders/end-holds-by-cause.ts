/** Ends a system hold on all orders when its common cause has ended (decision 11). */
import { uuidv7 } from '../lib/uuid.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { applyHoldChanges, isSameHold } from './hold-changes.ts';
import { findOrdersWithHold, type HoldKey, readHolds } from './hold-store.ts';
import { lockSalesOrders, type SalesOrderKey } from './order-store.ts';

/** Maximum orders per page and per transaction: limits how long they stay locked. */
const pageSize = 1_000;

/**
 * Ends the hold on every order and returns the number of orders that became RECEIVED. Works in pages, sorted by customer and
 * id. On distributed tables, each shard's orders of a page have their own transaction. A repeated run changes nothing.
 * @param because the reason in words, for the timelines of the orders
 */
export async function endHoldsByCause(db: Db, hold: HoldKey, because: string): Promise<number> {
  let released = 0;
  let after: SalesOrderKey | undefined;
  do {
    const found = await findOrdersWithHold(db, hold, after, pageSize);
    for (const page of await db.shards.group(found, ({ customerNo }) => customerNo)) {
      released += await db.write((tx) => endHolds(tx, page, hold, because), { customerNo: page[0]?.customerNo });
    }
    after = found.length < pageSize ? undefined : found.at(-1);
  } while (after !== undefined);
  return released;
}

async function endHolds(tx: Tx, keys: readonly SalesOrderKey[], hold: HoldKey, because: string): Promise<number> {
  // An order that was closed meanwhile has no holds, so nothing changes.
  const orders = await lockSalesOrders(tx, keys);
  const holds = await readHolds(tx, orders);
  const timeOf = await readCustomerClockLookup(tx, orders);
  const changes = orders.map((order) => {
    const held = holds.get(order.orderId) ?? [];
    return { order, held, placed: [], ended: held.filter((other) => isSameHold(other, hold)) };
  });
  const context = { reference: uuidv7(), operation: 'holds', actor: 'system', because, timeOf };
  return (await applyHoldChanges(tx, changes, context)).released;
}
