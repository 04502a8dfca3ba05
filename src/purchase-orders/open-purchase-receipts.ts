/** The receipts that people open on purchase orders: an order is RECEIVING while there is one. */
import type { OrderKey } from '../documents/index.ts';
import { removeExpectedReceipts } from '../inventory/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import {
  noSuchPurchaseOrderMessage,
  type PurchaseOrder,
  purchaseStatusAfterArrivals,
  requireReceivablePurchase,
} from './purchase-order.ts';
import { numberedPurchaseOrderStore } from './purchase-order-changes.ts';
import { lockPurchaseOrders, updateOpenPurchaseReceipts } from './purchase-order-store.ts';

/** Locks an order that people may receive. Refusals, in order of precedence: `NotFound`, `StateForbids`. */
export async function lockReceivablePurchaseOrder(tx: Tx, key: OrderKey): Promise<Outcome<PurchaseOrder>> {
  const [order] = await lockPurchaseOrders(tx, [key]);
  return order === undefined ? refuse('NotFound', noSuchPurchaseOrderMessage) : requireReceivablePurchase(order);
}

/** Counts a receipt that was opened on a locked order. */
export async function addOpenPurchaseReceipt(
  tx: Tx,
  order: PurchaseOrder,
  context: CommandContext,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  updateOpenPurchaseReceipts(tx, [{ ...order, status: 'RECEIVING', openReceipts: order.openReceipts + 1 }]);
  numberedPurchaseOrderStore.record(
    tx,
    'receiving',
    order,
    await readCustomerClock(tx, order.customerNo),
    context,
    data,
  );
}

/**
 * Removes a receipt that ended without posting from a locked order, which gets the status that it would have without
 * it.
 */
export async function removeOpenPurchaseReceipt(
  tx: Tx,
  order: PurchaseOrder,
  context: CommandContext,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const openReceipts = order.openReceipts - 1;
  const status = purchaseStatusAfterArrivals(order, [], openReceipts);
  updateOpenPurchaseReceipts(tx, [{ ...order, status, openReceipts }]);
  if (status === 'RECEIVED')
    await removeExpectedReceipts(tx, [{ customerNo: order.customerNo, subject: order.orderId }]);
  const at = await readCustomerClock(tx, order.customerNo);
  numberedPurchaseOrderStore.record(tx, 'receiving_ended', order, at, context, { status, ...data });
}
