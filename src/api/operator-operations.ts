/**
 * All operations of the operator interface; those of the floor are in `floor-operations.ts`. Routing, its OpenAPI document,
 * metrics, the types of the portal and the coverage check of the tests are derived from this list.
 */

import { activityGet } from '../administration/operator-operations/activity-get.ts';
import { activityList } from '../administration/operator-operations/activity-list.ts';
import { activityListDays } from '../administration/operator-operations/activity-list-days.ts';
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
import { carrierAccountsList } from '../administration/operator-operations/carrier-accounts-list.ts';
import { carrierAccountsSet } from '../administration/operator-operations/carrier-accounts-set.ts';
import { carrierAccountsTest } from '../administration/operator-operations/carrier-accounts-test.ts';
import { carrierLocationsImport } from '../administration/operator-operations/carrier-locations-import.ts';
import { carrierLocationsList } from '../administration/operator-operations/carrier-locations-list.ts';
import { carrierRulesList } from '../administration/operator-operations/carrier-rules-list.ts';
import { carrierRulesRemove } from '../administration/operator-operations/carrier-rules-remove.ts';
import { carrierRulesSet } from '../administration/operator-operations/carrier-rules-set.ts';
import { carriersEstimateTransit } from '../administration/operator-operations/carriers-estimate-transit.ts';
import { carriersList } from '../administration/operator-operations/carriers-list.ts';
import { carriersVerifyAddress } from '../administration/operator-operations/carriers-verify-address.ts';
import { customersCreate } from '../administration/operator-operations/customers-create.ts';
import { customersGet } from '../administration/operator-operations/customers-get.ts';
import { customersList } from '../administration/operator-operations/customers-list.ts';
import { customersUpdate } from '../administration/operator-operations/customers-update.ts';
import { labelsList } from '../administration/operator-operations/labels-list.ts';
import { ordersVoidLabels } from '../administration/operator-operations/orders-void-labels.ts';
import { packingRulesList } from '../administration/operator-operations/packing-rules-list.ts';
import { packingRulesPreview } from '../administration/operator-operations/packing-rules-preview.ts';
import { packingRulesRemove } from '../administration/operator-operations/packing-rules-remove.ts';
import { packingRulesSet } from '../administration/operator-operations/packing-rules-set.ts';
import { reasonCodesList } from '../administration/operator-operations/reason-codes-list.ts';
import { reasonCodesRemove } from '../administration/operator-operations/reason-codes-remove.ts';
import { reasonCodesSet } from '../administration/operator-operations/reason-codes-set.ts';
import { rulesClearWeather } from '../administration/operator-operations/rules-clear-weather.ts';
import { rulesList } from '../administration/operator-operations/rules-list.ts';
import { rulesSetCredit } from '../administration/operator-operations/rules-set-credit.ts';
import { rulesSetLicense } from '../administration/operator-operations/rules-set-license.ts';
import { rulesSetWeather } from '../administration/operator-operations/rules-set-weather.ts';
import { shippersList } from '../administration/operator-operations/shippers-list.ts';
import { shippersSet } from '../administration/operator-operations/shippers-set.ts';
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
import { inventoryAdjust } from '../inventory/operator-operations/inventory-adjust.ts';
import { inventoryChangeStatus } from '../inventory/operator-operations/inventory-change-status.ts';
import { inventoryExplain } from '../inventory/operator-operations/inventory-explain.ts';
import { inventoryImportOpening } from '../inventory/operator-operations/inventory-import-opening.ts';
import { inventoryList } from '../inventory/operator-operations/inventory-list.ts';
import { inventoryListAt } from '../inventory/operator-operations/inventory-list-at.ts';
import { inventoryListChanges } from '../inventory/operator-operations/inventory-list-changes.ts';
import { inventoryProduce } from '../inventory/operator-operations/inventory-produce.ts';
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
import { webhooksRetryPending } from '../webhooks/operator-operations/webhooks-retry-pending.ts';
import { webhooksRotateSecret } from '../webhooks/operator-operations/webhooks-rotate-secret.ts';
import { webhooksSendTest } from '../webhooks/operator-operations/webhooks-send-test.ts';
import { webhooksUpdate } from '../webhooks/operator-operations/webhooks-update.ts';
import { floorOperations } from './floor-operations.ts';

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
  inventoryListAt,
  inventoryImportOpening,
  inventoryExplain,
  inventoryAdjust,
  inventoryChangeStatus,
  inventoryProduce,
  returnsList,
  returnsGet,
  skusList,
  skusGet,
  skusUpdate,
  carriersList,
  carriersVerifyAddress,
  carriersEstimateTransit,
  carrierLocationsList,
  carrierLocationsImport,
  transitList,
  transitImport,
  transactionsList,
  transactionsGet,
  exceptionsList,
  carrierAccountsList,
  carrierAccountsSet,
  carrierAccountsTest,
  shippersList,
  shippersSet,
  packingRulesList,
  packingRulesPreview,
  packingRulesSet,
  packingRulesRemove,
  reasonCodesList,
  reasonCodesSet,
  reasonCodesRemove,
  statusesList,
  statusesSet,
  statusesGetUse,
  statusesRemove,
  activityList,
  activityListDays,
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
  ordersVoidLabels,
  labelsList,
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
  ...floorOperations,
  webhooksList,
  webhooksCreate,
  webhooksUpdate,
  webhooksDelete,
  webhooksRotateSecret,
  webhooksSendTest,
  webhooksListDeliveries,
  webhooksRedeliver,
  webhooksRetryPending,
] as const satisfies readonly OperatorOperation[];
