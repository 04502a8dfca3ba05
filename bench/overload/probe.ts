/** Asks a health probe at a steady pace and samples the server's memory meanwhile. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

export interface Probes {
  /** Milliseconds of each reply, from when it was due; each on a connection of its own, as supervisors probe. */
  readonly latencies: number[];
  /** The most resident memory of the server, MiB. */
  readonly rssMiB: number;
  /** Replies that were not 200, and connections that broke. */
  readonly failed: number;
}

const everyMs = 25;

/** Linux only; 0 elsewhere. */
export function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Probes until `work` ends. */
export async function probeDuring<T>(
  address: string,
  pid: number,
  work: Promise<T>,
): Promise<{ readonly result: T; readonly probes: Probes }> {
  const latencies: number[] = [];
  let rssMiB = 0;
  let failed = 0;
  const underWay = new Set<Promise<void>>();
  const probe = (): Promise<void> => {
    const sentAt = performance.now();
    return new Promise((resolve) => {
      const onFailure = (): void => {
        failed += 1;
        resolve();
      };
      request(`${address}/healthz`, { agent: false }, (response) => {
        if (response.statusCode !== 200) failed += 1;
        response.resume().on('end', () => {
          latencies.push(performance.now() - sentAt);
          resolve();
        });
      })
        .on('error', onFailure)
        .end();
    });
  };
  const timer = setInterval(() => {
    rssMiB = Math.max(rssMiB, residentMiB(pid));
    const probed = probe();
    underWay.add(probed);
    void probed.then(() => underWay.delete(probed));
  }, everyMs);
  try {
    const result = await work;
    clearInterval(timer);
    await Promise.all(underWay);
    return { result, probes: { latencies, rssMiB, failed } };
  } finally {
    clearInterval(timer);
  }
}
