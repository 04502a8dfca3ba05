/** What other slices may use of purchase orders. */
export { createPurchaseOrders, type PurchaseOrderCreation, purchaseOrderCreations } from './create-purchase-orders.ts';
export {
  cancelPurchaseOrders,
  closePurchaseOrders,
  type PurchaseOrderClosed,
  purchaseOrderCancellations,
  purchaseOrderClosings,
} from './end-purchase-orders.ts';
export {
  addOpenPurchaseReceipt,
  lockReceivablePurchaseOrder,
  removeOpenPurchaseReceipt,
} from './open-purchase-receipts.ts';
export { receivePurchaseOrder } from './operations/receive-purchase-order.ts';
export type {
  LineArrival,
  MissingLine,
  PurchaseOrder,
  PurchaseOrderDetails,
  PurchaseOrderDraft,
  PurchaseOrderReceiptLine,
  PurchaseOrderStatus,
  TransportMethod,
} from './purchase-order.ts';
export { purchaseLinesVersion } from './purchase-order.ts';
export { type PurchaseOrderChange, purchaseOrders } from './purchase-order-changes.ts';
export {
  listReceivableOrders,
  lockPurchaseOrders,
  readPurchaseOrderDetails,
  readPurchaseOrders,
} from './purchase-order-store.ts';
export {
  type PurchaseOrderReceipt,
  type PurchaseOrderReceived,
  purchaseOrderReceipts,
  receivePurchaseOrders,
} from './receive-purchase-orders.ts';
export { type PurchaseOrderUpdate, purchaseOrderUpdates } from './update-purchase-orders.ts';
