/** What other slices may use of purchase orders. */
export {
  createPurchaseOrders,
  type PurchaseOrderCreation,
  purchaseOrderCreationWriter,
} from './create-purchase-orders.ts';
export {
  cancelPurchaseOrders,
  closePurchaseOrders,
  type PurchaseOrderClosingResult,
  purchaseOrderCancellationWriter,
  purchaseOrderClosingWriter,
} from './end-purchase-orders.ts';
export { lockReceivablePurchaseOrder, openPurchaseReceipts } from './open-purchase-receipts.ts';
export { receivePurchaseOrder } from './operations/receive-purchase-order.ts';
export type {
  InboundTransportMethod,
  MissingPurchaseUnits,
  PurchaseLineArrival,
  PurchaseOrder,
  PurchaseOrderDetails,
  PurchaseOrderDraft,
  PurchaseOrderReceiptLine,
  PurchaseOrderStatus,
} from './purchase-order.ts';
export { purchaseLinesVersion } from './purchase-order.ts';
export { numberedPurchaseOrderStore, type PurchaseOrderChange } from './purchase-order-changes.ts';
export {
  listReceivablePurchaseOrders,
  lockPurchaseOrders,
  readPurchaseOrderDetails,
  readPurchaseOrders,
} from './purchase-order-store.ts';
export {
  type PurchaseOrderReceipt,
  type PurchaseOrderReceiptResult,
  purchaseOrderReceiptWriter,
  receivePurchaseOrders,
} from './receive-purchase-orders.ts';
export { type PurchaseOrderUpdate, purchaseOrderUpdateWriter } from './update-purchase-orders.ts';
