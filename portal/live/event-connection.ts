/**
 * The event stream of a session: opened again whenever it breaks until the session ends, and resumed after the last event. It
 * reads by `fetch`, because `EventSource` reports neither why a stream was refused nor a server that sends nothing any more.
 */

/** `ended`: the session has ended. */
export type StreamState = 'connecting' | 'live' | 'ended';

export type StreamMessage =
  | { readonly kind: 'state'; readonly state: StreamState }
  | { readonly kind: 'topics'; readonly topics: readonly string[] };

export interface EventConnection {
  /** The current state. */
  state(): StreamState;
  close(): void;
}

/** A stream is silent after this time without a byte. The server sends a comment about once a second. */
const silentMs = 8_000;
const minPauseMs = 1_000;
const maxPauseMs = 30_000;

export function openEventConnection(url: string, report: (message: StreamMessage) => void): EventConnection {
  const closing = new AbortController();
  let state: StreamState = 'connecting';
  let lastEventId: string | undefined;
  let pauseMs = minPauseMs;

  const setState = (next: StreamState): void => {
    if (state === next || closing.signal.aborted) return;
    state = next;
    report({ kind: 'state', state });
  };

  const onEvent = (lines: readonly string[]): void => {
    const valueIn = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    lastEventId = valueIn('id') ?? lastEventId;
    const topics = valueIn('data');
    if (topics !== undefined && !closing.signal.aborted) report({ kind: 'topics', topics: topics.split(',') });
  };

  /** Reads one stream to its end. Throws when it breaks or cannot be opened. */
  const read = async (): Promise<void> => {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silentMs);
    try {
      const response = await fetch(url, {
        headers: { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
        cache: 'no-store',
        signal: AbortSignal.any([closing.signal, silence.signal]),
      });
      if (response.status === 401) return setState('ended');
      if (!response.ok || response.body === null) throw new Error(`the stream was refused: ${response.status}`);
      setState('live');
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silentMs);
        const blocks = (text + chunk.value).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) onEvent(block.split('\n'));
      }
    } finally {
      clearTimeout(timer);
    }
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      await read().catch(() => undefined);
      if (state === 'ended') return;
      setState('connecting');
      pauseMs = performance.now() - startedAt > maxPauseMs ? minPauseMs : Math.min(maxPauseMs, pauseMs * 2);
      // A random pause, so that browsers do not all reconnect at the same time after the server has restarted.
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.25 + Math.random() / 2)));
    }
  };
  void run();

  return { state: () => state, close: () => closing.abort() };
}
