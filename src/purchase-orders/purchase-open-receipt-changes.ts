/** The receipts that people open on purchase orders: an order is RECEIVING while there is one. */
import { createOpenReceiptUpdaters, type OrderKey } from '../documents/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import {
  checkPurchaseReceivable,
  noSuchPurchaseOrderMessage,
  type PurchaseOrder,
  purchaseStatusAfterArrivals,
} from './purchase-order.ts';
import { numberedPurchaseOrderStore } from './purchase-order-changes.ts';
import { lockPurchaseOrders, updatePurchaseOrderStatusesAndOpenReceipts } from './purchase-order-store.ts';

/** Locks an order that people may receive. Refusals, in order of precedence: `NotFound`, `StateForbids`. */
export async function lockReceivablePurchaseOrder(tx: Tx, key: OrderKey): Promise<Outcome<PurchaseOrder>> {
  const [order] = await lockPurchaseOrders(tx, [key]);
  return order === undefined ? refuse('NotFound', noSuchPurchaseOrderMessage) : checkPurchaseReceivable(order);
}

/**
 * Changes the open receipts and the status of a locked purchase order: `add` when a person opens a receipt on it,
 * `remove` when one ends without posting.
 */
export const purchaseOpenReceiptUpdater = createOpenReceiptUpdaters<PurchaseOrder>(
  numberedPurchaseOrderStore,
  updatePurchaseOrderStatusesAndOpenReceipts,
  (order, openReceipts) => purchaseStatusAfterArrivals(order, [], openReceipts),
);
