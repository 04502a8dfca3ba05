/** The sales-orders slice, as other slices use it. */

export { applyConsumerStatuses, consumerStatusSteps, scheduleConsumerStatuses } from './apply-consumer-statuses.ts';
export { type CanceledSalesOrder, cancellationHook, salesOrderCancellations } from './cancel.ts';
export { closedOrderTypes } from './closed-states.ts';
export { type PlacedOrder, placeSalesOrders, salesOrderCreations } from './create.ts';
export { salesOrderDemandOwner } from './demand-owner.ts';
export { type OrderContent, orderContentHash, type SalesOrderDraft } from './draft.ts';
export { endHoldsByCause } from './end-holds-by-cause.ts';
export {
  type ChangedHolds,
  type OperatorHoldRequest,
  operatorHoldPlacements,
  operatorHoldReleases,
} from './hold-by-operator.ts';
export { applyHoldChanges, type HoldChange, type HoldCounts } from './hold-changes.ts';
export { describeHolds, type ListedOrder, listOrdersOnHold, readListedOrders } from './hold-list.ts';
export { holdBeforeProcessing, holdSteps } from './hold-review.ts';
export { type PlacedHold, readHolds, readPlacedHolds } from './hold-store.ts';
export { type StationProblem, stationProblemHold, stationProblems } from './holds.ts';
export { nearestWarehouses } from './nearest-warehouses.ts';
export { OnHoldRecord, onHoldExample, onHoldRecord } from './on-hold-record.ts';
export { readShippingDefaults } from './operations/create-sales-order.ts';
export { namedOrder, orderNameChecks, orderNameErrors, orderNameFields } from './operations/order-name-fields.ts';
export { ruleChanged, ruleChangedExample, ruleChangedFields } from './operations/rule-change.ts';
export {
  creditFields,
  licenseFields,
  newWeatherWindow,
  weatherExample,
  weatherFaults,
  weatherFields,
} from './operations/rule-fields.ts';
export {
  type Contact,
  type Hold,
  type HoldOwner,
  type HoldReason,
  isOpen,
  leadingHold,
  type OrderDetails,
  type OrderLine,
  type OrderStatus,
  type OrderType,
  openStatus,
  type SalesOrder,
  waitsForStock,
} from './order.ts';
export {
  findOrderIds,
  findSalesOrders,
  listOpenJitOrdersAt,
  lockOrderDetailsForShare,
  lockSalesOrders,
  markWaiting,
  type OrderHeader,
  readOrderDetails,
  readOrderHeaders,
  readSalesOrders,
  recordJitLabels,
  type SalesOrderKey,
  salesOrderNames,
  updateOrderStatuses,
} from './order-store.ts';
export { processingTime } from './processing-time.ts';
export { personName, recipientName } from './recipient-names.ts';
export {
  type OrderRelease,
  previewReleases,
  type ReleasedOrder,
  type RemainingHold,
  readMissingAddressParts,
  releaseOrders,
} from './release-holds.ts';
export { addressProblem, endsBy, problemOf, type ReleaseRights, releaseRule } from './release-rules.ts';
export { type OrderName, resolveOrders } from './resolve-orders.ts';
export {
  closeWeatherWindows,
  type NewWeatherWindow,
  openWeatherWindow,
  placeCreditHold,
  previewStandingRuleChange,
  type RuleEffect,
  releaseCreditHold,
  type StandingRuleChange,
  type StandingRuleChangeResult,
  setLicenseRule,
} from './standing-rule-changes.ts';
export { automaticWarehouseSteps, startOrdersOfAutomaticWarehouse } from './start-orders-of-automatic-warehouse.ts';
export { unitsToShip } from './units-to-ship.ts';
export { type SalesOrderUpdate, salesOrderUpdates, type UpdatedSalesOrder } from './update.ts';
export { verifySalesOrders } from './verify.ts';
