/** What changes of a purchase order have in common: who asks, under which reference, which order is meant. */

import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { appendLog, type LogEvent } from '../platform/log.ts';
import { type PurchaseOrder, requireOpenPurchaseOrder } from './purchase-order.ts';
import { lockPurchaseOrders, type PurchaseOrderName } from './purchase-order-store.ts';

/** A request to change an order. */
export interface PurchaseOrderChange extends CommandContext {
  readonly name: PurchaseOrderName;
}

/** The reference of the request that changed the order. */
export interface PurchaseOrderChanged {
  readonly reference: string;
}

/** The order as the caller named it. */
export function purchaseOrderNameText(name: PurchaseOrderName): string {
  return 'customerReferenceNo' in name ? name.customerReferenceNo : name.purchaseOrderNumber;
}

/** A name that two changes of one set must not share. */
export function changeIdentities({ name }: PurchaseOrderChange): string[] {
  return [`purchase order\t${purchaseOrderNameText(name)}`];
}

/** Logs a change of an order, with the names of the order. */
export function logPurchaseOrder(
  tx: Tx,
  request: PurchaseOrderChange,
  order: PurchaseOrder,
  { data, ...event }: Omit<LogEvent, 'subject'>,
): void {
  const { orderId, customerReferenceNo, purchaseOrderNumber } = order;
  appendLog(tx, request, {
    ...event,
    subject: orderId,
    data: { customerReferenceNo, purchaseOrderNumber, ...data },
  });
}

/** 404 for an order that does not exist. */
export function purchaseOrderNotFound(name: PurchaseOrderName): Outcome<never> {
  return refuse('NotFound', `there is no purchase order ${purchaseOrderNameText(name)}`);
}

/**
 * Finds and locks the orders meant, sorted. One outcome per request: the order under its lock, or a refusal, in order of
 * precedence: `NotFound`, `StateForbids` naming the state.
 */
export async function lockOpenPurchaseOrders(
  tx: Tx,
  requests: readonly PurchaseOrderChange[],
  verb: 'updated' | 'canceled',
): Promise<Outcome<PurchaseOrder>[]> {
  const orders = await lockPurchaseOrders(
    tx,
    requests.map((request) => request.name),
  );
  return requests.map(({ name }, index) => {
    const order = orders[index];
    return order === undefined ? purchaseOrderNotFound(name) : requireOpenPurchaseOrder(order, verb);
  });
}
