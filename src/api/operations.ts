/**
 * Every operation there is, in the order of the interface. Routing, OpenAPI, the mock, metrics and the tests' coverage
 * check read this list; an operation that is not in it does not exist.
 */
import { getCarrierLocations } from '../addresses/operations/get-carrier-locations.ts';
import { addressValidation } from '../addresses/operations/validation.ts';
import { getAccessToken } from '../auth/operations/get-access-token.ts';
import { getSellable } from '../inventory/operations/get-sellable.ts';
import { getStatus } from '../inventory/operations/get-status.ts';
import { getTransactions } from '../inventory/operations/get-transactions.ts';
import type { Operation } from '../platform/http/operation.ts';
import { cancelPurchaseOrder } from '../purchase-orders/operations/cancel-purchase-order.ts';
import { createPurchaseOrder } from '../purchase-orders/operations/create-purchase-order.ts';
import { updatePurchaseOrder } from '../purchase-orders/operations/update-purchase-order.ts';
import { getReturns } from '../returns/operations/get-returns.ts';
import { batchSalesOrder } from '../sales-orders/operations/batch-sales-order.ts';
import { cancelSalesOrder } from '../sales-orders/operations/cancel-sales-order.ts';
import { createSalesOrder } from '../sales-orders/operations/create-sales-order.ts';
import { getOrdersOnHold } from '../sales-orders/operations/get-orders-on-hold.ts';
import { updateSalesOrder } from '../sales-orders/operations/update-sales-order.ts';
import { generateJitLabel } from '../shipping-labels/operations/generate-jit-label.ts';
import { adjustInventory } from '../simulation/operations/adjust-inventory.ts';
import { advanceClock } from '../simulation/operations/advance-clock.ts';
import { approveCount } from '../simulation/operations/approve-count.ts';
import { cancelCount } from '../simulation/operations/cancel-count.ts';
import { cancelReturn } from '../simulation/operations/cancel-return.ts';
import { changeInventoryStatus } from '../simulation/operations/change-inventory-status.ts';
import { clearWeather } from '../simulation/operations/clear-weather.ts';
import { closePurchaseOrder } from '../simulation/operations/close-purchase-order.ts';
import { disposeReturn } from '../simulation/operations/dispose-return.ts';
import { endHold } from '../simulation/operations/end-hold.ts';
import { openCount } from '../simulation/operations/open-count.ts';
import { placeHold } from '../simulation/operations/place-hold.ts';
import { postProduction } from '../simulation/operations/post-production.ts';
import { receivePurchaseOrder } from '../simulation/operations/receive-purchase-order.ts';
import { receiveTransferOrder } from '../simulation/operations/receive-transfer-order.ts';
import { recordCount } from '../simulation/operations/record-count.ts';
import { reportMishap } from '../simulation/operations/report-mishap.ts';
import { returnSalesOrder } from '../simulation/operations/return-sales-order.ts';
import { scanJitLabel } from '../simulation/operations/scan-jit-label.ts';
import { setCredit } from '../simulation/operations/set-credit.ts';
import { setLicense } from '../simulation/operations/set-license.ts';
import { setWeather } from '../simulation/operations/set-weather.ts';
import { createSku } from '../skus/operations/create-sku.ts';
import { retireSku } from '../skus/operations/retire-sku.ts';
import { updateSku } from '../skus/operations/update-sku.ts';
import { getDeliveryEstimates } from '../tracking/operations/get-delivery-estimates.ts';
import { getDetails } from '../tracking/operations/get-details.ts';
import { getPackages } from '../tracking/operations/get-packages.ts';
import { cancelTransferOrder } from '../transfer-orders/operations/cancel-transfer-order.ts';
import { createTransferOrder } from '../transfer-orders/operations/create-transfer-order.ts';
import { updateTransferOrder } from '../transfer-orders/operations/update-transfer-order.ts';

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
  advanceClock,
  receivePurchaseOrder,
  closePurchaseOrder,
  receiveTransferOrder,
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
