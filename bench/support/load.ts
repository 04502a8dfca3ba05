/** Keeps every connection busy for a while and tells what came back, how often and how fast. */
import type { RawConnection } from './raw-client.ts';

export interface Load {
  /** Milliseconds of each answer that came within the time. */
  readonly latencies: readonly number[];
}

export interface LoadSource {
  readonly path: string;
  /** The body of the next request and its number. */
  next(): { readonly body: string; readonly n: number };
  /** Told of every answer, those after the end of the time too. */
  answered(n: number, status: number, body: string): void;
}

/** Resolves when the last request that was sent has been answered. */
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

/** The value below which this share of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
