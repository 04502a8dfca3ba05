/** Memoizes asynchronous functions for a limited time, in the memory of the process. */

interface MemoizeOptions {
  readonly ttlMs: number;
  /** Beyond it the oldest entry is evicted. */
  readonly maxEntries: number;
  readonly nowMs?: () => number;
}

/**
 * Calls `load` once per key in `ttlMs`, counted from the call, unless the entry was evicted: callers in that time share one call
 * and its result. A failure is shared only by those who call before it; the next one loads again.
 */
export function memoizeAsync<Input, Result>(
  load: (input: Input) => Promise<Result>,
  keyOf: (input: Input) => string,
  { ttlMs, maxEntries, nowMs = () => performance.now() }: MemoizeOptions,
): (input: Input) => Promise<Result> {
  const entries = new Map<string, { readonly result: Promise<Result>; readonly expiresAtMs: number }>();
  return (input) => {
    const key = keyOf(input);
    const cached = entries.get(key);
    if (cached !== undefined && nowMs() < cached.expiresAtMs) return cached.result;
    const result = load(input);
    const entry = { result: result, expiresAtMs: nowMs() + ttlMs };
    // Inserted again at the end, so that the first entry is always the oldest.
    entries.delete(key);
    entries.set(key, entry);
    result.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return result;
  };
}
