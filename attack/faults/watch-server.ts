/** Measures a server from outside while something is done to it: how long a probe waits, and how much memory it has. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../stage.ts';

export interface Watched {
  readonly slowestProbeMs: number;
  /** Probes without an answer within 10 s. */
  readonly unanswered: number;
  readonly firstMb: number;
  readonly mostMb: number;
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

export function watchServer({ server }: Stage): { stop(): Promise<Watched> } {
  const firstMb = server.residentMb();
  let [slowestProbeMs, unanswered, mostMb, isWatching] = [0, 0, firstMb, true];
  const probing = (async () => {
    while (isWatching) {
      const began = performance.now();
      if ((await server.probe('/healthz', 10_000)) === undefined) unanswered += 1;
      slowestProbeMs = Math.max(slowestProbeMs, performance.now() - began);
      mostMb = Math.max(mostMb, server.residentMb());
      await sleep(20);
    }
  })();
  return {
    stop: async () => {
      isWatching = false;
      await probing;
      return { slowestProbeMs, unanswered, firstMb, mostMb };
    },
  };
}
