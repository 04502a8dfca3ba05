/** The sales-orders slice, as the others see it. */
export { contentHashOf, type OrderContent, type SalesOrderDraft } from './draft.ts';
export {
  type Contact,
  type Hold,
  type HoldOwner,
  type HoldReason,
  isOpen,
  leadingHold,
  type OrderDocument,
  type OrderLine,
  type OrderStatus,
  type OrderType,
  openStatus,
  type SalesOrder,
} from './order.ts';
export {
  findSalesOrders,
  lockSalesOrders,
  type OrderChange,
  type OrderKey,
  type PlacedHold,
  placeHolds,
  readHolds,
  readSalesOrderDocuments,
  readSalesOrders,
  setSalesOrders,
} from './order-store.ts';
export { type PlacedOrder, placeSalesOrders, salesOrderPlacement } from './place.ts';
export { verifySalesOrders } from './verify.ts';
export { releaseOrders, waitingSalesOrders } from './waiting-orders.ts';
