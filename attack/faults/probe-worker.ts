/** A thread that sends one probe after the other to an address, and on `stop` posts how long the slowest took and how many failed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Probed } from './watch-server.ts';

let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

const address = workerData as string;
let [slowestProbeMs, failedProbes] = [0, 0];
while (!isStopped) {
  const began = performance.now();
  try {
    await (await fetch(address, { signal: AbortSignal.timeout(10_000) })).arrayBuffer();
  } catch {
    failedProbes += 1;
  }
  slowestProbeMs = Math.max(slowestProbeMs, performance.now() - began);
  await sleep(20);
}
const probed: Probed = { slowestProbeMs, failedProbes };
parentPort?.postMessage(probed);
