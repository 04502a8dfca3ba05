/**
 * All operations of the operator interface, by area. Routing, its OpenAPI document, metrics, the types of the portal and the
 * coverage check of the tests are derived from this list.
 */

import { activityGet } from '../administration/operator-operations/activity-get.ts';
import { activityList } from '../administration/operator-operations/activity-list.ts';
import { apiUsersGrant } from '../administration/operator-operations/api-users-grant.ts';
import { apiUsersRevoke } from '../administration/operator-operations/api-users-revoke.ts';
import { apiUsersRevokePassword } from '../administration/operator-operations/api-users-revoke-password.ts';
import { apiUsersRotatePassword } from '../administration/operator-operations/api-users-rotate-password.ts';
import { calendarsListCutoffs } from '../administration/operator-operations/calendars-list-cutoffs.ts';
import { calendarsListHolidays } from '../administration/operator-operations/calendars-list-holidays.ts';
import { calendarsNextDays } from '../administration/operator-operations/calendars-next-days.ts';
import { calendarsRemoveCutoff } from '../administration/operator-operations/calendars-remove-cutoff.ts';
import { calendarsRemoveHoliday } from '../administration/operator-operations/calendars-remove-holiday.ts';
import { calendarsSetCutoff } from '../administration/operator-operations/calendars-set-cutoff.ts';
import { calendarsSetHoliday } from '../administration/operator-operations/calendars-set-holiday.ts';
import { carrierRulesList } from '../administration/operator-operations/carrier-rules-list.ts';
import { carrierRulesRemove } from '../administration/operator-operations/carrier-rules-remove.ts';
import { carrierRulesSet } from '../administration/operator-operations/carrier-rules-set.ts';
import { carriersList } from '../administration/operator-operations/carriers-list.ts';
import { customersCreate } from '../administration/operator-operations/customers-create.ts';
import { customersGet } from '../administration/operator-operations/customers-get.ts';
import { customersList } from '../administration/operator-operations/customers-list.ts';
import { customersUpdate } from '../administration/operator-operations/customers-update.ts';
import { reasonCodesList } from '../administration/operator-operations/reason-codes-list.ts';
import { reasonCodesRemove } from '../administration/operator-operations/reason-codes-remove.ts';
import { reasonCodesSet } from '../administration/operator-operations/reason-codes-set.ts';
import { rulesClearWeather } from '../administration/operator-operations/rules-clear-weather.ts';
import { rulesList } from '../administration/operator-operations/rules-list.ts';
import { rulesSetCredit } from '../administration/operator-operations/rules-set-credit.ts';
import { rulesSetLicense } from '../administration/operator-operations/rules-set-license.ts';
import { rulesSetWeather } from '../administration/operator-operations/rules-set-weather.ts';
import { skusGet } from '../administration/operator-operations/skus-get.ts';
import { skusList } from '../administration/operator-operations/skus-list.ts';
import { skusUpdate } from '../administration/operator-operations/skus-update.ts';
import { statusesGetUse } from '../administration/operator-operations/statuses-get-use.ts';
import { statusesList } from '../administration/operator-operations/statuses-list.ts';
import { statusesRemove } from '../administration/operator-operations/statuses-remove.ts';
import { statusesSet } from '../administration/operator-operations/statuses-set.ts';
import { tokensCreate } from '../administration/operator-operations/tokens-create.ts';
import { tokensRevoke } from '../administration/operator-operations/tokens-revoke.ts';
import { transactionsGet } from '../administration/operator-operations/transactions-get.ts';
import { transactionsList } from '../administration/operator-operations/transactions-list.ts';
import { transitImport } from '../administration/operator-operations/transit-import.ts';
import { transitList } from '../administration/operator-operations/transit-list.ts';
import { warehousesGetUse } from '../administration/operator-operations/warehouses-get-use.ts';
import { warehousesList } from '../administration/operator-operations/warehouses-list.ts';
import { warehousesListAddresses } from '../administration/operator-operations/warehouses-list-addresses.ts';
import { warehousesRemove } from '../administration/operator-operations/warehouses-remove.ts';
import { warehousesRemoveAddress } from '../administration/operator-operations/warehouses-remove-address.ts';
import { warehousesSet } from '../administration/operator-operations/warehouses-set.ts';
import { warehousesSetAddress } from '../administration/operator-operations/warehouses-set-address.ts';
import { binsClaimReplenishment } from '../bins/operator-operations/bins-claim-replenishment.ts';
import { binsFind } from '../bins/operator-operations/bins-find.ts';
import { binsListReplenishments } from '../bins/operator-operations/bins-list-replenishments.ts';
import { binsListUnplaced } from '../bins/operator-operations/bins-list-unplaced.ts';
import { binsMove } from '../bins/operator-operations/bins-move.ts';
import { binsPutAway } from '../bins/operator-operations/bins-put-away.ts';
import { binsSetRule } from '../bins/operator-operations/bins-set-rule.ts';
import { countsApprove } from '../bins/operator-operations/counts-approve.ts';
import { countsCancel } from '../bins/operator-operations/counts-cancel.ts';
import { countsDifferences } from '../bins/operator-operations/counts-differences.ts';
import { countsFind } from '../bins/operator-operations/counts-find.ts';
import { countsGetPlan } from '../bins/operator-operations/counts-get-plan.ts';
import { countsList } from '../bins/operator-operations/counts-list.ts';
import { countsOpen } from '../bins/operator-operations/counts-open.ts';
import { countsRecord } from '../bins/operator-operations/counts-record.ts';
import { countsSetPlan } from '../bins/operator-operations/counts-set-plan.ts';
import { floorBuyLabels } from '../floor/operator-operations/floor-buy-labels.ts';
import { floorCloseOfDay } from '../floor/operator-operations/floor-close-of-day.ts';
import { floorDepart } from '../floor/operator-operations/floor-depart.ts';
import { floorFinishBox } from '../floor/operator-operations/floor-finish-box.ts';
import { floorHandOver } from '../floor/operator-operations/floor-hand-over.ts';
import { floorListSchedules } from '../floor/operator-operations/floor-list-schedules.ts';
import { floorListWillCall } from '../floor/operator-operations/floor-list-will-call.ts';
import { floorManifest } from '../floor/operator-operations/floor-manifest.ts';
import { floorManifestDocument } from '../floor/operator-operations/floor-manifest-document.ts';
import { floorManifests } from '../floor/operator-operations/floor-manifests.ts';
import { floorOpenPacking } from '../floor/operator-operations/floor-open-packing.ts';
import { floorRelease } from '../floor/operator-operations/floor-release.ts';
import { floorReleasePreview } from '../floor/operator-operations/floor-release-preview.ts';
import { floorRemoveSchedule } from '../floor/operator-operations/floor-remove-schedule.ts';
import { floorReportDamage } from '../floor/operator-operations/floor-report-damage.ts';
import { floorReportProblem } from '../floor/operator-operations/floor-report-problem.ts';
import { floorReprint } from '../floor/operator-operations/floor-reprint.ts';
import { floorScanBottle } from '../floor/operator-operations/floor-scan-bottle.ts';
import { floorSetSchedule } from '../floor/operator-operations/floor-set-schedule.ts';
import { floorStage } from '../floor/operator-operations/floor-stage.ts';
import { floorTakeBack } from '../floor/operator-operations/floor-take-back.ts';
import { floorThroughput } from '../floor/operator-operations/floor-throughput.ts';
import { floorUndo } from '../floor/operator-operations/floor-undo.ts';
import { floorWave } from '../floor/operator-operations/floor-wave.ts';
import { floorWaves } from '../floor/operator-operations/floor-waves.ts';
import { itemCodesImport } from '../floor/operator-operations/item-codes-import.ts';
import { itemCodesList } from '../floor/operator-operations/item-codes-list.ts';
import { itemCodesRemove } from '../floor/operator-operations/item-codes-remove.ts';
import { itemCodesSet } from '../floor/operator-operations/item-codes-set.ts';
import { pickingEmptyTote } from '../floor/operator-operations/picking-empty-tote.ts';
import { pickingList } from '../floor/operator-operations/picking-list.ts';
import { pickingOpen } from '../floor/operator-operations/picking-open.ts';
import { pickingScan } from '../floor/operator-operations/picking-scan.ts';
import { pickingShort } from '../floor/operator-operations/picking-short.ts';
import { pickingStart } from '../floor/operator-operations/picking-start.ts';
import { pickingUndo } from '../floor/operator-operations/picking-undo.ts';
import { inventoryAdjust } from '../inventory/operator-operations/inventory-adjust.ts';
import { inventoryChangeStatus } from '../inventory/operator-operations/inventory-change-status.ts';
import { inventoryExplain } from '../inventory/operator-operations/inventory-explain.ts';
import { inventoryList } from '../inventory/operator-operations/inventory-list.ts';
import { inventoryListChanges } from '../inventory/operator-operations/inventory-list-changes.ts';
import { inventoryProduce } from '../inventory/operator-operations/inventory-produce.ts';
import { locationsImport } from '../locations/operator-operations/locations-import.ts';
import { locationsList } from '../locations/operator-operations/locations-list.ts';
import { locationsRemove } from '../locations/operator-operations/locations-remove.ts';
import { locationsRemoveContent } from '../locations/operator-operations/locations-remove-content.ts';
import { locationsSet } from '../locations/operator-operations/locations-set.ts';
import { locationsSetContent } from '../locations/operator-operations/locations-set-content.ts';
import { auditList } from '../operators/operator-operations/audit-list.ts';
import { operatorsCreate } from '../operators/operator-operations/operators-create.ts';
import { operatorsDisable } from '../operators/operator-operations/operators-disable.ts';
import { operatorsEnable } from '../operators/operator-operations/operators-enable.ts';
import { operatorsList } from '../operators/operator-operations/operators-list.ts';
import { operatorsResetPassword } from '../operators/operator-operations/operators-reset-password.ts';
import { operatorsUpdate } from '../operators/operator-operations/operators-update.ts';
import { savedViewsList } from '../operators/operator-operations/saved-views-list.ts';
import { savedViewsRemove } from '../operators/operator-operations/saved-views-remove.ts';
import { savedViewsSave } from '../operators/operator-operations/saved-views-save.ts';
import { sessionChangePassword } from '../operators/operator-operations/session-change-password.ts';
import { sessionConfirmTotp } from '../operators/operator-operations/session-confirm-totp.ts';
import { sessionDisableTotp } from '../operators/operator-operations/session-disable-totp.ts';
import { sessionEnrollTotp } from '../operators/operator-operations/session-enroll-totp.ts';
import { sessionGet } from '../operators/operator-operations/session-get.ts';
import { sessionIdentify } from '../operators/operator-operations/session-identify.ts';
import { sessionSignIn } from '../operators/operator-operations/session-sign-in.ts';
import { sessionSignOut } from '../operators/operator-operations/session-sign-out.ts';
import { sessionSignOutEverywhere } from '../operators/operator-operations/session-sign-out-everywhere.ts';
import { exceptionsList } from '../order-index/operator-operations/exceptions-list.ts';
import { holdsList } from '../order-index/operator-operations/holds-list.ts';
import { holdsPlace } from '../order-index/operator-operations/holds-place.ts';
import { holdsReleaseMany } from '../order-index/operator-operations/holds-release-many.ts';
import { holdsSummary } from '../order-index/operator-operations/holds-summary.ts';
import { ordersCancel } from '../order-index/operator-operations/orders-cancel.ts';
import { ordersCorrectRecipient } from '../order-index/operator-operations/orders-correct-recipient.ts';
import { ordersGet } from '../order-index/operator-operations/orders-get.ts';
import { ordersList } from '../order-index/operator-operations/orders-list.ts';
import { overviewGet } from '../order-index/operator-operations/overview-get.ts';
import { searchFind } from '../order-index/operator-operations/search-find.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';
import { purchaseOrdersCancel } from '../receiving/operator-operations/purchase-orders-cancel.ts';
import { purchaseOrdersCloseShort } from '../receiving/operator-operations/purchase-orders-close-short.ts';
import { purchaseOrdersGet } from '../receiving/operator-operations/purchase-orders-get.ts';
import { purchaseOrdersList } from '../receiving/operator-operations/purchase-orders-list.ts';
import { receivingAttach } from '../receiving/operator-operations/receiving-attach.ts';
import { receivingCount } from '../receiving/operator-operations/receiving-count.ts';
import { receivingDiscard } from '../receiving/operator-operations/receiving-discard.ts';
import { receivingFinish } from '../receiving/operator-operations/receiving-finish.ts';
import { receivingList } from '../receiving/operator-operations/receiving-list.ts';
import { receivingListParked } from '../receiving/operator-operations/receiving-list-parked.ts';
import { receivingOpen } from '../receiving/operator-operations/receiving-open.ts';
import { receivingPark } from '../receiving/operator-operations/receiving-park.ts';
import { receivingScan } from '../receiving/operator-operations/receiving-scan.ts';
import { receivingUndo } from '../receiving/operator-operations/receiving-undo.ts';
import { transferOrdersCancel } from '../receiving/operator-operations/transfer-orders-cancel.ts';
import { transferOrdersCloseShort } from '../receiving/operator-operations/transfer-orders-close-short.ts';
import { transferOrdersGet } from '../receiving/operator-operations/transfer-orders-get.ts';
import { transferOrdersList } from '../receiving/operator-operations/transfer-orders-list.ts';
import { returnsAddPhotos } from '../return-station/operator-operations/returns-add-photos.ts';
import { returnsAnnounce } from '../return-station/operator-operations/returns-announce.ts';
import { returnsCancel } from '../return-station/operator-operations/returns-cancel.ts';
import { returnsDispose } from '../return-station/operator-operations/returns-dispose.ts';
import { returnsFind } from '../return-station/operator-operations/returns-find.ts';
import { returnsInspected } from '../return-station/operator-operations/returns-inspected.ts';
import { returnsPark } from '../return-station/operator-operations/returns-park.ts';
import { returnsReceive } from '../return-station/operator-operations/returns-receive.ts';
import { returnsReshipLabel } from '../return-station/operator-operations/returns-reship-label.ts';
import { returnsScan } from '../return-station/operator-operations/returns-scan.ts';
import { returnsSettle } from '../return-station/operator-operations/returns-settle.ts';
import { returnsUndo } from '../return-station/operator-operations/returns-undo.ts';
import { returnsGet } from '../returns/operator-operations/returns-get.ts';
import { returnsList } from '../returns/operator-operations/returns-list.ts';
import { simulationAdjustInventory } from '../simulation/operator-operations/simulation-adjust-inventory.ts';
import { simulationAdvanceClock } from '../simulation/operator-operations/simulation-advance-clock.ts';
import { simulationApproveCount } from '../simulation/operator-operations/simulation-approve-count.ts';
import { simulationCancelCount } from '../simulation/operator-operations/simulation-cancel-count.ts';
import { simulationDisposeReturn } from '../simulation/operator-operations/simulation-dispose-return.ts';
import { simulationGetState } from '../simulation/operator-operations/simulation-get-state.ts';
import { simulationOpenCount } from '../simulation/operator-operations/simulation-open-count.ts';
import { simulationReceivePurchaseOrder } from '../simulation/operator-operations/simulation-receive-purchase-order.ts';
import { simulationReceiveTransferOrder } from '../simulation/operator-operations/simulation-receive-transfer-order.ts';
import { simulationRecordCount } from '../simulation/operator-operations/simulation-record-count.ts';
import { simulationReportMishap } from '../simulation/operator-operations/simulation-report-mishap.ts';
import { simulationReturnSalesOrder } from '../simulation/operator-operations/simulation-return-sales-order.ts';
import { simulationScanJitLabel } from '../simulation/operator-operations/simulation-scan-jit-label.ts';
import { webhooksCreate } from '../webhooks/operator-operations/webhooks-create.ts';
import { webhooksDelete } from '../webhooks/operator-operations/webhooks-delete.ts';
import { webhooksList } from '../webhooks/operator-operations/webhooks-list.ts';
import { webhooksListDeliveries } from '../webhooks/operator-operations/webhooks-list-deliveries.ts';
import { webhooksRedeliver } from '../webhooks/operator-operations/webhooks-redeliver.ts';
import { webhooksRotateSecret } from '../webhooks/operator-operations/webhooks-rotate-secret.ts';
import { webhooksSendTest } from '../webhooks/operator-operations/webhooks-send-test.ts';
import { webhooksUpdate } from '../webhooks/operator-operations/webhooks-update.ts';

export const operatorOperations = [
  sessionSignIn,
  sessionGet,
  sessionIdentify,
  sessionChangePassword,
  sessionSignOut,
  sessionSignOutEverywhere,
  sessionEnrollTotp,
  sessionConfirmTotp,
  sessionDisableTotp,
  searchFind,
  overviewGet,
  savedViewsList,
  savedViewsSave,
  savedViewsRemove,
  ordersList,
  inventoryList,
  inventoryListChanges,
  inventoryExplain,
  inventoryAdjust,
  inventoryChangeStatus,
  inventoryProduce,
  returnsList,
  returnsAnnounce,
  returnsDispose,
  returnsCancel,
  returnsReshipLabel,
  returnsFind,
  returnsInspected,
  returnsPark,
  returnsReceive,
  returnsScan,
  returnsAddPhotos,
  returnsSettle,
  returnsUndo,
  purchaseOrdersCancel,
  purchaseOrdersCloseShort,
  purchaseOrdersGet,
  purchaseOrdersList,
  transferOrdersCancel,
  transferOrdersCloseShort,
  transferOrdersGet,
  transferOrdersList,
  receivingAttach,
  receivingCount,
  receivingDiscard,
  receivingFinish,
  receivingList,
  receivingListParked,
  receivingOpen,
  receivingPark,
  receivingScan,
  receivingUndo,
  returnsGet,
  skusList,
  skusGet,
  skusUpdate,
  carriersList,
  transitList,
  transitImport,
  transactionsList,
  transactionsGet,
  exceptionsList,
  reasonCodesList,
  reasonCodesSet,
  reasonCodesRemove,
  statusesList,
  statusesSet,
  statusesGetUse,
  statusesRemove,
  activityList,
  activityGet,
  customersList,
  customersGet,
  customersCreate,
  customersUpdate,
  apiUsersGrant,
  apiUsersRevoke,
  apiUsersRotatePassword,
  apiUsersRevokePassword,
  tokensCreate,
  tokensRevoke,
  rulesList,
  rulesSetWeather,
  rulesClearWeather,
  rulesSetLicense,
  rulesSetCredit,
  carrierRulesList,
  carrierRulesSet,
  carrierRulesRemove,
  warehousesList,
  warehousesGetUse,
  warehousesSet,
  warehousesRemove,
  warehousesListAddresses,
  warehousesSetAddress,
  warehousesRemoveAddress,
  calendarsNextDays,
  calendarsListCutoffs,
  calendarsSetCutoff,
  calendarsRemoveCutoff,
  calendarsListHolidays,
  calendarsSetHoliday,
  calendarsRemoveHoliday,
  operatorsList,
  operatorsCreate,
  operatorsUpdate,
  operatorsDisable,
  operatorsEnable,
  operatorsResetPassword,
  auditList,
  ordersGet,
  ordersCancel,
  ordersCorrectRecipient,
  holdsList,
  holdsSummary,
  holdsReleaseMany,
  holdsPlace,
  simulationGetState,
  simulationAdvanceClock,
  simulationReceivePurchaseOrder,
  simulationReceiveTransferOrder,
  simulationAdjustInventory,
  simulationOpenCount,
  simulationRecordCount,
  simulationApproveCount,
  simulationCancelCount,
  simulationScanJitLabel,
  simulationReportMishap,
  simulationReturnSalesOrder,
  simulationDisposeReturn,
  floorReleasePreview,
  floorManifestDocument,
  floorManifests,
  floorThroughput,
  floorListWillCall,
  floorHandOver,
  floorSetSchedule,
  floorRemoveSchedule,
  floorListSchedules,
  floorRelease,
  floorWaves,
  floorWave,
  floorOpenPacking,
  floorScanBottle,
  floorUndo,
  floorReportDamage,
  floorReportProblem,
  floorFinishBox,
  floorBuyLabels,
  floorReprint,
  floorTakeBack,
  floorStage,
  floorCloseOfDay,
  floorManifest,
  floorDepart,
  pickingList,
  pickingStart,
  pickingOpen,
  pickingScan,
  pickingUndo,
  pickingEmptyTote,
  pickingShort,
  locationsList,
  locationsSet,
  locationsRemove,
  locationsSetContent,
  locationsRemoveContent,
  locationsImport,
  binsFind,
  binsListUnplaced,
  binsPutAway,
  binsMove,
  binsSetRule,
  binsListReplenishments,
  binsClaimReplenishment,
  countsOpen,
  countsFind,
  countsList,
  countsRecord,
  countsDifferences,
  countsApprove,
  countsCancel,
  countsSetPlan,
  countsGetPlan,
  itemCodesList,
  itemCodesSet,
  itemCodesRemove,
  itemCodesImport,
  webhooksList,
  webhooksCreate,
  webhooksUpdate,
  webhooksDelete,
  webhooksRotateSecret,
  webhooksSendTest,
  webhooksListDeliveries,
  webhooksRedeliver,
] as const satisfies readonly OperatorOperation[];
