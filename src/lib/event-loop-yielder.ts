/**
 * Long work on the event loop in short turns: call what it returns between two parts of the work, and await that. Others
 * have their turn whenever the work has taken `maxMs`.
 */
import { setImmediate } from 'node:timers/promises';

export function eventLoopYielder(maxMs = 10): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt <= maxMs) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}
