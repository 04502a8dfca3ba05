/**
 * Circuit breaker for a source that is slow or unavailable: limits concurrent requests and, after several consecutive
 * failures, rejects requests for a while. Rejected requests fail immediately, so that callers use the offline data.
 * Owns the state for one source in one process: requests in progress, consecutive failures, and when the circuit closes
 * again.
 */
import { CarrierSourceError } from '../location-source.ts';

interface CircuitBreakerLimits {
  /** Requests in progress. */
  readonly maxConcurrent: number;
  /** Consecutive failures that open the circuit; a rejection of a single request does not count. */
  readonly failuresBeforeOpening: number;
  /** How long the circuit stays open. */
  readonly openMs: number;
}

/** For requests that a caller waits for. */
const defaultCircuitBreakerLimits: CircuitBreakerLimits = {
  maxConcurrent: 16,
  failuresBeforeOpening: 3,
  openMs: 30_000,
};

/**
 * Returns the request function behind a circuit breaker. After `openMs` requests are sent again; until one succeeds, a single
 * failure opens the circuit again.
 * @throws what `ask` throws; `CarrierSourceError` without sending when too many requests are in progress or the circuit is open
 */
export function withCircuitBreaker<Question, Answer>(
  title: string,
  ask: (question: Question) => Promise<Answer>,
  limits: CircuitBreakerLimits = defaultCircuitBreakerLimits,
  nowMs: () => number = () => performance.now(),
): (question: Question) => Promise<Answer> {
  let inFlight = 0;
  let failures = 0;
  let openUntilMs = 0;
  return async (question) => {
    if (nowMs() < openUntilMs) throw new CarrierSourceError(title, 'it has not responded recently');
    if (inFlight >= limits.maxConcurrent) throw new CarrierSourceError(title, 'too many requests are waiting for it');
    inFlight += 1;
    try {
      const result = await ask(question);
      failures = 0;
      return result;
    } catch (error) {
      if (error instanceof CarrierSourceError && error.isRefusal) failures = 0;
      else failures += 1;
      if (failures >= limits.failuresBeforeOpening) {
        openUntilMs = nowMs() + limits.openMs;
        failures = limits.failuresBeforeOpening - 1;
      }
      throw error;
    } finally {
      inFlight -= 1;
    }
  };
}
