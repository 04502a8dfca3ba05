/** The purchase orders slice, as the others see it. */
export { cancelPurchaseOrders, purchaseOrderCancellations } from './cancel-purchase-orders.ts';
export type { PurchaseOrderChange, PurchaseOrderChanged } from './change.ts';
export { closePurchaseOrders, type PurchaseOrderClosed, purchaseOrderClosings } from './close-purchase-orders.ts';
export {
  createPurchaseOrders,
  type PurchaseOrderCreated,
  type PurchaseOrderCreation,
  purchaseOrderCreations,
} from './create-purchase-orders.ts';
export type {
  LineArrival,
  MissingLine,
  PurchaseOrderDetails,
  PurchaseOrderDraft,
  PurchaseOrderReceiptLine,
  PurchaseOrderStatus,
  TransportMethod,
} from './purchase-order.ts';
export { purchaseOrderNames } from './purchase-order-names.ts';
export {
  type PurchaseOrderReceipt,
  type PurchaseOrderReceived,
  purchaseOrderReceipts,
  receivePurchaseOrders,
} from './receive-purchase-orders.ts';
export { type PurchaseOrderUpdate, purchaseOrderUpdates, updatePurchaseOrders } from './update-purchase-orders.ts';
