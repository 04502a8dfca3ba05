/**
 * All operations of the operator interface; those of the floor are in `floor-operations.ts`. Routing, its OpenAPI document,
 * metrics, the types of the portal and the coverage check of the tests are derived from this list.
 */

import { activityGetOperation } from '../administration/operator-operations/activity-get.ts';
import { activityListOperation } from '../administration/operator-operations/activity-list.ts';
import { activityListDaysOperation } from '../administration/operator-operations/activity-list-days.ts';
import { apiUsersGrantOperation } from '../administration/operator-operations/api-users-grant.ts';
import { apiUsersRevokeOperation } from '../administration/operator-operations/api-users-revoke.ts';
import { apiUsersRevokePasswordOperation } from '../administration/operator-operations/api-users-revoke-password.ts';
import { apiUsersRotatePasswordOperation } from '../administration/operator-operations/api-users-rotate-password.ts';
import { auditListOperation } from '../administration/operator-operations/audit-list.ts';
import { calendarsListCutoffsOperation } from '../administration/operator-operations/calendars-list-cutoffs.ts';
import { calendarsListHolidaysOperation } from '../administration/operator-operations/calendars-list-holidays.ts';
import { calendarsNextDaysOperation } from '../administration/operator-operations/calendars-next-days.ts';
import { calendarsRemoveCutoffOperation } from '../administration/operator-operations/calendars-remove-cutoff.ts';
import { calendarsRemoveHolidayOperation } from '../administration/operator-operations/calendars-remove-holiday.ts';
import { calendarsSetCutoffOperation } from '../administration/operator-operations/calendars-set-cutoff.ts';
import { calendarsSetHolidayOperation } from '../administration/operator-operations/calendars-set-holiday.ts';
import { carrierAccountsListOperation } from '../administration/operator-operations/carrier-accounts-list.ts';
import { carrierAccountsSetOperation } from '../administration/operator-operations/carrier-accounts-set.ts';
import { carrierAccountsTestOperation } from '../administration/operator-operations/carrier-accounts-test.ts';
import { carrierLocationsImportOperation } from '../administration/operator-operations/carrier-locations-import.ts';
import { carrierLocationsListOperation } from '../administration/operator-operations/carrier-locations-list.ts';
import { carrierRulesListOperation } from '../administration/operator-operations/carrier-rules-list.ts';
import { carrierRulesRemoveOperation } from '../administration/operator-operations/carrier-rules-remove.ts';
import { carrierRulesSetOperation } from '../administration/operator-operations/carrier-rules-set.ts';
import { carriersEstimateTransitOperation } from '../administration/operator-operations/carriers-estimate-transit.ts';
import { carriersListOperation } from '../administration/operator-operations/carriers-list.ts';
import { carriersVerifyAddressOperation } from '../administration/operator-operations/carriers-verify-address.ts';
import { customersCreateOperation } from '../administration/operator-operations/customers-create.ts';
import { customersGetOperation } from '../administration/operator-operations/customers-get.ts';
import { customersListOperation } from '../administration/operator-operations/customers-list.ts';
import { customersUpdateOperation } from '../administration/operator-operations/customers-update.ts';
import { labelsListOperation } from '../administration/operator-operations/labels-list.ts';
import { ordersVoidLabelsOperation } from '../administration/operator-operations/orders-void-labels.ts';
import { packingRulesListOperation } from '../administration/operator-operations/packing-rules-list.ts';
import { packingRulesPreviewOperation } from '../administration/operator-operations/packing-rules-preview.ts';
import { packingRulesRemoveOperation } from '../administration/operator-operations/packing-rules-remove.ts';
import { packingRulesSetOperation } from '../administration/operator-operations/packing-rules-set.ts';
import { reasonCodesListOperation } from '../administration/operator-operations/reason-codes-list.ts';
import { reasonCodesRemoveOperation } from '../administration/operator-operations/reason-codes-remove.ts';
import { reasonCodesSetOperation } from '../administration/operator-operations/reason-codes-set.ts';
import { rulesClearWeatherOperation } from '../administration/operator-operations/rules-clear-weather.ts';
import { rulesListOperation } from '../administration/operator-operations/rules-list.ts';
import { rulesSetCreditOperation } from '../administration/operator-operations/rules-set-credit.ts';
import { rulesSetLicenseOperation } from '../administration/operator-operations/rules-set-license.ts';
import { rulesSetWeatherOperation } from '../administration/operator-operations/rules-set-weather.ts';
import { shippersListOperation } from '../administration/operator-operations/shippers-list.ts';
import { shippersSetOperation } from '../administration/operator-operations/shippers-set.ts';
import { skusGetOperation } from '../administration/operator-operations/skus-get.ts';
import { skusListOperation } from '../administration/operator-operations/skus-list.ts';
import { skusUpdateOperation } from '../administration/operator-operations/skus-update.ts';
import { statusesGetUseOperation } from '../administration/operator-operations/statuses-get-use.ts';
import { statusesListOperation } from '../administration/operator-operations/statuses-list.ts';
import { statusesRemoveOperation } from '../administration/operator-operations/statuses-remove.ts';
import { statusesSetOperation } from '../administration/operator-operations/statuses-set.ts';
import { tokensCreateOperation } from '../administration/operator-operations/tokens-create.ts';
import { tokensRevokeOperation } from '../administration/operator-operations/tokens-revoke.ts';
import { transactionsGetOperation } from '../administration/operator-operations/transactions-get.ts';
import { transactionsListOperation } from '../administration/operator-operations/transactions-list.ts';
import { transitImportOperation } from '../administration/operator-operations/transit-import.ts';
import { transitListOperation } from '../administration/operator-operations/transit-list.ts';
import { warehousesGetUseOperation } from '../administration/operator-operations/warehouses-get-use.ts';
import { warehousesListOperation } from '../administration/operator-operations/warehouses-list.ts';
import { warehousesListAddressesOperation } from '../administration/operator-operations/warehouses-list-addresses.ts';
import { warehousesRemoveOperation } from '../administration/operator-operations/warehouses-remove.ts';
import { warehousesRemoveAddressOperation } from '../administration/operator-operations/warehouses-remove-address.ts';
import { warehousesSetOperation } from '../administration/operator-operations/warehouses-set.ts';
import { warehousesSetAddressOperation } from '../administration/operator-operations/warehouses-set-address.ts';
import { inventoryAdjustOperation } from '../inventory/operator-operations/inventory-adjust.ts';
import { inventoryChangeStatusOperation } from '../inventory/operator-operations/inventory-change-status.ts';
import { inventoryExplainOperation } from '../inventory/operator-operations/inventory-explain.ts';
import { inventoryImportOpeningOperation } from '../inventory/operator-operations/inventory-import-opening.ts';
import { inventoryListOperation } from '../inventory/operator-operations/inventory-list.ts';
import { inventoryListAtOperation } from '../inventory/operator-operations/inventory-list-at.ts';
import { inventoryListChangesOperation } from '../inventory/operator-operations/inventory-list-changes.ts';
import { inventoryProduceOperation } from '../inventory/operator-operations/inventory-produce.ts';
import { operatorsCreateOperation } from '../operators/operator-operations/operators-create.ts';
import { operatorsDisableOperation } from '../operators/operator-operations/operators-disable.ts';
import { operatorsEnableOperation } from '../operators/operator-operations/operators-enable.ts';
import { operatorsListOperation } from '../operators/operator-operations/operators-list.ts';
import { operatorsResetPasswordOperation } from '../operators/operator-operations/operators-reset-password.ts';
import { operatorsUpdateOperation } from '../operators/operator-operations/operators-update.ts';
import { savedViewsListOperation } from '../operators/operator-operations/saved-views-list.ts';
import { savedViewsRemoveOperation } from '../operators/operator-operations/saved-views-remove.ts';
import { savedViewsRenameOperation } from '../operators/operator-operations/saved-views-rename.ts';
import { savedViewsSaveOperation } from '../operators/operator-operations/saved-views-save.ts';
import { sessionChangePasswordOperation } from '../operators/operator-operations/session-change-password.ts';
import { sessionConfirmTotpOperation } from '../operators/operator-operations/session-confirm-totp.ts';
import { sessionDisableTotpOperation } from '../operators/operator-operations/session-disable-totp.ts';
import { sessionEnrollTotpOperation } from '../operators/operator-operations/session-enroll-totp.ts';
import { sessionGetOperation } from '../operators/operator-operations/session-get.ts';
import { sessionIdentifyOperation } from '../operators/operator-operations/session-identify.ts';
import { sessionSignInOperation } from '../operators/operator-operations/session-sign-in.ts';
import { sessionSignOutOperation } from '../operators/operator-operations/session-sign-out.ts';
import { sessionSignOutEverywhereOperation } from '../operators/operator-operations/session-sign-out-everywhere.ts';
import { exceptionsAcknowledgeOperation } from '../order-index/operator-operations/exceptions-acknowledge.ts';
import { exceptionsListOperation } from '../order-index/operator-operations/exceptions-list.ts';
import { holdsListOperation } from '../order-index/operator-operations/holds-list.ts';
import { holdsPlaceOperation } from '../order-index/operator-operations/holds-place.ts';
import { holdsReleaseManyOperation } from '../order-index/operator-operations/holds-release-many.ts';
import { holdsSummaryOperation } from '../order-index/operator-operations/holds-summary.ts';
import { ordersCancelOperation } from '../order-index/operator-operations/orders-cancel.ts';
import { ordersCorrectRecipientOperation } from '../order-index/operator-operations/orders-correct-recipient.ts';
import { ordersGetOperation } from '../order-index/operator-operations/orders-get.ts';
import { ordersListOperation } from '../order-index/operator-operations/orders-list.ts';
import { overviewGetOperation } from '../order-index/operator-operations/overview-get.ts';
import { searchFindOperation } from '../order-index/operator-operations/search-find.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';
import { returnsGetOperation } from '../returns/operator-operations/returns-get.ts';
import { returnsListOperation } from '../returns/operator-operations/returns-list.ts';
import { simulationAdjustInventoryOperation } from '../simulation/operator-operations/simulation-adjust-inventory.ts';
import { simulationAdvanceClockOperation } from '../simulation/operator-operations/simulation-advance-clock.ts';
import { simulationApproveCountOperation } from '../simulation/operator-operations/simulation-approve-count.ts';
import { simulationCancelCountOperation } from '../simulation/operator-operations/simulation-cancel-count.ts';
import { simulationDisposeReturnOperation } from '../simulation/operator-operations/simulation-dispose-return.ts';
import { simulationGetStateOperation } from '../simulation/operator-operations/simulation-get-state.ts';
import { simulationOpenCountOperation } from '../simulation/operator-operations/simulation-open-count.ts';
import { simulationReceivePurchaseOrderOperation } from '../simulation/operator-operations/simulation-receive-purchase-order.ts';
import { simulationReceiveTransferOrderOperation } from '../simulation/operator-operations/simulation-receive-transfer-order.ts';
import { simulationRecordCountOperation } from '../simulation/operator-operations/simulation-record-count.ts';
import { simulationReportMishapOperation } from '../simulation/operator-operations/simulation-report-mishap.ts';
import { simulationReturnSalesOrderOperation } from '../simulation/operator-operations/simulation-return-sales-order.ts';
import { simulationScanJitLabelOperation } from '../simulation/operator-operations/simulation-scan-jit-label.ts';
import { webhooksCreateOperation } from '../webhooks/operator-operations/webhooks-create.ts';
import { webhooksDeleteOperation } from '../webhooks/operator-operations/webhooks-delete.ts';
import { webhooksListOperation } from '../webhooks/operator-operations/webhooks-list.ts';
import { webhooksListDeliveriesOperation } from '../webhooks/operator-operations/webhooks-list-deliveries.ts';
import { webhooksRedeliverOperation } from '../webhooks/operator-operations/webhooks-redeliver.ts';
import { webhooksRetryPendingOperation } from '../webhooks/operator-operations/webhooks-retry-pending.ts';
import { webhooksRotateSecretOperation } from '../webhooks/operator-operations/webhooks-rotate-secret.ts';
import { webhooksSendTestOperation } from '../webhooks/operator-operations/webhooks-send-test.ts';
import { webhooksUpdateOperation } from '../webhooks/operator-operations/webhooks-update.ts';
import { floorOperations } from './floor-operations.ts';

export const operatorOperations = [
  sessionSignInOperation,
  sessionGetOperation,
  sessionIdentifyOperation,
  sessionChangePasswordOperation,
  sessionSignOutOperation,
  sessionSignOutEverywhereOperation,
  sessionEnrollTotpOperation,
  sessionConfirmTotpOperation,
  sessionDisableTotpOperation,
  searchFindOperation,
  overviewGetOperation,
  savedViewsListOperation,
  savedViewsSaveOperation,
  savedViewsRemoveOperation,
  savedViewsRenameOperation,
  ordersListOperation,
  inventoryListOperation,
  inventoryListChangesOperation,
  inventoryListAtOperation,
  inventoryImportOpeningOperation,
  inventoryExplainOperation,
  inventoryAdjustOperation,
  inventoryChangeStatusOperation,
  inventoryProduceOperation,
  returnsListOperation,
  returnsGetOperation,
  skusListOperation,
  skusGetOperation,
  skusUpdateOperation,
  carriersListOperation,
  carriersVerifyAddressOperation,
  carriersEstimateTransitOperation,
  carrierLocationsListOperation,
  carrierLocationsImportOperation,
  transitListOperation,
  transitImportOperation,
  transactionsListOperation,
  transactionsGetOperation,
  exceptionsListOperation,
  exceptionsAcknowledgeOperation,
  carrierAccountsListOperation,
  carrierAccountsSetOperation,
  carrierAccountsTestOperation,
  shippersListOperation,
  shippersSetOperation,
  packingRulesListOperation,
  packingRulesPreviewOperation,
  packingRulesSetOperation,
  packingRulesRemoveOperation,
  reasonCodesListOperation,
  reasonCodesSetOperation,
  reasonCodesRemoveOperation,
  statusesListOperation,
  statusesSetOperation,
  statusesGetUseOperation,
  statusesRemoveOperation,
  activityListOperation,
  activityListDaysOperation,
  activityGetOperation,
  customersListOperation,
  customersGetOperation,
  customersCreateOperation,
  customersUpdateOperation,
  apiUsersGrantOperation,
  apiUsersRevokeOperation,
  apiUsersRotatePasswordOperation,
  apiUsersRevokePasswordOperation,
  tokensCreateOperation,
  tokensRevokeOperation,
  rulesListOperation,
  rulesSetWeatherOperation,
  rulesClearWeatherOperation,
  rulesSetLicenseOperation,
  rulesSetCreditOperation,
  carrierRulesListOperation,
  carrierRulesSetOperation,
  carrierRulesRemoveOperation,
  warehousesListOperation,
  warehousesGetUseOperation,
  warehousesSetOperation,
  warehousesRemoveOperation,
  warehousesListAddressesOperation,
  warehousesSetAddressOperation,
  warehousesRemoveAddressOperation,
  calendarsNextDaysOperation,
  calendarsListCutoffsOperation,
  calendarsSetCutoffOperation,
  calendarsRemoveCutoffOperation,
  calendarsListHolidaysOperation,
  calendarsSetHolidayOperation,
  calendarsRemoveHolidayOperation,
  operatorsListOperation,
  operatorsCreateOperation,
  operatorsUpdateOperation,
  operatorsDisableOperation,
  operatorsEnableOperation,
  operatorsResetPasswordOperation,
  auditListOperation,
  ordersGetOperation,
  ordersCancelOperation,
  ordersCorrectRecipientOperation,
  ordersVoidLabelsOperation,
  labelsListOperation,
  holdsListOperation,
  holdsSummaryOperation,
  holdsReleaseManyOperation,
  holdsPlaceOperation,
  simulationGetStateOperation,
  simulationAdvanceClockOperation,
  simulationReceivePurchaseOrderOperation,
  simulationReceiveTransferOrderOperation,
  simulationAdjustInventoryOperation,
  simulationOpenCountOperation,
  simulationRecordCountOperation,
  simulationApproveCountOperation,
  simulationCancelCountOperation,
  simulationScanJitLabelOperation,
  simulationReportMishapOperation,
  simulationReturnSalesOrderOperation,
  simulationDisposeReturnOperation,
  ...floorOperations,
  webhooksListOperation,
  webhooksCreateOperation,
  webhooksUpdateOperation,
  webhooksDeleteOperation,
  webhooksRotateSecretOperation,
  webhooksSendTestOperation,
  webhooksListDeliveriesOperation,
  webhooksRedeliverOperation,
  webhooksRetryPendingOperation,
] as const satisfies readonly OperatorOperation[];
