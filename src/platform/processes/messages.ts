/**
 * The messages between the supervisor of several processes and each of them, over the channel of `fork`.
 *
 * The channel closes when either ends, so neither needs to look whether the other is alive.
 */
import type { FailedHealthCheck } from '../health.ts';

/** The contents of `start` and `ready` depend on the program; all other messages are the same for every program. */
export type MessageFromSupervisor<Start = unknown> =
  | { readonly kind: 'start'; readonly start: Start }
  /**
   * The checks that the supervisor makes for all processes. Sent at the start of a process and whenever they change.
   */
  | ({ readonly kind: 'shared checks' } & FailedChecksReport)
  | { readonly kind: 'metrics'; readonly id: number }
  | { readonly kind: 'stop' };

export type MessageToSupervisor<Ready = unknown> =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'ready'; readonly ready: Ready }
  | ({ readonly kind: 'checks' } & FailedChecksReport)
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: readonly object[] };

/** The failed checks of a process or of the supervisor, as probes report them. */
export interface FailedChecksReport {
  readonly notReady: readonly FailedHealthCheck[];
  readonly unhealthy: readonly FailedHealthCheck[];
}

/** How often a process reports its checks. */
export const checkReportIntervalMs = 250;
