/**
 * Cancels open purchase orders, and closes orders short whose missing units will not arrive, in batches (interface: States and
 * transitions; decisions 6, 11 and 21). Stock that such an order announced is no longer inbound.
 */
import { applyChangesInRounds, documentKeyOfOrder, type OrderChangeResult } from '../documents/index.ts';
import { removeExpectedReceipts } from '../inventory/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { type MissingPurchaseUnits, type PurchaseOrder, planPurchaseClosing } from './purchase-order.ts';
import {
  lockRequestedOpenPurchaseOrders,
  lockRequestedPurchaseOrders,
  numberedPurchaseOrderStore,
  type PurchaseOrderChange,
} from './purchase-order-changes.ts';
import { updatePurchaseOrderStatuses } from './purchase-order-store.ts';

export interface PurchaseOrderClosingResult extends OrderChangeResult {
  readonly number: string;
  /** The units that did not arrive. */
  readonly missing: readonly MissingPurchaseUnits[];
}

/**
 * Cancels orders; one outcome per request, in their order. Refusals, in order of precedence: `NotFound`, `StateForbids` unless
 * the order is OPEN. The CustomerReferenceNo of a canceled order can be used again.
 */
export async function cancelPurchaseOrders(
  tx: Tx,
  requests: readonly PurchaseOrderChange[],
): Promise<Outcome<OrderChangeResult>[]> {
  return await applyChangesInRounds(tx, requests, lockRequestedOpenPurchaseOrders('canceled'), async (entries) => {
    const orders = entries.map(({ order }) => order);
    numberedPurchaseOrderStore.releaseNames(tx, orders);
    numberedPurchaseOrderStore.addReferences(
      tx,
      entries.map(({ change: { reference }, order }) => ({ ...order, reference })),
    );
    const timeOf = await end(tx, orders, 'CANCELED');
    return entries.map(({ change, order }) => {
      numberedPurchaseOrderStore.record(tx, 'canceled', order, timeOf(order.customerNo), change);
      return { ok: { reference: change.reference, orderId: order.orderId } };
    });
  });
}

/**
 * Closes orders short; one outcome per request, in their order. Refusals, in order of precedence: `NotFound`,
 * `StateForbids` when the order is CANCELED, CLOSED, RECEIVED, or being received by people. The log lists the missing
 * units; the CustomerReferenceNo stays taken.
 */
export async function closePurchaseOrders(
  tx: Tx,
  requests: readonly PurchaseOrderChange[],
): Promise<Outcome<PurchaseOrderClosingResult>[]> {
  return await applyChangesInRounds(tx, requests, lockRequestedPurchaseOrders, async (entries) => {
    const plans = entries.map((entry) => ({ ...entry, plan: planPurchaseClosing(entry.order) }));
    const closed = plans.flatMap(({ order, plan }) => ('ok' in plan ? [order] : []));
    const timeOf = await end(tx, closed, 'CLOSED');
    return plans.map(({ change, order, plan }): Outcome<PurchaseOrderClosingResult> => {
      if ('refused' in plan) return plan;
      const missing = plan.ok;
      numberedPurchaseOrderStore.record(tx, 'closed', order, timeOf(order.customerNo), change, {
        was: order.status,
        missing: missing.map(({ itemNo, quantity }) => ({ itemNo, quantity })),
      });
      return { ok: { reference: change.reference, orderId: order.orderId, number: order.number, missing } };
    });
  });
}

/** Sets the final status of orders and removes their inbound stock; returns the time on each customer's clock. */
async function end(tx: Tx, orders: readonly PurchaseOrder[], status: 'CANCELED' | 'CLOSED') {
  updatePurchaseOrderStatuses(
    tx,
    orders.map((order) => ({ ...order, status })),
  );
  const subjects = orders.map(documentKeyOfOrder);
  if (subjects.length > 0) await removeExpectedReceipts(tx, subjects);
  return await readCustomerClockLookup(tx, orders);
}

/** The batch writer of CancelPurchaseOrder. */
export const purchaseOrderCancellationWriter: BatchWriter<PurchaseOrderChange, OrderChangeResult> = {
  name: 'purchase-orders.cancel',
  maxItems: 100,
  customerNo: (request) => request.name.customerNo,
  identities: numberedPurchaseOrderStore.identitiesOf,
  write: cancelPurchaseOrders,
};

export const purchaseOrderClosingWriter: BatchWriter<PurchaseOrderChange, PurchaseOrderClosingResult> = {
  name: 'purchase-orders.close',
  maxItems: 50,
  customerNo: (request) => request.name.customerNo,
  identities: numberedPurchaseOrderStore.identitiesOf,
  write: closePurchaseOrders,
};
