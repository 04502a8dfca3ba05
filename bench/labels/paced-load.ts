/**
 * Open-loop load: sends requests at a steady rate, independent of responses. Measures each latency from when its request was due,
 * so that a server that stalls cannot hide it by receiving fewer requests.
 */

import type { Load, LoadSource } from '../support/load.ts';
import type { RawConnection } from '../support/raw-client.ts';

/** Resolves when every request has its response. Requests wait for a free connection; the wait is part of the latency. */
export async function pacedLoad(
  connections: readonly RawConnection[],
  source: LoadSource,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Load> {
  const latencies: number[] = [];
  const idle = [...connections];
  const due: number[] = [];
  const startedAt = performance.now();
  const all = Math.floor(perSecond * seconds);
  let planned = 0;
  let answered = 0;
  await new Promise<void>((resolve, reject) => {
    for (const connection of connections) connection.onFailure(reject);
    const send = (): void => {
      while (idle.length > 0 && due.length > 0) {
        // Round-robin: the server closes connections that are idle for long.
        const connection = idle.shift() as RawConnection;
        const dueAt = due.shift() as number;
        const { body, n } = source.next();
        connection.post(source.path, body, (response) => {
          source.answered(n, response.status, response.body);
          latencies.push(performance.now() - dueAt);
          idle.push(connection);
          answered += 1;
          if (answered === all) return resolve();
          send();
        });
      }
    };
    const timer = setInterval(() => {
      const now = performance.now();
      for (; planned < all && startedAt + (planned * 1000) / perSecond <= now; planned += 1) {
        due.push(startedAt + (planned * 1000) / perSecond);
      }
      if (planned === all) clearInterval(timer);
      send();
    }, 1);
  });
  return { latencies };
}
