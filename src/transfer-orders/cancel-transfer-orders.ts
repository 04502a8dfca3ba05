/** Cancels open transfer orders in batches (interface: States and transitions; decisions 6, 11, 12). */
import { applyChangesInRounds, documentKeyOfOrder, type OrderChangeResult } from '../documents/index.ts';
import { lockBackorderQueues, removeDemands } from '../inventory/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  lockRequestedOpenTransferOrders,
  numberedTransferOrderStore,
  type TransferOrderChange,
} from './transfer-order-changes.ts';
import { updateTransferOrderStatuses } from './transfer-order-store.ts';

/**
 * One outcome per request, in their order. Reserved stock is allocated to backorders, and the CustomerReferenceNo can be used
 * again. Refusals: those of `lockRequestedOpenTransferOrders`.
 */
export async function cancelTransferOrders(
  tx: Tx,
  requests: readonly TransferOrderChange[],
): Promise<Outcome<OrderChangeResult>[]> {
  // A stock change locks the queue before the orders.
  lockBackorderQueues(tx, requests);
  return await applyChangesInRounds(tx, requests, lockRequestedOpenTransferOrders('canceled'), async (entries) => {
    const orders = entries.map(({ order }) => order);
    const timeOf = await readCustomerClockLookup(tx, orders);
    updateTransferOrderStatuses(
      tx,
      orders.map((order) => ({ ...order, status: 'CANCELED' })),
    );
    numberedTransferOrderStore.releaseNames(tx, orders);
    numberedTransferOrderStore.addReferences(
      tx,
      entries.map(({ order, change: { reference } }) => ({ ...order, reference })),
    );
    await removeDemands(tx, orders.map(documentKeyOfOrder));
    return entries.map(({ order, change }) => {
      numberedTransferOrderStore.record(tx, 'canceled', order, timeOf(order.customerNo), change);
      return { ok: { reference: change.reference, orderId: order.orderId } };
    });
  });
}

/** The batch writer of CancelTransferOrder. */
export const transferOrderCancellationWriter: BatchWriter<TransferOrderChange, OrderChangeResult> = {
  name: 'transfer-orders.cancel',
  maxItems: 100,
  customerNo: (request) => request.name.customerNo,
  identities: numberedTransferOrderStore.identitiesOf,
  write: cancelTransferOrders,
};
