/**
 * Closes purchase orders short: what has not arrived will not come (decision 11: CLOSED). What the warehouse calls when it
 * gives up waiting.
 */
import { removeExpectations } from '../inventory/index.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { changeIdentities, logPurchaseOrder, type PurchaseOrderChange, purchaseOrderNotFound } from './change.ts';
import { type MissingLine, type PurchaseOrder, planClosing } from './purchase-order.ts';
import { lockPurchaseOrders, updatePurchaseOrderStatuses } from './purchase-order-store.ts';

export interface PurchaseOrderClosed {
  readonly reference: string;
  readonly purchaseOrderNumber: string;
  /** What never came. */
  readonly missing: readonly MissingLine[];
}

/**
 * One outcome per request, in their order. Refusals, in order of precedence: 404 `NotFound`, 403 `StateForbids` (CANCELED,
 * CLOSED or RECEIVED). Nothing of a closed order is inbound any more; the log keeps what never came. Its CustomerReferenceNo
 * stays taken.
 */
export async function closePurchaseOrders(
  tx: Tx,
  requests: readonly PurchaseOrderChange[],
): Promise<Outcome<PurchaseOrderClosed>[]> {
  const orders = await lockPurchaseOrders(
    tx,
    requests.map((request) => request.name),
  );
  const closed = new Map<
    string,
    { request: PurchaseOrderChange; order: PurchaseOrder; missing: readonly MissingLine[] }
  >();
  const outcomes = requests.map((request, index): Outcome<PurchaseOrderClosed> => {
    const order = orders[index];
    if (order === undefined) return purchaseOrderNotFound(request.name);
    const decision = planClosing(closed.has(order.orderId) ? { ...order, status: 'CLOSED' } : order);
    if ('refused' in decision) return decision;
    closed.set(order.orderId, { request, order, missing: decision.done });
    const { purchaseOrderNumber } = order;
    return { done: { reference: request.reference, purchaseOrderNumber, missing: decision.done } };
  });
  if (closed.size === 0) return outcomes;
  const keys = [...closed.values()].map(({ order }) => order);
  await updatePurchaseOrderStatuses(
    tx,
    keys.map(({ customerNo, orderId }) => ({ customerNo, orderId, status: 'CLOSED' })),
  );
  await removeExpectations(
    tx,
    keys.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const now = await customerTimes(tx, [...new Set(keys.map((order) => order.customerNo))]);
  for (const { request, order, missing } of closed.values()) {
    logPurchaseOrder(tx, request, order, {
      kind: 'purchase_order.closed',
      occurredAt: now(order.customerNo),
      data: {
        was: order.status,
        missing: missing.map(({ itemNo, quantity }) => ({ itemNo, quantity })),
      },
    });
  }
  return outcomes;
}

/** The lane's writer of closings. */
export const purchaseOrderClosings: BatchWriter<PurchaseOrderChange, PurchaseOrderClosed> = {
  name: 'purchase-orders.close',
  maxItems: 50,
  customerNo: (request) => request.name.customerNo,
  identities: changeIdentities,
  write: closePurchaseOrders,
};
