/** The public interface of webhooks. */
export type { EventFeed, EventRecord } from './event-source.ts';
export { renewCursors } from './renew-cursors.ts';
export { deleteOldDeliveries } from './retention.ts';
export { type SenderOptions, startWebhooks, type WebhookSender } from './send-webhooks.ts';
export { TestEvent, testEventExample, testKind } from './test-event.ts';
export { verifyWebhooks } from './verify.ts';
export { registerWebhookMetrics } from './webhook-metrics.ts';
