/** Cancels open purchase orders, many at once (interface: States and transitions; decisions 6, 11). */
import { dropExpectations } from '../inventory/index.ts';
import { present } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { SetWriter } from '../platform/lanes.ts';
import { appendLog } from '../platform/log.ts';
import {
  changeIdentities,
  lockOpenPurchaseOrders,
  logOf,
  type PurchaseOrderChange,
  type PurchaseOrderChanged,
} from './change.ts';
import { decideOpen, type PurchaseOrder } from './purchase-order.ts';
import { addReferences, releaseReferences } from './purchase-order-identity-store.ts';
import { setPurchaseOrders } from './purchase-order-store.ts';

/**
 * One outcome per request, in their order. Refusals, in order of precedence: 404 `NotFound`, 403 `StateForbids` naming the
 * state. What the order had announced is no longer inbound; its CustomerReferenceNo is free again.
 */
export async function cancelPurchaseOrders(
  tx: Tx,
  requests: readonly PurchaseOrderChange[],
): Promise<Outcome<PurchaseOrderChanged>[]> {
  const locked = await lockOpenPurchaseOrders(tx, requests, 'cancelled');
  const cancelled = new Map<string, { request: PurchaseOrderChange; order: PurchaseOrder }>();
  const outcomes = requests.map((request, index): Outcome<PurchaseOrderChanged> => {
    const outcome = present(locked[index], 'the outcome of a lock');
    if ('refused' in outcome) return outcome;
    const order = outcome.done;
    // Named twice in one set: the second finds it cancelled.
    const again = decideOpen(
      { ...order, status: cancelled.has(order.orderId) ? 'CANCELED' : order.status },
      'cancelled',
    );
    if ('refused' in again) return again;
    cancelled.set(order.orderId, { request, order });
    return { done: { reference: request.reference } };
  });
  const orders = [...cancelled.values()].map(({ order }) => order);
  if (orders.length === 0) return outcomes;
  await setPurchaseOrders(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, orderId, status: 'CANCELED' })),
  );
  await releaseReferences(tx, orders);
  await addReferences(
    tx,
    [...cancelled.values()].map(({ request: { reference }, order: { customerNo, orderId } }) => ({
      customerNo,
      orderId,
      reference,
    })),
  );
  await dropExpectations(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const now = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  for (const { request, order } of cancelled.values()) {
    appendLog(tx, { kind: 'purchase_order.cancelled', ...logOf(request, order, now(order.customerNo)) });
  }
  return outcomes;
}

/** The lane's writer of CancelPurchaseOrder. */
export const purchaseOrderCancellations: SetWriter<PurchaseOrderChange, PurchaseOrderChanged> = {
  name: 'purchase-orders.cancel',
  maxMembers: 100,
  customerNo: (request) => request.name.customerNo,
  identities: changeIdentities,
  write: cancelPurchaseOrders,
};
