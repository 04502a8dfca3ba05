/**
 * Splits long work on the event loop: await the returned function between two steps. It yields to other work when more than
 * `maxMs` have passed since the start or the last yield; otherwise it returns undefined.
 */
import { setImmediate } from 'node:timers/promises';

/**
 * Returns a function to await between two steps of long work. It yields to the event loop when more than `maxMs` have passed since the last
 * yield; otherwise it returns undefined.
 */
export function createEventLoopYielder(maxMs = 10): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt <= maxMs) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}
