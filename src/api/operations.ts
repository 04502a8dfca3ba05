/**
 * All operations of the winery interface, in its order; those of operators are in `operator-operations.ts`. Routing, OpenAPI,
 * the mock, metrics and the coverage check of the tests are derived from this list.
 */
import { getCarrierLocations } from '../addresses/operations/get-carrier-locations.ts';
import { addressValidation } from '../addresses/operations/validation.ts';
import { getAccessToken } from '../auth/operations/get-access-token.ts';
import { getEvents } from '../events/operations/get-events.ts';
import { adjustInventory } from '../inventory/operations/adjust-inventory.ts';
import { approveCount } from '../inventory/operations/approve-count.ts';
import { cancelCount } from '../inventory/operations/cancel-count.ts';
import { changeInventoryStatus } from '../inventory/operations/change-inventory-status.ts';
import { getSellable } from '../inventory/operations/get-sellable.ts';
import { getStatus } from '../inventory/operations/get-status.ts';
import { getTransactions } from '../inventory/operations/get-transactions.ts';
import { openCount } from '../inventory/operations/open-count.ts';
import { postProduction } from '../inventory/operations/post-production.ts';
import { recordCount } from '../inventory/operations/record-count.ts';
import { exposeInTestEnvironment } from '../platform/http/internal-operation.ts';
import type { Operation } from '../platform/http/operation.ts';
import { cancelPurchaseOrder } from '../purchase-orders/operations/cancel-purchase-order.ts';
import { closePurchaseOrder } from '../purchase-orders/operations/close-purchase-order.ts';
import { createPurchaseOrder } from '../purchase-orders/operations/create-purchase-order.ts';
import { receivePurchaseOrder } from '../purchase-orders/operations/receive-purchase-order.ts';
import { updatePurchaseOrder } from '../purchase-orders/operations/update-purchase-order.ts';
import { cancelReturn } from '../returns/operations/cancel-return.ts';
import { disposeReturn } from '../returns/operations/dispose-return.ts';
import { getReturns } from '../returns/operations/get-returns.ts';
import { batchSalesOrder } from '../sales-orders/operations/batch-sales-order.ts';
import { cancelSalesOrder } from '../sales-orders/operations/cancel-sales-order.ts';
import { clearWeather } from '../sales-orders/operations/clear-weather.ts';
import { createSalesOrder } from '../sales-orders/operations/create-sales-order.ts';
import { endHold } from '../sales-orders/operations/end-hold.ts';
import { getOrdersOnHold } from '../sales-orders/operations/get-orders-on-hold.ts';
import { placeHold } from '../sales-orders/operations/place-hold.ts';
import { setCredit } from '../sales-orders/operations/set-credit.ts';
import { setLicense } from '../sales-orders/operations/set-license.ts';
import { setWeather } from '../sales-orders/operations/set-weather.ts';
import { updateSalesOrder } from '../sales-orders/operations/update-sales-order.ts';
import { generateJitLabel } from '../shipping-labels/operations/generate-jit-label.ts';
import { advanceClock } from '../simulation/operations/advance-clock.ts';
import { receiveTransferOrderAndClose } from '../simulation/operations/receive-transfer-order.ts';
import { reportMishap } from '../simulation/operations/report-mishap.ts';
import { returnSalesOrder } from '../simulation/operations/return-sales-order.ts';
import { scanJitLabel } from '../simulation/operations/scan-jit-label.ts';
import { createSku } from '../skus/operations/create-sku.ts';
import { retireSku } from '../skus/operations/retire-sku.ts';
import { updateSku } from '../skus/operations/update-sku.ts';
import { getDeliveryEstimates } from '../tracking/operations/get-delivery-estimates.ts';
import { getDetails } from '../tracking/operations/get-details.ts';
import { getPackages } from '../tracking/operations/get-packages.ts';
import { cancelTransferOrder } from '../transfer-orders/operations/cancel-transfer-order.ts';
import { createTransferOrder } from '../transfer-orders/operations/create-transfer-order.ts';
import { updateTransferOrder } from '../transfer-orders/operations/update-transfer-order.ts';
import { createWebhookEndpoint } from '../webhooks/operations/create-endpoint.ts';
import { deleteWebhookEndpoint } from '../webhooks/operations/delete-endpoint.ts';
import { getWebhookDeliveries } from '../webhooks/operations/get-deliveries.ts';
import { getWebhookEndpoints } from '../webhooks/operations/get-endpoints.ts';
import { redeliverWebhooks } from '../webhooks/operations/redeliver.ts';
import { rotateWebhookSecret } from '../webhooks/operations/rotate-secret.ts';
import { sendTestWebhook } from '../webhooks/operations/send-test.ts';
import { updateWebhookEndpoint } from '../webhooks/operations/update-endpoint.ts';

/** Operations of the back office and of the simulator, exposed as Simulation/… in the test environment. */
const simulationOperations = [
  advanceClock,
  receivePurchaseOrder,
  closePurchaseOrder,
  receiveTransferOrderAndClose,
  adjustInventory,
  changeInventoryStatus,
  postProduction,
  openCount,
  recordCount,
  approveCount,
  cancelCount,
  scanJitLabel,
  reportMishap,
  returnSalesOrder,
  disposeReturn,
  cancelReturn,
  placeHold,
  endHold,
  setWeather,
  clearWeather,
  setLicense,
  setCredit,
];

export const operations: readonly Operation[] = [
  createSalesOrder,
  updateSalesOrder,
  cancelSalesOrder,
  getOrdersOnHold,
  getReturns,
  generateJitLabel,
  batchSalesOrder,
  createPurchaseOrder,
  updatePurchaseOrder,
  cancelPurchaseOrder,
  createTransferOrder,
  updateTransferOrder,
  cancelTransferOrder,
  getTransactions,
  getStatus,
  getSellable,
  createSku,
  updateSku,
  retireSku,
  getDetails,
  getPackages,
  addressValidation,
  getCarrierLocations,
  getDeliveryEstimates,
  getAccessToken,
  getEvents,
  createWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoints,
  getWebhookDeliveries,
  redeliverWebhooks,
  sendTestWebhook,
  rotateWebhookSecret,
  ...simulationOperations.map(exposeInTestEnvironment),
];
