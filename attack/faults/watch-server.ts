/** Measures a server from outside while something is done to it: how long a probe waits, and how much memory it has. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Stage } from '../stage.ts';

export interface Probed {
  readonly slowestProbeMs: number;
  /** Probes without an answer within 10 s. */
  readonly sourceFailureOf: number;
}

export interface ServerReadings extends Probed {
  readonly firstMb: number;
  readonly maxMb: number;
}

/**
 * How long a probe may wait during an attack, given how long it waits now: on a machine that has more to do than this,
 * a fixed limit would judge the machine.
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
  // In a thread of its own: this one is busy with the attack, and would measure itself.
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
