/** Splits long work into steps between which the event loop does other work. */
import { setImmediate } from 'node:timers/promises';

const maxMs = 10;

/**
 * Returns a function to await between two steps of long work. It yields to the event loop when more than `maxMs` have passed since
 * it was created or last yielded; otherwise it returns undefined.
 */
export function createEventLoopYielder(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt <= maxMs) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}
