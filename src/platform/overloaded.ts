/**
 * Load shedding: a request that would wait too long for its turn is refused with 503 and `Retry-After` before it has cost
 * much. Such a refusal is counted rather than logged, because there may be thousands in a second, and never journaled or
 * kept under an Idempotency-Key.
 */
import { AppError } from './errors.ts';

export class Overloaded extends AppError {
  constructor(reason: string, retryAfterSeconds: number) {
    // The stack of a refusal that is expected tells nothing, and collecting it costs more than the rest of the refusal.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super({ code: 'Unavailable', reason }, { retryAfterSeconds });
    Error.stackTraceLimit = limit;
    this.name = 'Overloaded';
  }
}

/** The refusal of a request, change or query that would wait `waitMs` for its turn. */
export function overloaded(what: 'request' | 'change' | 'query', waitMs: number): Overloaded {
  return new Overloaded(
    `the server is busy: this ${what} would wait too long for its turn; send it again after Retry-After seconds`,
    Math.min(60, Math.max(1, Math.ceil(waitMs / 1000))),
  );
}
