/** Whether the rate limits of this process are those of all; values of several processes are added. */
import type { Metrics } from '../platform/metrics.ts';
import type { CredentialAuthenticator } from './authenticator.ts';

export function registerRateLimitMetrics(
  metrics: Metrics,
  authenticator: Pick<CredentialAuthenticator, 'sharedLimits'>,
): void {
  metrics.gauge(
    'dray_rate_limits_alone',
    'Processes that limit requests by themselves, because the database or Redis through which processes share limits does not reply.',
    () => Object.fromEntries([...authenticator.sharedLimits].map(([name, { isAlone }]) => [name, Number(isAlone)])),
    'environment',
  );
}
