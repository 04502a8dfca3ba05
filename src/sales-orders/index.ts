/** The sales-orders slice, as other slices use it. */

export {
  applyConsumerStatusesToBackorders,
  consumerInventoryStatusStepHandlers,
  scheduleConsumerStatusRefill,
} from './apply-consumer-statuses.ts';
export {
  type SalesOrderCancellationResult,
  salesOrderCancellationHook,
  salesOrderCancellationWriter,
} from './cancel.ts';
export { readOrderTypesClosedToState } from './closed-states.ts';
export { createSalesOrders, salesOrderCreationWriter } from './create.ts';
export { salesOrderDemandOwner } from './demand-owner.ts';
export { type OrderContent, orderContentHash, reservesConsumerStatuses, type SalesOrderDraft } from './draft.ts';
export { endHoldsByCause } from './end-holds-by-cause.ts';
export {
  type HoldChangeResult,
  type OperatorHoldRequest,
  operatorHoldPlacementWriter,
  operatorHoldReleaseWriter,
} from './hold-by-operator.ts';
export { applyHoldChanges, type HoldChange, type HoldChangeCounts } from './hold-changes.ts';
export { describeHolds, listOrdersOnHold, readListedOrdersOnHold } from './hold-list.ts';
export { applyRulesBeforeProcessing, holdStepHandlers } from './hold-review.ts';
export { type PlacedHold, readHolds, readPlacedHolds } from './hold-store.ts';
export { type PackingStationProblem, packingStationProblemHold, packingStationProblems } from './holds.ts';
export { readTakenShipmentKeys } from './identity-store.ts';
export { rankWarehousesByNearness } from './nearest-warehouses.ts';
export { OnHoldRecord, onHoldRecordExample, toOnHoldRecord } from './on-hold-record.ts';
export {
  orderNameErrors,
  orderNameFields,
  orderNameRequestRules,
  toOrderName,
} from './operations/order-name-fields.ts';
export { ruleChangedExample, ruleChangedReplyFields, toRuleChangedReply } from './operations/rule-change.ts';
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
  leadingHold,
  type OrderDetails,
  type OrderLine,
  type OrderStatus,
  type OrderType,
  type SalesOrder,
  statusOfOpenOrder,
  waitsForStock,
} from './order.ts';
export {
  findOrderIdsByNumbers,
  findSalesOrdersByNumber,
  listOpenJitOrdersAt,
  lockOrderDetailsForShare,
  lockSalesOrders,
  markOrdersWaitingToStart,
  type OrderHeader,
  readOrderDetails,
  readOrderHeaders,
  readSalesOrders,
  type SalesOrderKey,
  salesOrderNameSource,
  setJitLabelIds,
  updateOrderLines,
  updateOrderStatuses,
} from './order-store.ts';
export { processingStartTime } from './processing-time.ts';
export { personName, recipientName } from './recipient-names.ts';
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
  redactedAddressProblem,
} from './release-rules.ts';
export { resolveSalesOrderNames, type SalesOrderName } from './resolve-orders.ts';
export { findOrdersUnderNewRules, findStandingStops, standingStopsInWords } from './rules-during-work.ts';
export { isStandingHold, type StandingStop } from './standing-holds.ts';
export {
  closeWeatherWindows,
  type NewWeatherWindow,
  openWeatherWindow,
  placeCreditHold,
  previewStandingRuleChange,
  releaseCreditHold,
  type StandingRuleChange,
  type StandingRuleChangeResult,
  setLicenseRule,
} from './standing-rule-changes.ts';
export {
  automaticWarehouseStepHandlers,
  startOrdersOfAutomaticWarehouse,
} from './start-orders-of-automatic-warehouse.ts';
export { isPackedLine, unitsToShip } from './units-to-ship.ts';
export { type SalesOrderUpdate, type SalesOrderUpdateResult, salesOrderUpdateWriter } from './update.ts';
export { verifySalesOrders } from './verify.ts';
