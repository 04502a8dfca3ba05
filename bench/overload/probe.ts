/** Sends health probes at a steady rate and samples the server's memory meanwhile. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Probes {
  /** Latencies of the management address in milliseconds. Each probe opens a connection, as the probes of supervisors do. */
  readonly latencies: number[];
  /** The same for the public address, on connections that stay open, because new ones may wait there to be accepted. */
  readonly publicLatencies: number[];
  /** The peak of the server's resident memory among the samples, in MiB. */
  readonly rssMiB: number;
  /** Replies that were not 200, and connections that broke. */
  readonly failed: number;
  /** The 99th percentile of this process' own event loop delay, milliseconds: what it adds to the latencies. */
  readonly ownDelayMs: number;
}

const everyMs = 25;
const delayResolutionMs = 5;

/** The resident memory of a process in MiB. Linux only; 0 elsewhere. */
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
  // Enough connections that probes do not wait for each other.
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  delay.enable();
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
    const ownDelayMs = Math.max(0, delay.percentile(99) / 1e6 - delayResolutionMs);
    return { result, probes: { latencies, publicLatencies, rssMiB, failed, ownDelayMs } };
  } finally {
    clearInterval(timer);
    delay.disable();
    agent.destroy();
  }
}
