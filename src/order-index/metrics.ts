/** The metric `dray_order_index_lag_seconds`: seconds that lists across customers are behind the orders. */
import type { Environment } from '../platform/environment.ts';
import type { Metrics } from '../platform/metrics.ts';
import { readOrderIndexLagSeconds } from './maintain.ts';

/** Registers the metric. It is read from the database, so that every process reports the same values. */
export function registerOrderIndexMetrics(
  metrics: Metrics,
  environments: readonly Pick<Environment, 'name' | 'db'>[],
): void {
  metrics.gauge(
    'dray_order_index_lag_seconds',
    'Seconds since the oldest change of an order that lists across customers do not show yet.',
    async () =>
      Object.fromEntries(
        await Promise.all(
          environments.map(async ({ name, db }) => [name, await readOrderIndexLagSeconds(db)] as const),
        ),
      ),
    'environment',
  );
}
