/** Cancels open purchase orders, many at once (interface: States and transitions; decisions 6, 11). */
import { removeExpectations } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  changeIdentities,
  lockOpenPurchaseOrders,
  logPurchaseOrder,
  type PurchaseOrderChange,
  type PurchaseOrderChanged,
} from './change.ts';
import { type PurchaseOrder, requireOpenPurchaseOrder } from './purchase-order.ts';
import { addReferences, releaseReferences } from './purchase-order-identity-store.ts';
import { updatePurchaseOrderStatuses } from './purchase-order-store.ts';

/**
 * One outcome per request, in their order. Refusals, in order of precedence: 404 `NotFound`, 403 `StateForbids` naming the
 * state. What the order had announced is no longer inbound; its CustomerReferenceNo is free again.
 */
export async function cancelPurchaseOrders(
  tx: Tx,
  requests: readonly PurchaseOrderChange[],
): Promise<Outcome<PurchaseOrderChanged>[]> {
  const locked = await lockOpenPurchaseOrders(tx, requests, 'canceled');
  const canceled = new Map<string, { request: PurchaseOrderChange; order: PurchaseOrder }>();
  const outcomes = requests.map((request, index): Outcome<PurchaseOrderChanged> => {
    const outcome = assertPresent(locked[index], 'the outcome of a lock');
    if ('refused' in outcome) return outcome;
    const order = outcome.done;
    // Named twice in one set: the second finds it canceled.
    const again = requireOpenPurchaseOrder(
      { ...order, status: canceled.has(order.orderId) ? 'CANCELED' : order.status },
      'canceled',
    );
    if ('refused' in again) return again;
    canceled.set(order.orderId, { request, order });
    return { done: { reference: request.reference } };
  });
  const orders = [...canceled.values()].map(({ order }) => order);
  if (orders.length === 0) return outcomes;
  await updatePurchaseOrderStatuses(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, orderId, status: 'CANCELED' })),
  );
  await releaseReferences(tx, orders);
  await addReferences(
    tx,
    [...canceled.values()].map(({ request: { reference }, order: { customerNo, orderId } }) => ({
      customerNo,
      orderId,
      reference,
    })),
  );
  await removeExpectations(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const now = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  for (const { request, order } of canceled.values()) {
    const occurredAt = now(order.customerNo);
    logPurchaseOrder(tx, request, order, { kind: 'purchase_order.canceled', occurredAt });
  }
  return outcomes;
}

/** The lane's writer of CancelPurchaseOrder. */
export const purchaseOrderCancellations: BatchWriter<PurchaseOrderChange, PurchaseOrderChanged> = {
  name: 'purchase-orders.cancel',
  maxItems: 100,
  customerNo: (request) => request.name.customerNo,
  identities: changeIdentities,
  write: cancelPurchaseOrders,
};
