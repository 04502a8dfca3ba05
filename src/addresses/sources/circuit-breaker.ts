/**
 * Keeps a source that is slow or away from slowing down everybody who asks: only so many questions are under way at once,
 * and after some failures in a row nobody asks for a while. What is not asked fails at once, and is answered offline.
 *
 * Owns, for one source in one process: the questions under way, the failures in a row, until when it rests.
 */
import { SourceError } from '../location-source.ts';

export interface CircuitBreakerLimits {
  readonly maxConcurrent: number;
  /** Failures in a row before it rests; a refusal of one question is none. */
  readonly failuresBeforeRest: number;
  readonly restMs: number;
}

/** For questions that somebody waits for. */
export const defaultCircuitBreakerLimits: CircuitBreakerLimits = {
  maxConcurrent: 16,
  failuresBeforeRest: 3,
  restMs: 30_000,
};

/**
 * The same question, guarded. After a rest one failure is enough for the next.
 * @throws SourceError also for what is not asked: too many questions under way, or the source rests
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
    if (nowMs() < openUntilMs) throw new SourceError(title, 'it has not answered lately');
    if (inFlight >= limits.maxConcurrent) throw new SourceError(title, 'too many questions wait for it');
    inFlight += 1;
    try {
      const answer = await ask(question);
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof SourceError && error.isRefusal) failures = 0;
      else failures += 1;
      if (failures >= limits.failuresBeforeRest) {
        openUntilMs = nowMs() + limits.restMs;
        failures = limits.failuresBeforeRest - 1;
      }
      throw error;
    } finally {
      inFlight -= 1;
    }
  };
}
