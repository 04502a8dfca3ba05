/**
 * The errors of each operation: those that it declares and those of all operations (decision 3), with an example of each.
 * OpenAPI documents them, and the mock returns them.
 */
import { referenceExample } from '../contract/orders.ts';
import type { Refusal } from '../platform/errors.ts';
import { type DeclaredStatus, isWrite, type Operation } from '../platform/http/operation.ts';
import { type ErrorBody, errorBody } from '../platform/http/reply.ts';

const commonErrors = {
  401: 'Credentials are missing or wrong, or a token that is required is missing, expired, or of another customer.',
  405: 'Not a POST.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not `application/json`.',
  429: 'Rate limit. Retry after the seconds of `Retry-After`.',
  500: 'An internal error, logged under the reference.',
  503: 'The service is unavailable or stopping. Retry after the seconds of `Retry-After`.',
} as const;

/** Returns the cause of each error status, in the order of status. */
export function declaredErrors(operation: Operation): ReadonlyMap<number, string> {
  const declared: Record<number, string> = { ...commonErrors, ...operation.errors };
  declared[400] ??= 'The body is not valid JSON, or breaks a rule of the operation.';
  if (isWrite(operation)) declared[403] ??= 'The credentials lack the right to write.';
  return new Map(
    Object.entries(declared)
      .map(([status, description]) => [Number(status), description] as const)
      .sort(([a], [b]) => a - b),
  );
}

const refusals: Readonly<Record<DeclaredStatus | keyof typeof commonErrors, Refusal>> = {
  300: {
    code: 'MultipleOrders',
    reason: 'several orders have this OrderNo: name one by ShipmentKey or TransactionReferenceNumber',
    extra: {
      Candidates: [
        {
          TransactionReferenceNumber: referenceExample,
          OrderNo: 'CLB260001',
          ShipmentKey: '1',
          OrderType: 'CLUB',
          Status: 'RECEIVED',
        },
      ],
    },
  },
  400: {
    code: 'ValidationFailed',
    reason: 'OrderInfo.OrderNo must have at least 3 characters',
    faults: [{ field: 'OrderInfo.OrderNo', code: 'MinLength', message: 'must have at least 3 characters' }],
  },
  401: { code: 'InvalidCredentials', reason: 'the credentials are not valid' },
  403: {
    code: 'StateForbids',
    reason: 'the state forbids it: PROCESSING ORDER',
    extra: { State: 'PROCESSING ORDER' },
  },
  404: { code: 'NotFound', reason: 'this customer has nothing of that name' },
  405: { code: 'MethodNotAllowed', reason: 'every operation is a POST' },
  413: { code: 'PayloadTooLarge', reason: 'the body is larger than this operation takes' },
  415: { code: 'UnsupportedMediaType', reason: 'the body must be application/json' },
  429: { code: 'RateLimited', reason: 'too many requests' },
  500: { code: 'Internal', reason: 'an internal error, logged under this reference' },
  503: { code: 'Unavailable', reason: 'the service is not available at the moment, try again' },
};

/** Returns an example of the error body of a status. That of 400 names a property of the operation. */
export function errorExample(operation: Operation, status: number, reference: string = referenceExample): ErrorBody {
  const refusal = refusals[status as keyof typeof refusals];
  if (status !== 400) return errorBody(refusal, reference);
  const field = Object.keys(operation.requestExample as object)[0] ?? 'Authentication';
  return errorBody(
    {
      code: 'ValidationFailed',
      reason: `${field} is required`,
      faults: [{ field, code: 'Required', message: 'is required' }],
    },
    reference,
  );
}
