/** The worker that all tabs of a browser share: it holds the one connection to the event stream of their environment. */
import { type EventConnection, openEventConnection } from './event-connection.ts';
import type { TabToWorkerMessage, WorkerToTabMessage } from './shared-events.ts';

const tabs = new Set<MessagePort>();
let connection: EventConnection | undefined;
let connectedAs: string | undefined;

const send = (message: WorkerToTabMessage): void => {
  for (const tab of tabs) tab.postMessage(message);
};

function open({ url, operator }: Extract<TabToWorkerMessage, { kind: 'open' }>): void {
  const isOther = connectedAs !== undefined && connectedAs !== operator;
  if (connection !== undefined && !isOther && connection.state() !== 'ended') return;
  connection?.close();
  connectedAs = operator;
  connection = openEventConnection(url, send);
  // The other tabs still show data of the previous operator.
  if (isOther) send({ kind: 'operator' });
}

function leave(tab: MessagePort): void {
  tabs.delete(tab);
  if (tabs.size > 0) return;
  connection?.close();
  connection = undefined;
}

self.addEventListener('connect', (event) => {
  const [tab] = (event as MessageEvent).ports;
  if (tab === undefined) return;
  tab.onmessage = ({ data }: MessageEvent<TabToWorkerMessage>) => {
    if (data.kind === 'leave') return leave(tab);
    tabs.add(tab);
    open(data);
    if (connection !== undefined)
      tab.postMessage({ kind: 'state', state: connection.state() } satisfies WorkerToTabMessage);
  };
});
