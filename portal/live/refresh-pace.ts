/** Collects topics that changed, and reads again what shows them: one refresh at a time, with a pause after each. */

/** Between two refreshes at least. */
const minPauseMs = 1_000;
/** And at most: a refresh during which the computer slept has seemed to take hours. */
const maxPauseMs = 30_000;

export interface Changes {
  add(topics: Iterable<string>): void;
}

/** Refreshes take at most a tenth of the time, so a list that is slow to read is read less often. */
export function openChanges(refresh: (topics: ReadonlySet<string>) => Promise<void>): Changes {
  const changed = new Set<string>();
  let isRefreshing = false;
  const refreshChanged = async (): Promise<void> => {
    if (isRefreshing) return;
    isRefreshing = true;
    while (changed.size > 0) {
      const topics = new Set(changed);
      changed.clear();
      const startedAt = performance.now();
      await refresh(topics);
      const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, 9 * (performance.now() - startedAt)));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
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
