/** The purchase orders slice, as the others see it. */
export {
  createPurchaseOrders,
  type PurchaseOrderCreated,
  type PurchaseOrderCreation,
  purchaseOrderCreations,
} from './create-purchase-orders.ts';
export type {
  LineArrival,
  PurchaseOrderDocument,
  PurchaseOrderDraft,
  PurchaseOrderStatus,
  ReceivedLine,
  TransportMethod,
} from './purchase-order.ts';
export {
  type PurchaseOrderReceipt,
  type PurchaseOrderReceived,
  purchaseOrderReceipts,
  receivePurchaseOrders,
} from './receive-purchase-orders.ts';
