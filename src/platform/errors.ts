/**
 * Errors: what a caller may read, separate from what only the log may contain.
 *
 * Pure functions return a `Refusal`; the shell turns it into an `AppError`; one table maps a code to its HTTP status
 * (decision 3). A refusal never contains internals (stack, SQL, path).
 */

/** Every error code of the wire with its status. */
export const errorStatusByCode = {
  MultipleOrders: 300,
  ValidationFailed: 400,
  MalformedJson: 400,
  MalformedRequest: 400,
  InvalidIdempotencyKey: 400,
  DuplicateOrder: 400,
  DuplicateItem: 400,
  DuplicatePurchaseOrder: 400,
  DuplicateTransferOrder: 400,
  DuplicateCustomer: 400,
  IdempotencyKeyReused: 400,
  ClockBackwards: 400,
  InvalidCredentials: 401,
  TokenRequired: 401,
  InvalidToken: 401,
  SessionRequired: 401,
  CodeRequired: 401,
  StateForbids: 403,
  RightMissing: 403,
  RoleMissing: 403,
  ForeignOrigin: 403,
  CsrfTokenMissing: 403,
  PersonRequired: 403,
  NotFound: 404,
  UnknownPath: 404,
  MethodNotAllowed: 405,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  RateLimited: 429,
  Internal: 500,
  Unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatusByCode;

/** One fault of a request. `field` is a path in wire names, array members counted from 0: `ItemsInfo[0].ItemQuantity`. */
export interface Fault {
  readonly field: string;
  /** PascalCase, stable for programs: `MinLength`, `Required`, `UnknownItem`. */
  readonly code: string;
  /** For people, without the field: "must have at least 3 characters". */
  readonly message: string;
  /** Set when a carrier, not the caller, is at fault. */
  readonly source?: 'Carrier';
  /**
   * For a missing field: other fields that may be sent instead. When one of them was sent and has a fault of its own, this
   * fault is omitted.
   */
  readonly unless?: readonly string[];
}

/** The rejection of a request by a pure decision, with its reason. */
export interface Refusal {
  readonly code: ErrorCode;
  /** One sentence for a person. */
  readonly reason: string;
  readonly faults?: readonly Fault[];
  /** More properties of the error body, in wire names (`Candidates` of a 300, `State` of a `StateForbids`). */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The result for one item of a batch: a value, or a refusal. */
export type Outcome<Done> = { readonly ok: Done } | { readonly refused: Refusal };

/** The values of the outcomes that are not refusals. */
export const okValuesOf = <Done>(outcomes: Iterable<Outcome<Done>>): Done[] =>
  Array.from(outcomes).flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));

/**
 * A refused `Outcome` with this code and reason; throws nothing. For `StateForbids` use `refuseState`, which adds the
 * state.
 */
export function refuse(
  code: Exclude<ErrorCode, 'StateForbids'>,
  reason: string,
  faults?: readonly Fault[],
): { refused: Refusal } {
  return { refused: faults === undefined ? { code, reason } : { code, reason, faults } };
}

/** 403 `StateForbids`. The caller gets `state`, the status that forbids the change, as `State` of the error body. */
export function refuseState(state: string, reason: string, faults: readonly Fault[] = []): { refused: Refusal } {
  return { refused: { code: 'StateForbids', reason, faults, extra: { State: state } } };
}

/** A 400 `ValidationFailed` whose reason is its first fault, so that a person who reads only `Reason` can act. */
export function refuseFaults(faults: readonly Fault[]): { refused: Refusal } {
  return { refused: validationRefusal(faults) };
}

/** The refusal of `refuseFaults`. It lists at most `maxFaults` of the faults (`limitFaults`). */
export function validationRefusal(faults: readonly Fault[]): Refusal {
  const first = faults[0];
  const reason = first
    ? `${first.field ? `${first.field} ` : ''}${first.message}${othersSentence(faults.length - 1)}`
    : 'The request is not valid.';
  return { code: 'ValidationFailed', reason, faults: limitFaults(faults) };
}

/** Points to the problems after the first one, in a sentence of its own. */
function othersSentence(others: number): string {
  if (others < 1) return '';
  if (others === 1) return '. There is 1 more problem; see Errors.';
  return `. There are ${others < maxFaults ? others : `at least ${maxFaults}`} more problems; see Errors.`;
}

/** Validation of a request ends when it has found more faults than this (decision 3): a body of 1 MiB can hold 100,000. */
export const maxFaults = 100;

const moreFaults: Fault = {
  field: '',
  code: 'MoreErrors',
  message: `has more problems; only the first ${maxFaults} are listed`,
};

/** Limits a list to its first `maxFaults` faults. A longer list gets one more entry, `MoreErrors`, for the rest. */
export function limitFaults(faults: readonly Fault[]): readonly Fault[] {
  return faults.length <= maxFaults ? faults : [...faults.slice(0, maxFaults), moreFaults];
}

/** Thrown by the shell: the refusal for the caller, and details for the log only. */
export class AppError extends Error {
  readonly refusal: Refusal;
  readonly internal: unknown;
  /** Seconds for the `Retry-After` header of 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal, options: { internal?: unknown; retryAfterSeconds?: number } = {}) {
    super(refusal.reason);
    this.name = 'AppError';
    this.refusal = refusal;
    this.internal = options.internal;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorStatusByCode[this.refusal.code];
  }
}

export function notFoundError(reason: string): AppError {
  return new AppError({ code: 'NotFound', reason });
}
