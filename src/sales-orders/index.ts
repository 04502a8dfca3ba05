/** The sales-orders slice, as other slices use it. */

export {
  consumerStatusBackorderStepHandlers,
  scheduleConsumerStatusBackorderUpdate,
  updateBackordersForConsumerStatuses,
} from './apply-consumer-statuses.ts';
export {
  type SalesOrderCancellationResult,
  salesOrderCancellationHook,
  salesOrderCancellationWriter,
} from './cancel.ts';
export { readOrderTypesClosedToState } from './closed-states.ts';
export { createSalesOrders, salesOrderCreationWriter } from './create.ts';
export { salesOrderDemandOwner } from './demand-owner.ts';
export { hashOrderContent, type OrderContent, reservesConsumerStatuses, type SalesOrderDraft } from './draft.ts';
export { endHoldsByCause } from './end-holds-by-cause.ts';
export {
  type HoldChangeResult,
  type OperatorHoldRequest,
  operatorHoldPlacementWriter,
  operatorHoldReleaseWriter,
} from './hold-by-operator.ts';
export { applyHoldChanges, type HoldChange, type HoldChangeCounts } from './hold-changes.ts';
export { describeHolds, readListedOrdersOnOrOffHold, streamOrdersOnHold } from './hold-list.ts';
export { holdOrdersByStandingRules, holdStepHandlers } from './hold-review.ts';
export { type PlacedHold, readHolds, readPlacedHolds } from './hold-store.ts';
export { buildPackingStationProblemHold, type PackingStationProblem, packingStationProblemKinds } from './holds.ts';
export { readTakenShipmentKeys } from './identity-store.ts';
export { rankWarehousesByNearness } from './nearest-warehouses.ts';
export { OnHoldRecord, onHoldRecordExample, toOnHoldRecord } from './on-hold-record.ts';
export {
  salesOrderSelectorErrorTexts,
  salesOrderSelectorFields,
  salesOrderSelectorRequestRules,
  toSalesOrderSelector,
} from './operations/order-name-fields.ts';
export {
  standingRuleChangedReplyExample,
  standingRuleChangedReplyFields,
  toStandingRuleChangedReply,
} from './operations/rule-change.ts';
export {
  checkWeatherWindow,
  creditHoldFields,
  licenseRuleFields,
  toNewWeatherWindow,
  weatherWindowExample,
  weatherWindowFields,
} from './operations/rule-fields.ts';
export {
  type Contact,
  type Hold,
  type HoldOwner,
  type HoldReason,
  isOpenOrderStatus,
  isOrderWaitingForStock,
  type LeanOrderDetails,
  leadingHoldOf,
  noSuchSalesOrderMessage,
  type OrderDetails,
  type OrderLine,
  type OrderStatus,
  type OrderType,
  type SalesOrder,
  statusOfOpenOrder,
} from './order.ts';
export {
  findOrderIdsByNumbers,
  findOrderIdsWaitingToStart,
  findSalesOrdersByNumber,
  listUnshippedJitOrdersAtWarehouse,
  lockLeanOrderDetailsForShare,
  lockOrderDetailsForShare,
  lockSalesOrders,
  markOrdersWaitingToStart,
  type OrderHeader,
  readLeanOrderDetails,
  readOrderDetails,
  readOrderHeaders,
  readSalesOrders,
  type SalesOrderKey,
  salesOrderDocumentNameSource,
  setJitLabelIds,
  updateOrderStatusesAndLines,
  updateOrderStatusesAndRoutes,
} from './order-store.ts';
export { computeProcessingStartTime } from './processing-time.ts';
export { formatPersonName, formatRecipientName } from './recipient-names.ts';
export {
  type OrderHoldRelease,
  type OrderHoldReleaseResult,
  previewHoldReleases,
  readMissingAddressParts,
  releaseOrdersFromHold,
} from './release-holds.ts';
export {
  describeHowToEndHold,
  extractHoldProblem,
  type HoldReleaseRights,
  holdReleaseRuleOf,
  redactedAddressHoldDescription,
} from './release-rules.ts';
export { findSalesOrderKeysBySelector, type SalesOrderSelector } from './resolve-orders.ts';
export { describeStandingStops, findOrdersUnderNewRules, findStandingStops } from './rules-during-work.ts';
export { isStandingRuleHold, type StandingStop } from './standing-holds.ts';
export {
  closeWeatherWindows,
  type NewWeatherWindow,
  openWeatherWindow,
  placeCustomerCreditHold,
  previewStandingRuleChange,
  releaseCustomerCreditHold,
  type StandingRuleChange,
  type StandingRuleChangeResult,
  setLicenseRule,
} from './standing-rule-changes.ts';
export {
  scheduleOrdersOfAutomaticWarehouse,
  waitingOrderStepHandlers,
} from './start-orders-of-automatic-warehouse.ts';
export { computeLineUnitsToShip, isPackableLine } from './units-to-ship.ts';
export { type SalesOrderUpdate, type SalesOrderUpdateResult, salesOrderUpdateWriter } from './update.ts';
export { verifySalesOrders } from './verify.ts';
