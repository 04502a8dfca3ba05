/**
 * A cache of database content that is valid until a revocation (decision 7).
 *
 * Invariants: nothing that was read before a revocation is cached after it, even if the read was in progress; nothing is used
 * while the process does not receive revocations; absence is not cached, so new entries are valid at once.
 */
import type { RevocationListener } from './revocations.ts';

export interface RevocableCache<Value> {
  /** Returns the cached value when it may be used now. */
  get(key: string): Value | undefined;
  /** Reads and caches. Concurrent calls for the same key share one read while revocations are received. */
  load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>;
  put(key: string, value: Value, generation: number): void;
  /** Call it before reading a value for `put`. */
  generation(): number;
}

/** @param maxEntries when the cache has this many, a new entry replaces the oldest one */
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
