/**
 * All operations of the operator interface, by area. Routing, its OpenAPI document, metrics, the types of the portal and the
 * coverage check of the tests are derived from this list.
 */
import { sessionGet } from '../operators/operator-operations/session-get.ts';
import { sessionSignIn } from '../operators/operator-operations/session-sign-in.ts';
import { sessionSignOut } from '../operators/operator-operations/session-sign-out.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';

export const operatorOperations = [
  sessionSignIn,
  sessionGet,
  sessionSignOut,
] as const satisfies readonly OperatorOperation[];
