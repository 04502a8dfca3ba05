/** Metrics of webhooks. The gauges are read from the database, so every process reports the same values. */
import type { Environment } from '../platform/environment.ts';
import type { Metrics } from '../platform/metrics.ts';
import { sendThreadEnds } from './send-thread.ts';
import type { WebhookSender } from './send-webhooks.ts';

const gauges: readonly (readonly [name: string, help: string, sql: string])[] = [
  [
    'dray_webhook_lag_seconds',
    'Seconds since the oldest delivery of a webhook became due that was not sent yet.',
    `select coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0)::float8 as value
       from webhook_deliveries where due_at <= clock_timestamp()`,
  ],
  [
    'dray_webhook_endpoints_disabled',
    'Webhook endpoints that were disabled because they replied 410 or failed too often.',
    `select count(*)::float8 as value from webhook_endpoints where disabled_reason in ('GONE', 'FAILING')`,
  ],
];

export function registerWebhookMetrics(
  metrics: Metrics,
  senders: readonly { readonly environment: Pick<Environment, 'name' | 'db'>; readonly sender: WebhookSender }[],
): void {
  for (const [name, help, sql] of gauges) {
    const read = async () => {
      const entries = senders.map(async ({ environment: { name: environment, db } }) => {
        const [row] = await db.rows<{ value: number }>(sql);
        return [environment, row?.value ?? 0] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    };
    metrics.gauge(name, help, read, 'environment');
  }
  metrics.counter(
    'dray_webhook_thread_restarts_total',
    'Threads that sent webhooks, ended by an error, and were replaced.',
    () => ({ '': sendThreadEnds() }),
  );
  for (const result of ['delivered', 'failed'] as const) {
    metrics.counter(
      `dray_webhook_attempts_${result}_total`,
      `Attempts of this process to send a webhook that ${result === 'delivered' ? 'were delivered' : 'failed'}.`,
      () => Object.fromEntries(senders.map(({ environment, sender }) => [environment.name, sender.attempts[result]])),
      'environment',
    );
  }
}
