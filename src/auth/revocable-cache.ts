/**
 * What a process remembers of the database until a revocation (decision 7).
 *
 * Invariants: nothing read before a revocation is kept after it, also when the reading was under way; nothing is used
 * while the process does not hear of revocations; absence is never remembered, so what is new holds at once.
 */
import type { RevocationListener } from './revocations.ts';

export interface RevocableCache<Value> {
  /** What is remembered and may be used now. */
  get(key: string): Value | undefined;
  /** Reads and remembers. Callers that ask for the same key at the same time share one reading. */
  load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>;
  put(key: string, value: Value, generation: number): void;
  /** To be taken before reading what is `put` afterwards. */
  generation(): number;
}

export function createRevocableCache<Value>(watch: RevocationListener, maxEntries: number): RevocableCache<Value> {
  const entries = new Map<string, Value>();
  const pendingReads = new Map<string, Promise<Value | undefined>>();
  let generation = 0;
  watch.onRevocation(() => {
    generation += 1;
    entries.clear();
    pendingReads.clear();
  });

  const put = (key: string, value: Value, generationAtRead: number): void => {
    if (generationAtRead !== generation) return;
    if (entries.size >= maxEntries) {
      const oldest = entries.keys().next().value;
      if (oldest !== undefined) entries.delete(oldest);
    }
    entries.set(key, value);
  };

  const read = async (key: string, reading: () => Promise<Value | undefined>): Promise<Value | undefined> => {
    const generationAtRead = generation;
    const value = await reading();
    if (value !== undefined) put(key, value, generationAtRead);
    return value;
  };

  return {
    get: (key) => (watch.isCurrent() ? entries.get(key) : undefined),
    generation: () => generation,
    put,
    load: (key, reading) => {
      if (!watch.isCurrent()) return read(key, reading);
      const shared = pendingReads.get(key);
      if (shared !== undefined) return shared;
      const started = read(key, reading).finally(() => {
        if (pendingReads.get(key) === started) pendingReads.delete(key);
      });
      pendingReads.set(key, started);
      return started;
    },
  };
}
