/**
 * Health checks, which the probes report: each part of the server that can fail gives the reason of its failure,
 * written for the operator.
 *
 * Invariant: reading a health check never waits and never throws. Slow checks are measured in the background.
 */

export interface HealthCheck {
  /** Names what is checked: `disk`, `production database`. */
  readonly name: string;
  /** Why requests cannot be served now; `undefined` while they can. One sentence without internals. */
  notReadyReason(): string | undefined;
  /** Why only a restart of this process, or a person, can help; `undefined` while it may recover by itself. */
  unhealthyReason?(): string | undefined;
}

export interface FailedHealthCheck {
  readonly name: string;
  readonly reason: string;
}

/** The failed checks because of which requests cannot be served now. */
export function findFailedReadinessChecks(checks: readonly HealthCheck[]): FailedHealthCheck[] {
  return checks.flatMap((check) => failedCheck(check.name, check.notReadyReason()));
}

/** The failed checks from which this process will not recover by itself. */
export function findFailedLivenessChecks(checks: readonly HealthCheck[]): FailedHealthCheck[] {
  return checks.flatMap((check) => failedCheck(check.name, check.unhealthyReason?.()));
}

function failedCheck(name: string, reason: string | undefined): FailedHealthCheck[] {
  return reason === undefined ? [] : [{ name, reason }];
}
