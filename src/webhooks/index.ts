/** The public interface of webhooks. */
export type { EventRecord, WebhookEventSource } from './event-source.ts';
export { advanceIdleWebhookCursors, findCustomerWithWebhookCursorBefore } from './renew-cursors.ts';
export { deleteOldWebhookDeliveries } from './retention.ts';
export { type RunningWebhookSender, startWebhookSender, type WebhookSenderOptions } from './send-webhooks.ts';
export { verifyWebhooks } from './verify.ts';
export { registerWebhookMetrics } from './webhook-metrics.ts';
export { WebhookTestEvent, webhookTestEventExample, webhookTestKind } from './webhook-test-event.ts';
