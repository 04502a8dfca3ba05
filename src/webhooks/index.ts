/** The public interface of webhooks. */
export type { EventFeed, EventRecord } from './event-source.ts';
export { renewEventCursors } from './renew-cursors.ts';
export { deleteOldWebhookDeliveries } from './retention.ts';
export { type RunningWebhooks, startWebhooks, type WebhookSenderOptions } from './send-webhooks.ts';
export { TestEvent, testEventExample, testKind } from './test-event.ts';
export { verifyWebhooks } from './verify.ts';
export { registerWebhookMetrics } from './webhook-metrics.ts';
