/** Metrics of webhooks. The gauges are read from the database, so every process reports the same values. */
import type { Environment } from '../platform/environment.ts';
import type { Metrics } from '../platform/metrics.ts';
import { countEndedWebhookThreads } from './send-thread.ts';
import type { RunningWebhookSender } from './send-webhooks.ts';

const gauges: readonly (readonly [name: string, help: string, sql: string])[] = [
  [
    'dray_webhook_lag_seconds',
    'Seconds since the oldest delivery of a webhook became due that was not sent yet, apart from endpoints whose attempts fail.',
    // An endpoint that fails gets one delivery at a time, so its others wait for it.
    `select coalesce(extract(epoch from clock_timestamp() - min(d.due_at)), 0)::float8 as value
       from (select o.customer_no, o.endpoint_id, min(o.due_at) as due_at from webhook_deliveries o
              where o.due_at <= clock_timestamp() group by o.customer_no, o.endpoint_id) d
      where not exists (select from webhook_deliveries f
                         where f.customer_no = d.customer_no and f.endpoint_id = d.endpoint_id
                           and f.due_at is not null and f.failed_attempts > 0)`,
  ],
  [
    'dray_webhook_endpoints_disabled',
    'Webhook endpoints that were disabled because they replied 410 or failed too often.',
    `select count(*)::float8 as value from webhook_endpoints where disabled_reason in ('GONE', 'FAILING')`,
  ],
];

export function registerWebhookMetrics(
  metrics: Metrics,
  senders: readonly { readonly environment: Pick<Environment, 'name' | 'db'>; readonly sender: RunningWebhookSender }[],
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
    'Threads that sent webhooks and ended. A new one replaces each while the server runs.',
    () => ({ '': countEndedWebhookThreads() }),
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
