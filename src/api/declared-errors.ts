/**
 * The errors of each operation: those that it declares and those of all operations (decision 3), with an example of each.
 * OpenAPI documents them, and the mock returns them.
 */
import { transactionReferenceExample } from '../contract/transaction-reference.ts';
import { type Refusal, validationRefusal } from '../platform/errors.ts';
import { type DeclaredErrorStatus, isWrite, type Operation } from '../platform/http/operation.ts';
import {
  type ErrorBody,
  internalErrorRefusal,
  notJsonRefusal,
  toErrorBody,
  unavailableRefusal,
} from '../platform/http/reply.ts';

/** The errors that the operations of the winery interface and of the operator interface have. */
export const sharedErrorDescriptions = {
  405: 'Not a POST.',
  413: 'The body is larger than the server accepts, by default 1 MiB.',
  415: 'The body is not `application/json`.',
  500: 'An internal error, logged under the reference.',
  503: 'The service is unavailable or stopping. Retry after the seconds of `Retry-After`.',
} as const;
export const invalidRequestDescription = 'The body is not valid JSON, or breaks a rule of the operation.';

const commonErrors = {
  ...sharedErrorDescriptions,
  401: 'Credentials are missing or wrong, or a token that is required is missing, expired, or of another customer.',
  429: 'Rate limit. Retry after the seconds of `Retry-After`.',
} as const;

/** Returns the cause of each error status, in the order of status. */
export function errorDescriptionsOf(operation: Operation): ReadonlyMap<number, string> {
  const declared: Record<number, string> = { ...commonErrors, ...operation.errors };
  declared[400] ??= invalidRequestDescription;
  if (isWrite(operation)) declared[403] ??= 'The credentials lack the right to write.';
  return new Map(
    Object.entries(declared)
      .map(([status, description]) => [Number(status), description] as const)
      .sort(([a], [b]) => a - b),
  );
}

/** Examples of `sharedErrorDescriptions`. */
export const sharedRefusalExamples: Readonly<Record<keyof typeof sharedErrorDescriptions, Refusal>> = {
  405: { code: 'MethodNotAllowed', reason: 'Operations accept only POST.' },
  413: { code: 'PayloadTooLarge', reason: 'The body is larger than this operation accepts.' },
  415: notJsonRefusal,
  500: internalErrorRefusal,
  503: unavailableRefusal,
};

/** An example of status 300. */
export const multipleOrdersRefusalExample: Refusal = {
  code: 'MultipleOrders',
  reason: '2 orders have OrderNo CLB260001. Identify one by TransactionReferenceNumber or ShipmentKey.',
  extra: {
    Candidates: [
      {
        TransactionReferenceNumber: transactionReferenceExample,
        OrderNo: 'CLB260001',
        ShipmentKey: '1',
        OrderType: 'CLUB',
        Status: 'RECEIVED',
      },
    ],
  },
};

const refusals: Readonly<Record<DeclaredErrorStatus | keyof typeof commonErrors, Refusal>> = {
  ...sharedRefusalExamples,
  300: multipleOrdersRefusalExample,
  400: validationRefusal([
    { field: 'OrderInfo.OrderNo', code: 'MinLength', message: 'must have at least 3 characters' },
  ]),
  401: { code: 'InvalidCredentials', reason: 'The UserKey, Password or CustomerNo is not valid.' },
  403: {
    code: 'StateForbids',
    reason: 'Order CLB260001 cannot be updated: work on it has started (status PROCESSING ORDER).',
    extra: { State: 'PROCESSING ORDER' },
  },
  404: { code: 'NotFound', reason: 'There is no order with OrderNo CLB260001.' },
  429: {
    code: 'RateLimited',
    reason:
      'Too many requests: the limit is a burst of 1000, refilled within 10 seconds. Wait for the seconds in Retry-After.',
  },
};

/** Returns an example of the error body of a status. That of 400 names a property of the request. */
export function buildErrorBodyExample(
  operation: Operation,
  status: number,
  reference: string = transactionReferenceExample,
): ErrorBody {
  const refusal = refusals[status as keyof typeof refusals];
  if (status !== 400) return toErrorBody(refusal, reference);
  const field = Object.keys(operation.requestExample as object)[0] ?? 'Authentication';
  return toErrorBody(validationRefusal([{ field, code: 'Required', message: 'is required' }]), reference);
}
