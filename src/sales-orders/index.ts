/** The sales-orders slice, as the others see it. */
export { registerCancellationWatcher } from './cancellation-watchers.ts';
export { closedOrderTypes } from './closed-states.ts';
export { contentHashOf, type OrderContent, type SalesOrderDraft } from './draft.ts';
export { type HoldPlacement, holdEnd, holdPlacement } from './hold-by-operator.ts';
export { type HoldCounts, scheduleHoldEnds } from './hold-changes.ts';
export { describeHolds, type ListedOrder, listOrdersOnHold } from './hold-list.ts';
export { endHoldsOfCause } from './hold-of-cause.ts';
export { holdBeforeWork, holdSteps } from './hold-review.ts';
export {
  addWeatherWindow,
  endWeather,
  holdCredit,
  type LicenseChange,
  type NewWeatherWindow,
  type RuleChange,
  type RuleChangeResult,
  releaseCredit,
  setLicense,
} from './hold-rule-changes.ts';
export { noteJitLabels } from './jit-labels.ts';
export { nearestWarehouses } from './nearest-warehouses.ts';
export { checkOrderName, ignoredBesideReference, orderRequest } from './operations/order-name.ts';
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
  findOrderIds,
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
export { type OrderName, resolveOrders } from './resolve-orders.ts';
export { salesOrderNames } from './sales-order-names.ts';
export { unitsToShip } from './short-picks.ts';
export {
  findWeatherWindow,
  readCreditRules,
  readLicenseRules,
  readWeatherWindows,
} from './standing-hold-store.ts';
export { all as allCustomers } from './standing-holds.ts';
export { verifySalesOrders } from './verify.ts';
export { releaseOrders, waitingSalesOrders } from './waiting-orders.ts';
