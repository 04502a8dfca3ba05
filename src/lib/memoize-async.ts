/** Answers that are worth keeping for a while, in the memory of this process. */

export interface MemoOptions {
  readonly ttlMs: number;
  /** The oldest goes when there are more. */
  readonly maxEntries: number;
  readonly nowMs?: () => number;
}

/**
 * The same question, asked once for each key: who asks while it is under way waits for the same answer, and an answer is
 * kept for a while. A failure is not kept.
 */
export function memoizeAsync<Input, Result>(
  load: (input: Input) => Promise<Result>,
  keyOf: (input: Input) => string,
  { ttlMs, maxEntries, nowMs = () => performance.now() }: MemoOptions,
): (input: Input) => Promise<Result> {
  const entries = new Map<string, { readonly result: Promise<Result>; readonly expiresAtMs: number }>();
  return (input) => {
    const key = keyOf(input);
    const cached = entries.get(key);
    if (cached !== undefined && nowMs() < cached.expiresAtMs) return cached.result;
    const result = load(input);
    const entry = { result: result, expiresAtMs: nowMs() + ttlMs };
    // Anew at the end, so that the first one is always the oldest.
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
