/** A program for the tests of the supervisor: behaves as its start says. Given `supervise`, it is a supervisor of two. */
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import type { Metrics } from '../../src/platform/metrics.ts';
import { connectToSupervisor } from '../../src/platform/processes/join-supervisor.ts';
import { superviseProcesses } from '../../src/platform/processes/supervisor.ts';

if (process.argv.includes('supervise')) {
  const options = { program: import.meta.filename, processes: 2, logger: pino({ level: 'silent' }), sharedChecks: [] };
  const { pids } = await superviseProcesses<string, number>({ ...options, start: () => 'serve' });
  process.send?.(pids());
} else {
  const link = connectToSupervisor<string, number>();
  const mode = await link.started;
  if (mode === 'fail') process.exit(2);
  if (mode === 'hang') await link.stopped;
  if (mode === 'slow') await delay(1_000);
  const database = {
    name: 'database',
    notReadyReason: () => (mode === 'not ready' ? 'it cannot be reached' : undefined),
  };
  const metrics = { values: async () => [{ name: 'pid', value: process.pid }] } as Partial<Metrics> as Metrics;
  link.ready(process.pid, { checks: [database, ...link.sharedChecks(['disk'])], metrics });
  if (mode === 'end') setTimeout(() => process.exit(1), 100);
  if (mode === 'block') setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 300);
  await link.stopped;
  if (mode === 'stay') setInterval(() => undefined, 1_000);
  else process.exit(0);
}
