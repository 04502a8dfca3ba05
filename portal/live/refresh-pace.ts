/**
 * Collects topics that changed and refreshes the queries that show them: one refresh at a time, with a pause after each. One that takes
 * longer than `maxRefreshMs` is not waited for: a read whose connection was cut silently takes minutes, and other lists change meanwhile.
 */

/** The shortest pause between two refreshes. */
const minPauseMs = 1_000;
/** The longest pause: a refresh seems to take hours when the computer sleeps during it. */
const maxPauseMs = 30_000;
const maxRefreshMs = 30_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Changes {
  add(topics: Iterable<string>): void;
}

/** After a refresh waits nine times as long as it took, within these limits, so that a slow list is read less often. */
export function createRefreshQueue(refresh: (topics: ReadonlySet<string>) => Promise<void>): Changes {
  const changed = new Set<string>();
  let isRefreshing = false;
  const refreshChanged = async (): Promise<void> => {
    if (isRefreshing) return;
    isRefreshing = true;
    while (changed.size > 0) {
      const topics = new Set(changed);
      changed.clear();
      const startedAt = performance.now();
      await Promise.race([refresh(topics), wait(maxRefreshMs)]);
      const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, 9 * (performance.now() - startedAt)));
      await wait(pauseMs);
    }
    isRefreshing = false;
  };
  return {
    add: (topics) => {
      for (const topic of topics) changed.add(topic);
      void refreshChanged();
    },
  };
}
