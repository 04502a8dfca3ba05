/** A return to inspect, and the limits of its inspection. */
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { addBackReturnLines, readReturnableUnits } from './read-remaining-units.ts';
import { returnableUnitsOfItem } from './remaining-units.ts';
import type { OrderReturn } from './return.ts';
import { lockReturns, type ReturnKey, readReturns } from './return-store.ts';

/** A return that is locked, with its order, for its inspection. */
export interface InspectableReturn {
  readonly orderReturn: OrderReturn;
  /** How many units of an item may still be found on the lines that are not inspected. */
  readonly possibleUnits: (itemNo: string) => number;
}

/** Locks the orders of returns, then the returns, as every change that locks both does. */
export async function lockReturnsWithOrders(tx: Tx, keys: readonly ReturnKey[]) {
  const orders = await lockSalesOrders(tx, await readReturns(tx, keys));
  return { orders, returns: await lockReturns(tx, keys) };
}

/** Locks a return with its order. Undefined when there is none. */
export async function lockInspectableReturn(tx: Tx, key: ReturnKey): Promise<InspectableReturn | undefined> {
  const {
    orders: [order],
    returns: [orderReturn],
  } = await lockReturnsWithOrders(tx, [key]);
  if (order === undefined || orderReturn === undefined) return undefined;
  const left = assertPresent((await readReturnableUnits(tx, [order])).get(order.orderId), 'what is left of an order');
  const possible = addBackReturnLines(
    left,
    orderReturn.lines.filter(({ inspected }) => !inspected),
  );
  return { orderReturn, possibleUnits: (itemNo) => returnableUnitsOfItem(possible, itemNo) ?? 0 };
}
