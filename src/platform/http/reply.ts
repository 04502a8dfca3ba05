/**
 * What goes back over the wire: replies, and the one body that every error has (decision 3).
 *
 * Invariant: nothing from inside the server (stack, SQL, path) stands in a reply.
 */
import { CommitOutcomeUnknown, isConnectionLost } from '../db/database-errors.ts';
import { AppError, errorStatus, type Fault, type Refusal } from '../errors.ts';

/** The content type of every reply. */
export const jsonType = 'application/json; charset=utf-8';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error body, in wire names. `Errors` is empty where the status alone says it. */
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

export function errorBody(refusal: Refusal, reference: string): ErrorBody {
  return {
    Status: errorStatus[refusal.code],
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

export function refusalReply(refusal: Refusal, reference: string, headers?: Readonly<Record<string, string>>): Reply {
  const reply = { status: errorStatus[refusal.code], body: errorBody(refusal, reference) };
  return headers === undefined ? reply : { ...reply, headers };
}

/** Any error as what the caller is told. What is not an `AppError` is a bug, or a database that is away. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    const refusal: Refusal = { code: 'Unavailable', reason: 'the service is not available at the moment, try again' };
    return new AppError(refusal, { internal: error, retryAfterSeconds: 5 });
  }
  return new AppError(
    { code: 'Internal', reason: 'an internal error, logged under this reference' },
    { internal: error },
  );
}

export function errorReply(error: AppError, reference: string): Reply {
  if (error.retryAfterSeconds === undefined) return refusalReply(error.refusal, reference);
  return refusalReply(error.refusal, reference, { 'retry-after': String(error.retryAfterSeconds) });
}

/** too_many_connections, lock_not_available, query_canceled by its timeout, read_only_sql_transaction (a failover), disk_full */
const unavailableCodes = new Set(['53300', '55P03', '57014', '25006', '53100']);

/** Whether the database, rather than the code that asked it, is the cause. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown || isConnectionLost(error)) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && unavailableCodes.has(code);
}
