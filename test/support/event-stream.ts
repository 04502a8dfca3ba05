/** A client of the event stream that reads it as a browser's worker does. */
import { operatorBasePaths } from '../../src/api/server.ts';
import type { TestServer } from './server.ts';

export interface ReceivedEvent {
  readonly id: string;
  readonly topics: readonly string[];
}

export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  /** Every event so far. */
  readonly events: readonly ReceivedEvent[];
  /** The number of heartbeat comments so far. */
  heartbeats(): number;
  hasEnded(): boolean;
  /** Every topic so far. */
  topics(): Set<string>;
  close(): void;
}

/** Opens the stream with these headers. */
export async function openStream(
  { url, environment }: Pick<TestServer, 'url' | 'environment'>,
  headers: Readonly<Record<string, string>>,
): Promise<OpenStream & { body(): Promise<unknown> }> {
  const abort = new AbortController();
  const response = await fetch(`${url}${operatorBasePaths[environment.name]}/events`, {
    headers,
    signal: abort.signal,
  });
  const events: ReceivedEvent[] = [];
  let heartbeats = 0;
  let ended = false;
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^id: (.+)\nevent: topics\ndata: (.+)$/.exec(block);
        if (event !== null) events.push({ id: event[1] as string, topics: (event[2] as string).split(',') });
        else if (block === ':') heartbeats += 1;
      }
    }
  };
  if (response.status === 200) {
    void read()
      .catch(() => undefined)
      .finally(() => {
        ended = true;
      });
  }
  return {
    status: response.status,
    headers: response.headers,
    events,
    heartbeats: () => heartbeats,
    hasEnded: () => ended,
    topics: () => new Set(events.flatMap((event) => event.topics)),
    body: () => response.json(),
    close: () => abort.abort(),
  };
}
