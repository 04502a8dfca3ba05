/** Counts the argon2 hashes that this process computes, by the asynchronous resources of Node. */
import { createHook } from 'node:async_hooks';

/** The hashes that `work` computes: how many in all, and how many at once. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<{ all: number; atOnce: number }> {
  const running = new Set<number>();
  const counted = { all: 0, atOnce: 0 };
  const hook = createHook({
    init: (id, type) => {
      if (type !== 'ARGON2REQUEST') return;
      running.add(id);
      counted.all += 1;
      counted.atOnce = Math.max(counted.atOnce, running.size);
    },
    // The result is delivered.
    before: (id) => void running.delete(id),
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return counted;
}
