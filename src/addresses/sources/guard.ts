/**
 * Keeps a source that is slow or away from slowing down everybody who asks: only so many questions are under way at once,
 * and after some failures in a row nobody asks for a while. What is not asked fails at once, and is answered offline.
 *
 * Owns, for one source in one process: the questions under way, the failures in a row, until when it rests.
 */
import { SourceFailed } from '../location-source.ts';

export interface GuardLimits {
  readonly mostAtOnce: number;
  /** Failures in a row before it rests; a refusal of one question is none. */
  readonly failuresBeforeRest: number;
  readonly restMs: number;
}

/** For questions that somebody waits for. */
export const usualLimits: GuardLimits = { mostAtOnce: 16, failuresBeforeRest: 3, restMs: 30_000 };

/**
 * The same question, guarded. After a rest one failure is enough for the next.
 * @throws SourceFailed also for what is not asked: too many questions under way, or the source rests
 */
export function guarded<Question, Answer>(
  title: string,
  ask: (question: Question) => Promise<Answer>,
  limits: GuardLimits = usualLimits,
  nowMs: () => number = () => performance.now(),
): (question: Question) => Promise<Answer> {
  let underWay = 0;
  let failures = 0;
  let restsUntilMs = 0;
  return async (question) => {
    if (nowMs() < restsUntilMs) throw new SourceFailed(title, 'it has not answered lately');
    if (underWay >= limits.mostAtOnce) throw new SourceFailed(title, 'too many questions wait for it');
    underWay += 1;
    try {
      const answer = await ask(question);
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof SourceFailed && error.isRefusal) failures = 0;
      else failures += 1;
      if (failures >= limits.failuresBeforeRest) {
        restsUntilMs = nowMs() + limits.restMs;
        failures = limits.failuresBeforeRest - 1;
      }
      throw error;
    } finally {
      underWay -= 1;
    }
  };
}
