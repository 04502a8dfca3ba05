/** What requests that update, cancel, hold or release an open order share: the name of the order, finding and locking it, and its state. */
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, okValuesOf, refuseState } from '../platform/errors.ts';
import { isOpenOrderStatus, type SalesOrder } from './order.ts';
import { lockSalesOrders } from './order-store.ts';
import { findSalesOrderKeysBySelector, type SalesOrderSelector } from './resolve-orders.ts';

/** A request to update, cancel, hold or release one open order. */
export interface SalesOrderChange extends CommandContext {
  readonly name: SalesOrderSelector;
  /** Whether a cancellation also ends an order of which nothing is left to ship (EXCEPTION), which only the operator decides. */
  readonly endsException?: true;
}

/**
 * The identity of a change in the write queue: the name of the order as sent, without its ShipmentKey. A batch has no two changes with the
 * same identity.
 */
export function identitiesOfSalesOrderChange({ name }: SalesOrderChange): string[] {
  return ['reference' in name ? `reference\n${name.reference}` : `number\n${name.orderNo}`];
}

/**
 * Finds and locks the requested orders, sorted. Returns for each request the locked order or a rejection, in order of
 * precedence: `MultipleOrders`, `NotFound`, `StateForbids`.
 */
export async function lockRequestedOpenSalesOrders(
  tx: Tx,
  requests: readonly SalesOrderChange[],
  verb: 'updated' | 'canceled' | 'held' | 'released',
): Promise<Outcome<SalesOrder>[]> {
  const resolved = await findSalesOrderKeysBySelector(
    tx,
    requests.map((request) => request.name),
  );
  const keys = okValuesOf(resolved);
  const locked = new Map((await lockSalesOrders(tx, keys)).map((order) => [order.orderId, order]));
  return resolved.map((outcome, index) => {
    if ('refused' in outcome) return outcome;
    const order = locked.get(outcome.ok.orderId);
    if (order === undefined) throw new Error(`order ${outcome.ok.orderId} no longer exists`);
    const endsException =
      order.status === 'EXCEPTION' && verb === 'canceled' && requests[index]?.endsException === true;
    if (isOpenOrderStatus(order.status) || endsException) return { ok: order };
    return refuseState(order.status, formatClosedOrderMessage(order, verb));
  });
}

/** Why an order that is not open cannot be changed. */
export function formatClosedOrderMessage(
  { orderNo, status }: Pick<SalesOrder, 'orderNo' | 'status'>,
  verb: string,
): string {
  if (status === 'CANCELED' && verb === 'canceled') return `Order ${orderNo} is already canceled.`;
  if (status === 'EXCEPTION')
    return `Order ${orderNo} cannot be ${verb}: nothing of it is left to ship. The operator can cancel it.`;
  const why =
    status === 'CANCELED'
      ? 'it is canceled'
      : status === 'SHIPPED'
        ? 'it has shipped'
        : `work on it has started (status ${status})`;
  return `Order ${orderNo} cannot be ${verb}: ${why}.`;
}
