/** What other slices may use of purchase orders. */
export { createPurchaseOrders, type PurchaseOrderCreation } from './create-purchase-orders.ts';
export { cancelPurchaseOrders, closePurchaseOrders } from './end-purchase-orders.ts';
export { receivePurchaseOrderOperation } from './operations/receive-purchase-order.ts';
export { lockReceivablePurchaseOrder, purchaseOpenReceiptUpdater } from './purchase-open-receipt-changes.ts';
export type { PurchaseOrder } from './purchase-order.ts';
export { purchaseLinesVersionOf } from './purchase-order.ts';
export { numberedPurchaseOrderStore } from './purchase-order-changes.ts';
export {
  listPurchaseOrdersBeingReceived,
  listReceivablePurchaseOrders,
  lockPurchaseOrders,
  readPurchaseOrderDetails,
  readPurchaseOrders,
} from './purchase-order-store.ts';
export { type PurchaseOrderReceipt, postPurchaseOrderReceipts } from './receive-purchase-orders.ts';
export { contactFieldsOfPurchaseOrder } from './request-mapping.ts';
