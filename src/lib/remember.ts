/** Answers that are worth keeping for a while, in the memory of this process. */

export interface Remembrance {
  readonly keptMs: number;
  /** The oldest goes when there are more. */
  readonly most: number;
  readonly nowMs?: () => number;
}

/**
 * The same question, asked once for each key: who asks while it is under way waits for the same answer, and an answer is
 * kept for a while. A failure is not kept.
 */
export function remembered<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  keyOf: (question: Question) => string,
  { keptMs, most, nowMs = () => performance.now() }: Remembrance,
): (question: Question) => Promise<Answer> {
  const kept = new Map<string, { readonly answer: Promise<Answer>; readonly untilMs: number }>();
  return (question) => {
    const key = keyOf(question);
    const known = kept.get(key);
    if (known !== undefined && nowMs() < known.untilMs) return known.answer;
    const answer = ask(question);
    const entry = { answer, untilMs: nowMs() + keptMs };
    // Anew at the end, so that the first one is always the oldest.
    kept.delete(key);
    kept.set(key, entry);
    answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
