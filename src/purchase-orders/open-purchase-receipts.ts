/** The receipts that people open on purchase orders: an order is RECEIVING while there is one. */
import { type OrderKey, openReceiptChanges } from '../documents/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import {
  noSuchPurchaseOrderMessage,
  type PurchaseOrder,
  purchaseStatusAfterArrivals,
  requireReceivablePurchase,
} from './purchase-order.ts';
import { numberedPurchaseOrderStore } from './purchase-order-changes.ts';
import { lockPurchaseOrders, updatePurchaseOrderStatusesAndOpenReceipts } from './purchase-order-store.ts';

/** Locks an order that people may receive. Refusals, in order of precedence: `NotFound`, `StateForbids`. */
export async function lockReceivablePurchaseOrder(tx: Tx, key: OrderKey): Promise<Outcome<PurchaseOrder>> {
  const [order] = await lockPurchaseOrders(tx, [key]);
  return order === undefined ? refuse('NotFound', noSuchPurchaseOrderMessage) : requireReceivablePurchase(order);
}

export const openPurchaseReceipts = openReceiptChanges<PurchaseOrder>(
  numberedPurchaseOrderStore,
  updatePurchaseOrderStatusesAndOpenReceipts,
  (order, openReceipts) => purchaseStatusAfterArrivals(order, [], openReceipts),
);
