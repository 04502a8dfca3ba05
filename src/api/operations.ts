/**
 * All operations of the winery interface, in its order; those of operators are in `operator-operations.ts`. Routing, OpenAPI,
 * the mock, metrics and the coverage check of the tests are derived from this list.
 */
import { getCarrierLocationsOperation } from '../addresses/operations/get-carrier-locations.ts';
import { addressValidationOperation } from '../addresses/operations/validation.ts';
import { getAccessTokenOperation } from '../auth/operations/get-access-token.ts';
import { getEventsOperation } from '../events/operations/get-events.ts';
import { adjustInventoryOperation } from '../inventory/operations/adjust-inventory.ts';
import { approveCountOperation } from '../inventory/operations/approve-count.ts';
import { cancelCountOperation } from '../inventory/operations/cancel-count.ts';
import { changeInventoryStatusOperation } from '../inventory/operations/change-inventory-status.ts';
import { getSellableOperation } from '../inventory/operations/get-sellable.ts';
import { getStatusOperation } from '../inventory/operations/get-status.ts';
import { getTransactionsOperation } from '../inventory/operations/get-transactions.ts';
import { openCountOperation } from '../inventory/operations/open-count.ts';
import { postProductionOperation } from '../inventory/operations/post-production.ts';
import { recordCountOperation } from '../inventory/operations/record-count.ts';
import { toSimulationOperation } from '../platform/http/internal-operation.ts';
import type { Operation } from '../platform/http/operation.ts';
import { cancelPurchaseOrderOperation } from '../purchase-orders/operations/cancel-purchase-order.ts';
import { closePurchaseOrderOperation } from '../purchase-orders/operations/close-purchase-order.ts';
import { createPurchaseOrderOperation } from '../purchase-orders/operations/create-purchase-order.ts';
import { receivePurchaseOrderOperation } from '../purchase-orders/operations/receive-purchase-order.ts';
import { updatePurchaseOrderOperation } from '../purchase-orders/operations/update-purchase-order.ts';
import { cancelReturnOperation } from '../returns/operations/cancel-return.ts';
import { disposeReturnOperation } from '../returns/operations/dispose-return.ts';
import { getReturnsOperation } from '../returns/operations/get-returns.ts';
import { batchSalesOrderOperation } from '../sales-orders/operations/batch-sales-order.ts';
import { cancelSalesOrderOperation } from '../sales-orders/operations/cancel-sales-order.ts';
import { clearWeatherOperation } from '../sales-orders/operations/clear-weather.ts';
import { createSalesOrderOperation } from '../sales-orders/operations/create-sales-order.ts';
import { endHoldOperation } from '../sales-orders/operations/end-hold.ts';
import { getOrdersOnHoldOperation } from '../sales-orders/operations/get-orders-on-hold.ts';
import { placeHoldOperation } from '../sales-orders/operations/place-hold.ts';
import { setCreditOperation } from '../sales-orders/operations/set-credit.ts';
import { setLicenseOperation } from '../sales-orders/operations/set-license.ts';
import { setWeatherOperation } from '../sales-orders/operations/set-weather.ts';
import { updateSalesOrderOperation } from '../sales-orders/operations/update-sales-order.ts';
import { generateJitLabelOperation } from '../shipping-labels/operations/generate-jit-label.ts';
import { advanceClockOperation } from '../simulation/operations/advance-clock.ts';
import { receiveTransferOrderAndCloseOperation } from '../simulation/operations/receive-transfer-order.ts';
import { reportMishapOperation } from '../simulation/operations/report-mishap.ts';
import { returnSalesOrderOperation } from '../simulation/operations/return-sales-order.ts';
import { scanJitLabelOperation } from '../simulation/operations/scan-jit-label.ts';
import { createSkuOperation } from '../skus/operations/create-sku.ts';
import { retireSkuOperation } from '../skus/operations/retire-sku.ts';
import { updateSkuOperation } from '../skus/operations/update-sku.ts';
import { getDeliveryEstimatesOperation } from '../tracking/operations/get-delivery-estimates.ts';
import { getDetailsOperation } from '../tracking/operations/get-details.ts';
import { getPackagesOperation } from '../tracking/operations/get-packages.ts';
import { cancelTransferOrderOperation } from '../transfer-orders/operations/cancel-transfer-order.ts';
import { createTransferOrderOperation } from '../transfer-orders/operations/create-transfer-order.ts';
import { updateTransferOrderOperation } from '../transfer-orders/operations/update-transfer-order.ts';
import { createWebhookEndpointOperation } from '../webhooks/operations/create-endpoint.ts';
import { deleteWebhookEndpointOperation } from '../webhooks/operations/delete-endpoint.ts';
import { getWebhookDeliveriesOperation } from '../webhooks/operations/get-deliveries.ts';
import { getWebhookEndpointsOperation } from '../webhooks/operations/get-endpoints.ts';
import { redeliverWebhooksOperation } from '../webhooks/operations/redeliver.ts';
import { rotateWebhookSecretOperation } from '../webhooks/operations/rotate-secret.ts';
import { sendTestWebhookOperation } from '../webhooks/operations/send-test.ts';
import { updateWebhookEndpointOperation } from '../webhooks/operations/update-endpoint.ts';

/** Operations of the back office and of the simulator, exposed as Simulation/… in the test environment. */
const simulationOperations = [
  advanceClockOperation,
  receivePurchaseOrderOperation,
  closePurchaseOrderOperation,
  receiveTransferOrderAndCloseOperation,
  adjustInventoryOperation,
  changeInventoryStatusOperation,
  postProductionOperation,
  openCountOperation,
  recordCountOperation,
  approveCountOperation,
  cancelCountOperation,
  scanJitLabelOperation,
  reportMishapOperation,
  returnSalesOrderOperation,
  disposeReturnOperation,
  cancelReturnOperation,
  placeHoldOperation,
  endHoldOperation,
  setWeatherOperation,
  clearWeatherOperation,
  setLicenseOperation,
  setCreditOperation,
];

export const wineryOperations: readonly Operation[] = [
  createSalesOrderOperation,
  updateSalesOrderOperation,
  cancelSalesOrderOperation,
  getOrdersOnHoldOperation,
  getReturnsOperation,
  generateJitLabelOperation,
  batchSalesOrderOperation,
  createPurchaseOrderOperation,
  updatePurchaseOrderOperation,
  cancelPurchaseOrderOperation,
  createTransferOrderOperation,
  updateTransferOrderOperation,
  cancelTransferOrderOperation,
  getTransactionsOperation,
  getStatusOperation,
  getSellableOperation,
  createSkuOperation,
  updateSkuOperation,
  retireSkuOperation,
  getDetailsOperation,
  getPackagesOperation,
  addressValidationOperation,
  getCarrierLocationsOperation,
  getDeliveryEstimatesOperation,
  getAccessTokenOperation,
  getEventsOperation,
  createWebhookEndpointOperation,
  updateWebhookEndpointOperation,
  deleteWebhookEndpointOperation,
  getWebhookEndpointsOperation,
  getWebhookDeliveriesOperation,
  redeliverWebhooksOperation,
  sendTestWebhookOperation,
  rotateWebhookSecretOperation,
  ...simulationOperations.map(toSimulationOperation),
];
