/** Asks a health probe at a steady pace and samples the server's memory meanwhile. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface Probes {
  /** Milliseconds of each reply of the management address, each on a connection of its own, as supervisors probe. */
  readonly latencies: number[];
  /** The same of the public address, on a connection that stays open: new ones wait there for their turn to be accepted. */
  readonly publicLatencies: number[];
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
  { address, managementAddress }: { readonly address: string; readonly managementAddress: string },
  pid: number,
  work: Promise<T>,
): Promise<{ readonly result: T; readonly probes: Probes }> {
  const latencies: number[] = [];
  const publicLatencies: number[] = [];
  let rssMiB = 0;
  let failed = 0;
  const underWay = new Set<Promise<void>>();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const probe = (base: string, by: Agent | false, into: number[]): Promise<void> => {
    const sentAt = performance.now();
    return new Promise((resolve) => {
      request(`${base}/healthz`, { agent: by }, (response) => {
        if (response.statusCode !== 200) failed += 1;
        response.resume().on('end', () => {
          into.push(performance.now() - sentAt);
          resolve();
        });
      })
        .on('error', () => {
          failed += 1;
          resolve();
        })
        .end();
    });
  };
  const timer = setInterval(() => {
    rssMiB = Math.max(rssMiB, residentMiB(pid));
    for (const probed of [probe(managementAddress, false, latencies), probe(address, agent, publicLatencies)]) {
      underWay.add(probed);
      void probed.then(() => underWay.delete(probed));
    }
  }, everyMs);
  try {
    const result = await work;
    clearInterval(timer);
    await Promise.all(underWay);
    return { result, probes: { latencies, publicLatencies, rssMiB, failed } };
  } finally {
    clearInterval(timer);
    agent.destroy();
  }
}
