/**
 * Replies and the error body that all errors share (decision 3).
 *
 * Invariant: no reply contains internals of the server (stack, SQL, path).
 */
import { CommitOutcomeUnknown, isConnectionLost } from '../db/database-errors.ts';
import { AppError, errorStatusByCode, type Fault, type Refusal } from '../errors.ts';
import { idempotencyKeyClaimLostError, isIdempotencyKeyClaimLost } from '../key-claims.ts';

/** The content type of JSON replies. */
export const jsonContentType = 'application/json; charset=utf-8';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error body, in wire names. `Errors` is empty when no field is at fault. */
export interface ErrorBody {
  readonly Status: number;
  readonly Code: string;
  readonly Reason: string;
  readonly Errors: readonly {
    readonly Field: string;
    readonly Code: string;
    readonly Message: string;
    readonly Source?: 'Carrier';
  }[];
  readonly TransactionReferenceNumber: string;
  readonly [extra: string]: unknown;
}

export function toErrorBody(refusal: Refusal, reference: string): ErrorBody {
  return {
    Status: errorStatusByCode[refusal.code],
    Code: refusal.code,
    Reason: refusal.reason,
    Errors: (refusal.faults ?? []).map(wireFault),
    ...refusal.extra,
    TransactionReferenceNumber: reference,
  };
}

function wireFault(fault: Fault): ErrorBody['Errors'][number] {
  const wire = { Field: fault.field, Code: fault.code, Message: fault.message };
  return fault.source === undefined ? wire : { ...wire, Source: fault.source };
}

export function toRefusalReply(refusal: Refusal, reference: string, headers?: Readonly<Record<string, string>>): Reply {
  const reply = { status: errorStatusByCode[refusal.code], body: toErrorBody(refusal, reference) };
  return headers === undefined ? reply : { ...reply, headers };
}

export const notJsonRefusal: Refusal = {
  code: 'UnsupportedMediaType',
  reason: 'Send the body as JSON, with Content-Type: application/json.',
};
export const internalErrorRefusal: Refusal = {
  code: 'Internal',
  reason: 'An internal error occurred. It is logged under this transaction reference.',
};
export const unavailableRefusal: Refusal = {
  code: 'Unavailable',
  reason: 'The service is temporarily unavailable. Try again.',
};

/**
 * Converts any error to the one that the caller sees: 503 when the database is unavailable, the claim on an
 * Idempotency-Key was lost, or a warehouse or an inventory status was removed that this process still has cached; 500
 * for anything else that is not an `AppError`.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isIdempotencyKeyClaimLost(error)) return idempotencyKeyClaimLostError(error);
  const removed = removedSetting(error);
  if (removed !== undefined) {
    const reason = `The ${removed} was removed a moment ago. Send the request again in a few seconds.`;
    return new AppError({ code: 'Unavailable', reason }, { internal: error, retryAfterSeconds: 5 });
  }
  if (isDatabaseUnavailableError(error)) {
    return new AppError(unavailableRefusal, { internal: error, retryAfterSeconds: 5 });
  }
  return new AppError(internalErrorRefusal, { internal: error });
}

export function toErrorReply(error: AppError, reference: string): Reply {
  if (error.retryAfterSeconds === undefined) return toRefusalReply(error.refusal, reference);
  return toRefusalReply(error.refusal, reference, { 'retry-after': String(error.retryAfterSeconds) });
}

const settingsByConstraint: Readonly<Record<string, string>> = {
  balances_warehouse_fkey: 'warehouse',
  customers_default_warehouse_fkey: 'warehouse',
  counts_open_warehouse_fkey: 'warehouse',
  returns_open_warehouse_fkey: 'warehouse',
  balances_existing_status: 'inventory status',
};

/**
 * For a foreign_key_violation of a row that references a removed setting: the kind of the setting. Otherwise undefined.
 */
function removedSetting(error: unknown): string | undefined {
  const { code, constraint = '' } = (error ?? {}) as { code?: unknown; constraint?: string };
  return code === '23503' ? settingsByConstraint[constraint] : undefined;
}

/** too_many_connections, lock_not_available, query_canceled by its timeout, read_only_sql_transaction (a failover), disk_full */
const unavailableCodes = new Set(['53300', '55P03', '57014', '25006', '53100']);

/** Whether an error is caused by the state of the database rather than by the statement. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown || isConnectionLost(error)) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && unavailableCodes.has(code);
}
