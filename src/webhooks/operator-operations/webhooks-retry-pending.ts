/** Webhooks/RetryPending: sends what waits for its next attempt now. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedWebhookEndpointChange } from '../audited-change.ts';
import { webhookEndpointKeyFields } from '../customer-endpoint.ts';
import { retryWaitingWebhookDeliveries } from '../manage-endpoints.ts';
import { noSuchWebhookEndpointText, webhookEndpointIdExample } from '../webhook-fields.ts';

export const webhooksRetryPendingOperation = defineOperatorCommand({
  path: '/api/Webhooks/RetryPending',
  summary: 'Retry the pending deliveries of a webhook endpoint now',
  description:
    'Sends the deliveries that wait for their next attempt, after their receiver is back: at most 10,000, those whose attempt is due next first. Each has all its attempts again. Deliveries behind them in order follow.',
  roles: ['service', 'admin'],
  request: Type.Object(webhookEndpointKeyFields),
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample },
  reply: {
    description: 'The deliveries are being sent.',
    schema: Type.Object({
      Deliveries: Type.Integer({ description: 'How many are sent now; those behind them are not counted.' }),
    }),
    example: { Deliveries: 12 },
  },
  errors: { 400: 'A field is not valid.', 403: 'The endpoint is disabled.', 404: `${noSuchWebhookEndpointText}.` },
  execute: async (call) =>
    await runAuditedWebhookEndpointChange(call, async (tx, context) => {
      const { EndpointId: endpointId } = call.request;
      const after = { Deliveries: await retryWaitingWebhookDeliveries(tx, context, endpointId) };
      return { action: 'webhook.retried', endpointId, after, reply: after };
    }),
});
