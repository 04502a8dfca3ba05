/** Measures a server from outside during an attack: probe latency and memory. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Stage } from '../stage.ts';

/** Maximum resident memory of a server, as started by the launcher (decision 36). */
export const maxServerMb = 500;

export interface Probed {
  readonly slowestProbeMs: number;
  /** The number of probes without a response within 10 s. */
  readonly failedProbes: number;
}

export interface ServerReadings extends Probed {
  readonly firstMb: number;
  readonly maxMb: number;
}

/**
 * Maximum probe latency during an attack, derived from the current latency: on a busy machine a fixed limit would
 * measure the machine.
 */
export async function probeLimitMs(stage: Stage, leastMs: number): Promise<number> {
  const quiet = watchServer(stage);
  await sleep(1_000);
  return Math.max(leastMs, 8 * (await quiet.stop()).slowestProbeMs);
}

export function watchServer({ server }: Stage): { stop(): Promise<ServerReadings> } {
  const firstMb = server.residentMb();
  let maxMb = firstMb;
  const timer = setInterval(() => {
    maxMb = Math.max(maxMb, server.residentMb());
  }, 50);
  // In its own thread: this one is busy with the attack and would measure itself.
  const prober = new Worker(new URL('probe-worker.ts', import.meta.url), { workerData: `${server.address}/healthz` });
  return {
    stop: async () => {
      clearInterval(timer);
      prober.postMessage('stop');
      const [probed] = (await once(prober, 'message')) as [Probed];
      await prober.terminate();
      return { ...probed, firstMb, maxMb };
    },
  };
}
