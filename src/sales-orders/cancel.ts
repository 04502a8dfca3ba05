/** Cancellation of open sales orders, in batches (interface: States and transitions; decisions 6, 11, 12). */
import {
  applyChangesInRounds,
  type ChangeReference,
  documentKeyOfOrder,
  type LockedChange,
} from '../documents/index.ts';
import { lockBackorderQueues, removeDemands } from '../inventory/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { identitiesOfSalesOrderChange, lockRequestedOpenSalesOrders, type SalesOrderChange } from './change.ts';
import { deleteAllHolds } from './hold-store.ts';
import { releaseSalesOrderIdentities } from './identity-store.ts';
import type { OrderStatus, SalesOrder } from './order.ts';
import { addSalesOrderReferences, type SalesOrderKey, updateOrderStatusesAndRoutes } from './order-store.ts';

/**
 * Runs in the transaction that cancels orders, after they are locked and before their stock is released. It runs a fixed
 * number of statements. Slices above provide one to clean up what they store for open orders.
 */
type SalesOrderCancellationHook = (tx: Tx, orders: readonly SalesOrderKey[]) => Promise<void>;

export const salesOrderCancellationHook = defineSlicePort<SalesOrderCancellationHook>(
  'the cancellation of sales orders',
);

export interface SalesOrderCancellationResult extends ChangeReference {
  readonly orderId: string;
  /** The status of the order before its cancellation. */
  readonly before: OrderStatus;
}

/**
 * The batch writer of CancelSalesOrder. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids`.
 * A canceled order releases its stock, its number and its holds.
 */
export const salesOrderCancellationWriter: BatchWriter<SalesOrderChange, SalesOrderCancellationResult> = {
  name: 'sales-orders.cancel',
  maxItems: 200,
  customerNo: (request) => request.name.customerNo,
  identities: identitiesOfSalesOrderChange,
  write: cancelSalesOrders,
};

/** Cancels orders in one transaction and returns one outcome per request, as `salesOrderCancellationWriter` says. */
export async function cancelSalesOrders(
  tx: Tx,
  requests: readonly SalesOrderChange[],
): Promise<Outcome<SalesOrderCancellationResult>[]> {
  lockBackorderQueues(tx, requests);
  // A batch may name one order twice, for example by reference and by number: the second request finds it canceled.
  return await applyChangesInRounds(
    tx,
    requests,
    (_, open) => lockRequestedOpenSalesOrders(tx, open, 'canceled'),
    (entries) => cancelLocked(tx, entries),
  );
}

async function cancelLocked(
  tx: Tx,
  entries: readonly LockedChange<SalesOrderChange, SalesOrder>[],
): Promise<Outcome<SalesOrderCancellationResult>[]> {
  const orders = entries.map(({ order }) => order);
  updateOrderStatusesAndRoutes(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, orderId, status: 'CANCELED' })),
  );
  deleteAllHolds(tx, orders);
  releaseSalesOrderIdentities(
    tx,
    orders.map(({ customerNo, orderNo, shipmentKey, orderId }) => ({
      customerNo,
      kind: 1,
      name: orderNo,
      shipmentKey,
      orderId,
    })),
  );
  addSalesOrderReferences(
    tx,
    entries.map(({ order, change }) => ({ ...order, reference: change.reference })),
  );
  await tx.ports.get(salesOrderCancellationHook)(tx, orders);
  await removeDemands(tx, orders.map(documentKeyOfOrder));
  const timeOf = await readCustomerClockLookup(tx, orders);
  for (const { order, change } of entries) {
    appendLog(tx, change, {
      kind: 'sales_order.canceled',
      subject: order.orderId,
      occurredAt: timeOf(order.customerNo),
      data: { orderNo: order.orderNo, was: order.status },
    });
  }
  return entries.map(({ order: { orderId, status }, change: { reference } }) => ({
    ok: { reference, orderId, before: status },
  }));
}
