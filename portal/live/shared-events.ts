/** One event stream for all tabs of an environment, by a shared worker; one for each tab where there is none or it fails. */
import { openEventConnection, type StreamMessage } from './event-connection.ts';

/** A message of a tab to the worker. */
export type TabToWorkerMessage =
  | { readonly kind: 'open'; readonly url: string; readonly operator: string }
  | { readonly kind: 'leave' };

/** A message of the worker to tabs. `operator`: another operator has signed in; sent to all tabs. */
export type WorkerToTabMessage = StreamMessage | { readonly kind: 'operator' };

/** Opens the stream at this path for the operator. Returns a function that leaves it. */
export function openSharedEvents(
  path: string,
  operator: string,
  onMessage: (message: WorkerToTabMessage) => void,
): () => void {
  const url = new URL(path, location.href).href;
  if (typeof SharedWorker === 'undefined') return openEventConnection(url, onMessage).close;
  let own: (() => void) | undefined;
  const { port } = openWorker(path, () => {
    own ??= openEventConnection(url, onMessage).close;
  });
  port.onmessage = ({ data }: MessageEvent<WorkerToTabMessage>) => onMessage(data);
  const send = (message: TabToWorkerMessage): void => port.postMessage(message);
  const leave = (): void => send({ kind: 'leave' });
  // Open it again for a page that the browser has kept for the back button.
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) send({ kind: 'open', url, operator });
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  send({ kind: 'open', url, operator });
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
    own?.();
    leave();
    port.close();
  };
}

/** One worker for each environment. */
function openWorker(name: string, onError: () => void): SharedWorker {
  const worker = new SharedWorker(new URL('./event-worker.ts', import.meta.url), { type: 'module', name });
  worker.onerror = onError;
  return worker;
}
