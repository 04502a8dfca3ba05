/**
 * Every operation there is. Routing, OpenAPI, the mock, metrics and the tests' coverage check read this list; an
 * operation that is not in it does not exist.
 */
import { getAccessToken } from '../auth/operations/get-access-token.ts';
import type { Operation } from '../platform/http/operation.ts';
import { createSalesOrder } from '../sales-orders/operations/create-sales-order.ts';
import { createSku } from '../skus/operations/create-sku.ts';

export const operations: readonly Operation[] = [createSku, createSalesOrder, getAccessToken];
