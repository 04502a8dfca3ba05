/**
 * What every later change of an order has in common: who asks, under which reference, which order is meant, and whether
 * its state still allows it.
 */
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { isOpen, type SalesOrder } from './order.ts';
import { lockSalesOrders } from './order-store.ts';
import { type OrderName, resolveOrders } from './resolve-orders.ts';

/** A request to change an order. */
export interface OrderChangeRequest extends CommandContext {
  readonly name: OrderName;
}

/** Names that two changes of one set must not share: the order as it was named. */
export function orderChangeIdentities({ name }: OrderChangeRequest): string[] {
  return ['reference' in name ? `reference\n${name.reference}` : `number\n${name.orderNo}`];
}

/**
 * Finds and locks the orders meant, sorted. One outcome per request: the order under its lock, or a refusal, in order
 * of precedence: `MultipleOrders`, `NotFound`, `StateForbids` naming the state.
 */
export async function lockOpenOrders(
  tx: Tx,
  requests: readonly OrderChangeRequest[],
  verb: 'updated' | 'canceled' | 'held' | 'released',
): Promise<Outcome<SalesOrder>[]> {
  const resolved = await resolveOrders(
    tx,
    requests.map((request) => request.name),
  );
  const keys = resolved.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []));
  const locked = new Map((await lockSalesOrders(tx, keys)).map((order) => [order.orderId, order]));
  return resolved.map((outcome) => {
    if ('refused' in outcome) return outcome;
    const order = locked.get(outcome.done.orderId);
    if (order === undefined) throw new Error(`order ${outcome.done.orderId} vanished`);
    return isOpen(order.status) ? { done: order } : stateForbids(order, verb);
  });
}

const whyClosed = (order: SalesOrder): string => {
  if (order.status === 'CANCELED') return 'it is canceled';
  if (order.status === 'SHIPPED') return 'it has shipped';
  return 'work on it has started';
};

function stateForbids(order: SalesOrder, verb: string): Outcome<never> {
  return refuse(
    'StateForbids',
    `order ${order.orderNo} cannot be ${verb}: ${whyClosed(order)} (its state is ${order.status})`,
  );
}
