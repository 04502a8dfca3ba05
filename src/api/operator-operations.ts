/**
 * All operations of the operator interface, by area. Routing, its OpenAPI document, metrics, the types of the portal and the
 * coverage check of the tests are derived from this list.
 */
import { sessionGet } from '../operators/operator-operations/session-get.ts';
import { sessionSignIn } from '../operators/operator-operations/session-sign-in.ts';
import { sessionSignOut } from '../operators/operator-operations/session-sign-out.ts';
import { ordersExport } from '../order-index/operator-operations/orders-export.ts';
import { ordersList } from '../order-index/operator-operations/orders-list.ts';
import { overviewGet } from '../order-index/operator-operations/overview-get.ts';
import { searchFind } from '../order-index/operator-operations/search-find.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';

export const operatorOperations = [
  sessionSignIn,
  sessionGet,
  sessionSignOut,
  searchFind,
  overviewGet,
  ordersList,
  ordersExport,
] as const satisfies readonly OperatorOperation[];
