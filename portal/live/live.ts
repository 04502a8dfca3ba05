/**
 * Keeps the page up to date: queries that show a topic are read again when the event stream names it. While the stream is down
 * everything is read again every 15 seconds.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../api/queries.ts';
import { rereadSession, sessionQueryKey } from '../api/session.ts';
import { apiBase } from '../environment.ts';
import type { StreamState } from './event-connection.ts';
import { createRefreshLimiter } from './minimum-ages.ts';
import { createRefreshQueue } from './refresh-pace.ts';
import { openSharedEvents, type WorkerToTabMessage } from './shared-events.ts';
import { isAffectedByTopics } from './topics.ts';

/** How often everything is read again while the stream is down. */
export const pollingSeconds = 15;
/** The pause before the stream is opened again after it has reported the end of the session. */
const reopenMs = 5_000;

let state: StreamState = 'connecting';
const listeners = new Set<() => void>();

function setState(next: StreamState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The state of the event stream: while it is `live`, changes arrive by themselves. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

const pace = createRefreshLimiter((path) => {
  const refetchType = document.hidden ? 'none' : 'active';
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === path, refetchType });
});

/**
 * Reads again the queries that show one of the topics; without an argument all queries but the session. Those that were read
 * too recently (`minimum-ages.ts`) follow later. Queries off the screen are read when they are shown.
 */
async function refresh(topics?: ReadonlySet<string>): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path], state: { dataUpdatedAt } }) =>
      path !== sessionQueryKey[0] &&
      (topics === undefined || isAffectedByTopics(path, topics)) &&
      pace.isDue(path, dataUpdatedAt),
    refetchType: document.hidden ? 'none' : 'active',
  });
}

const changes = createRefreshQueue(refresh);

/** Follows the event stream of this operator while the component is there. */
export function useLiveUpdates(operator: string): void {
  useEffect(() => {
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let close = (): void => undefined;
    const open = (): void => {
      close();
      close = openSharedEvents(`${apiBase}/events`, operator, onMessage);
    };
    const onMessage = (message: WorkerToTabMessage): void => {
      if (message.kind === 'topics') {
        changes.add(message.topics);
      } else if (message.kind === 'operator') {
        void rereadSession();
      } else {
        setState(message.state);
        if (message.state !== 'ended') return;
        void rereadSession();
        clearTimeout(reopening);
        reopening = setTimeout(open, reopenMs);
      }
    };
    open();
    const polling = setInterval(() => {
      if (state !== 'live') void refresh();
    }, pollingSeconds * 1_000);
    return () => {
      clearTimeout(reopening);
      clearInterval(polling);
      close();
      setState('connecting');
    };
  }, [operator]);
}
