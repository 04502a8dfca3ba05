/** Registers `dray_order_index_lag_seconds`: how far the lists across customers are behind the orders. */
import type { Environment } from '../platform/environment.ts';
import type { Metrics } from '../platform/metrics.ts';
import { orderIndexLag } from './maintain.ts';

/** Read from the database, so every process reports the same values. */
export function registerOrderIndexMetrics(
  metrics: Metrics,
  environments: readonly Pick<Environment, 'name' | 'db'>[],
): void {
  metrics.gauge(
    'dray_order_index_lag_seconds',
    'Seconds since the oldest change of an order that lists across customers do not show yet.',
    async () =>
      Object.fromEntries(
        await Promise.all(environments.map(async ({ name, db }) => [name, await orderIndexLag(db)] as const)),
      ),
    'environment',
  );
}
