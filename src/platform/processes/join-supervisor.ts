/** The side of a process that a supervisor keeps running (supervisor.ts). */
import type { FailedHealthCheck, HealthCheck } from '../health.ts';
import { findFailedLivenessChecks, findFailedReadinessChecks } from '../health.ts';
import type { Metrics } from '../metrics.ts';
import {
  checkReportIntervalMs,
  type FailedChecksReport,
  type MessageFromSupervisor,
  type MessageToSupervisor,
} from './messages.ts';

interface SupervisorLink<Start, Ready> {
  /** Resolves when the supervisor lets this process start. */
  readonly started: Promise<Start>;
  /** Resolves with the reason when this process must end: the supervisor requested it, or has ended itself. */
  readonly stopped: Promise<string>;
  /** The checks of what the supervisor watches, under these names, as it reported them last. */
  sharedChecks(names: readonly string[]): readonly HealthCheck[];
  /** Reports that this process serves requests, and from now on its checks and its metrics. */
  ready(ready: Ready, reported: { readonly checks: readonly HealthCheck[]; readonly metrics: Metrics }): void;
  /** Lets the process end. */
  leave(): void;
}

/**
 * Connects this process to the supervisor that forked it. Signals are ignored from now on: a terminal and a process manager send
 * them to all processes, and the supervisor decides when each ends. Call it when the program is loaded.
 */
export function connectToSupervisor<Start, Ready>(): SupervisorLink<Start, Ready> {
  const started = Promise.withResolvers<Start>();
  const stopped = Promise.withResolvers<string>();
  let shared: FailedChecksReport = { notReady: [], unhealthy: [] };
  let metrics: Metrics | undefined;
  let timer: NodeJS.Timeout | undefined;

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const send = (message: MessageToSupervisor<Ready>): void => {
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  process.on('disconnect', () => stopped.resolve('supervisor gone'));
  if (!process.connected) stopped.resolve('supervisor gone');
  process.on('message', (message: MessageFromSupervisor<Start>) => {
    switch (message.kind) {
      case 'start':
        started.resolve(message.start);
        return;
      case 'shared checks':
        shared = message;
        return;
      case 'metrics':
        void sendMetrics(message.id);
        return;
      case 'stop':
        stopped.resolve('stop');
    }
  });
  const sendMetrics = async (id: number): Promise<void> => {
    const values = await metrics?.values().catch(() => undefined);
    if (values !== undefined) send({ kind: 'metrics', id, metrics: values });
  };
  send({ kind: 'loaded' });

  const reasonIn = (failed: readonly FailedHealthCheck[], wanted: string): string | undefined =>
    failed.find(({ name }) => name === wanted)?.reason;

  return {
    started: started.promise,
    stopped: stopped.promise,
    sharedChecks: (names) =>
      names.map((name) => ({
        name,
        notReadyReason: () => reasonIn(shared.notReady, name),
        unhealthyReason: () => reasonIn(shared.unhealthy, name),
      })),
    ready: (ready, reported) => {
      metrics = reported.metrics;
      const report = (): void => {
        const { checks } = reported;
        send({
          kind: 'checks',
          notReady: findFailedReadinessChecks(checks),
          unhealthy: findFailedLivenessChecks(checks),
        });
      };
      report();
      timer = setInterval(report, checkReportIntervalMs);
      timer.unref();
      send({ kind: 'ready', ready });
    },
    leave: () => {
      clearInterval(timer);
      if (process.connected) process.disconnect?.();
    },
  };
}
