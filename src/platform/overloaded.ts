/**
 * Load shedding: a request that would wait too long is rejected early, with 503 and `Retry-After`. Such rejections are counted
 * instead of logged, because there may be thousands per second, and never journaled or stored under an Idempotency-Key.
 */
import { AppError } from './errors.ts';

const pauseMs = 200;
/**
 * The pause for a client that floods: as long as the shortest `Retry-After`. With a pause of 200 ms, 600 connections
 * caused 2,500 rejections per second, which left so little time for other requests that the overload did not end.
 */
const floodPauseMs = 1_000;

export class OverloadedError extends AppError {
  /** How long the connection of the request is not read. */
  readonly pauseMs: number;

  constructor(reason: string, retryAfterSeconds: number, floods = false) {
    // The stack of an expected rejection is useless, and collecting it costs more than the rest of the rejection.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super({ code: 'Unavailable', reason }, { retryAfterSeconds });
    Error.stackTraceLimit = limit;
    this.name = 'Overloaded';
    this.pauseMs = floods ? floodPauseMs : pauseMs;
  }
}

/** The refusal of a request, change or query that would wait `waitMs` for its turn. `floods`: of a client that is held back. */
export function longWaitError(what: 'request' | 'change' | 'query', waitMs: number, floods = false): OverloadedError {
  return new OverloadedError(
    `The server is busy, and this ${what} would wait too long. Send it again after the seconds in Retry-After.`,
    Math.min(60, Math.max(1, Math.ceil(waitMs / 1000))),
    floods,
  );
}

/** The refusal of a change whose customer has as many changes waiting as it may have. */
export function customerQueueFullError(): OverloadedError {
  return new OverloadedError(
    'Too many requests of this customer are waiting. Send the request again after the seconds in Retry-After.',
    1,
  );
}
