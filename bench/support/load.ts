/** Closed-loop load: each connection sends its next request when the response to the last one has arrived. */
import type { RawConnection } from './raw-client.ts';

export interface Load {
  /** The latency of each response, in milliseconds. A closed loop leaves out responses after the end of the time. */
  readonly latencies: readonly number[];
}

export interface LoadSource {
  readonly path: string;
  /** The body of the next request and its number. */
  next(): { readonly body: string; readonly n: number };
  /** Called with every response, including those after the end of the time. */
  answered(n: number, status: number, body: string): void;
}

/** Keeps every connection busy for `seconds`. Resolves when the last request sent has its response. */
export async function load(connections: readonly RawConnection[], source: LoadSource, seconds: number): Promise<Load> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const keepBusy = (connection: RawConnection): Promise<void> =>
    new Promise((resolve, reject) => {
      connection.onFailure(reject);
      const send = (): void => {
        const { body, n } = source.next();
        const sentAt = performance.now();
        connection.post(source.path, body, (response) => {
          const now = performance.now();
          source.answered(n, response.status, response.body);
          if (now >= until) return resolve();
          latencies.push(now - sentAt);
          send();
        });
      };
      send();
    });
  await Promise.all(connections.map(keepBusy));
  return { latencies };
}

/** @param sorted in ascending order @param share 0.5 for the median; NaN without values */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
