/**
 * Every operation there is, in the order of the interface. Routing, OpenAPI, the mock, metrics and the tests' coverage
 * check read this list; an operation that is not in it does not exist.
 */
import { getAccessToken } from '../auth/operations/get-access-token.ts';
import { getSellable } from '../inventory/operations/get-sellable.ts';
import { getStatus } from '../inventory/operations/get-status.ts';
import { getTransactions } from '../inventory/operations/get-transactions.ts';
import type { Operation } from '../platform/http/operation.ts';
import { createPurchaseOrder } from '../purchase-orders/operations/create-purchase-order.ts';
import { batchSalesOrder } from '../sales-orders/operations/batch-sales-order.ts';
import { cancelSalesOrder } from '../sales-orders/operations/cancel-sales-order.ts';
import { createSalesOrder } from '../sales-orders/operations/create-sales-order.ts';
import { updateSalesOrder } from '../sales-orders/operations/update-sales-order.ts';
import { advanceClock } from '../simulation/operations/advance-clock.ts';
import { receivePurchaseOrder } from '../simulation/operations/receive-purchase-order.ts';
import { createSku } from '../skus/operations/create-sku.ts';
import { getDetails } from '../tracking/operations/get-details.ts';

export const operations: readonly Operation[] = [
  createSalesOrder,
  updateSalesOrder,
  cancelSalesOrder,
  batchSalesOrder,
  createPurchaseOrder,
  getTransactions,
  getStatus,
  getSellable,
  createSku,
  getDetails,
  getAccessToken,
  advanceClock,
  receivePurchaseOrder,
];
