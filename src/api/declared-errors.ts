/**
 * The errors of each operation: those that it declares and those of all operations (decision 3), with an example of each.
 * OpenAPI documents them, and the mock returns them.
 */
import { transactionReferenceExample } from '../contract/transaction-reference.ts';
import { type Fault, type Refusal, validationRefusal } from '../platform/errors.ts';
import { isWrite, type Operation } from '../platform/http/operation.ts';
import {
  type ErrorBody,
  internalErrorRefusal,
  notJsonRefusal,
  toErrorBody,
  unavailableRefusal,
} from '../platform/http/reply.ts';
import { typeFaultOf } from '../platform/http/schema-faults.ts';
import type { ReaderSchema } from '../platform/http/schema-reader.ts';

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
  413: { code: 'PayloadTooLarge', reason: 'The body has more than 1 MiB, the most that this operation accepts.' },
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
      {
        TransactionReferenceNumber: '01990b5e-7d40-7a86-b1c9-5e2f7a9d3c48',
        OrderNo: 'CLB260001',
        ShipmentKey: '2',
        OrderType: 'CLUB',
        Status: 'ON INV HOLD',
      },
    ],
  },
};

const refusals: Readonly<Record<300 | keyof typeof commonErrors, Refusal>> = {
  ...sharedRefusalExamples,
  300: multipleOrdersRefusalExample,
  401: { code: 'InvalidCredentials', reason: 'The UserKey, Password or CustomerNo is not valid.' },
  429: {
    code: 'RateLimited',
    reason:
      'Too many requests: the limit is a burst of 1000, refilled within 10 seconds. Wait for the seconds in Retry-After.',
  },
};

const rightMissingRefusal: Refusal = {
  code: 'RightMissing',
  reason: 'This UserKey has no write access to customer W100. Ask the operator for it.',
};

/** Examples of 403 for operations on one document, by the document in their path. */
const forbiddingStates: readonly [path: RegExp, reason: string, State: string][] = [
  [/PurchaseOrder$/, 'Purchase order INBOUND-1001 cannot be changed: its status is RECEIVED.', 'RECEIVED'],
  [/TransferOrder$/, 'Transfer order TRANSFER-1001 cannot be changed: its status is CLOSED.', 'CLOSED'],
  [/GenerateJitLabel$/, 'Order CLB260001 gets no JIT label: it is of type CLUB, not JIT.', 'RECEIVED'],
  [/\/SKU\//, 'Item 23PIN-01 cannot be changed: it is retired.', 'RETIRED'],
  [
    /\/SalesOrder\//,
    'Order CLB260001 cannot be updated: work on it has started (status PROCESSING ORDER).',
    'PROCESSING ORDER',
  ],
];

/** An example of 403: a state where the operation declares one and its document is listed, else what all writes have. */
function forbiddenExample({ path, errors }: Operation): Refusal {
  const found = errors[403] === undefined ? undefined : forbiddingStates.find(([pattern]) => pattern.test(path));
  if (found === undefined) return rightMissingRefusal;
  const [, reason, State] = found;
  return { code: 'StateForbids', reason, extra: { State } };
}

/**
 * An example of 400: what the operation says of a request without properties, or of a value of the wrong type when it requires
 * none. An operation without properties can only get a body that is not JSON.
 */
function invalidExample({ request, check }: Operation): Refusal {
  const required = (request.required as readonly string[] | undefined)?.[0];
  if (required !== undefined) return validationRefusal([{ field: required, code: 'Required', message: 'is required' }]);
  const faults: readonly Fault[] = check?.({}) ?? [];
  if (faults.length > 0) return validationRefusal(faults.slice(0, 1));
  const properties = Object.entries(request.properties as Readonly<Record<string, ReaderSchema>>);
  const typed = properties.find(([, { type }]) => typeof type === 'string');
  if (typed === undefined) return { code: 'MalformedJson', reason: 'The body is not valid JSON.' };
  const [field, schema] = typed;
  return validationRefusal([{ field, ...typeFaultOf(schema, String(schema.type)) }]);
}

/** Returns an example of the error body of a status, which the operation can return. */
export function buildErrorBodyExample(
  operation: Operation,
  status: number,
  reference: string = transactionReferenceExample,
): ErrorBody {
  return toErrorBody(exampleRefusal(operation, status), reference);
}

function exampleRefusal(operation: Operation, status: number): Refusal {
  switch (status) {
    case 400:
      return invalidExample(operation);
    case 403:
      return forbiddenExample(operation);
    case 404:
      return { code: 'NotFound', reason: operation.errors[404] ?? '' };
    default:
      return refusals[status as keyof typeof refusals];
  }
}
