/** Webhooks/SendTest: sends a test to a webhook endpoint. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedWebhookEndpointChange } from '../audited-change.ts';
import { webhookEndpointKeyFields } from '../customer-endpoint.ts';
import { queueWebhookTestEvent } from '../manage-endpoints.ts';
import { eventIdExample, noSuchWebhookEndpointText, webhookEndpointIdExample } from '../webhook-fields.ts';

export const webhooksSendTestOperation = defineOperatorCommand({
  path: '/api/Webhooks/SendTest',
  summary: 'Send a test to a webhook endpoint',
  description:
    'Sends an event of kind `webhook.test`, in the format `tracking_update` one for the tracking number `TEST`, to this endpoint only. Webhooks/ListDeliveries shows the result.',
  roles: ['service', 'admin'],
  request: Type.Object(webhookEndpointKeyFields),
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample },
  reply: {
    description: 'The test is being sent.',
    schema: Type.Object({ EventId: Type.String() }),
    example: { EventId: eventIdExample },
  },
  errors: { 400: 'A field is not valid.', 403: 'The endpoint is disabled.', 404: `${noSuchWebhookEndpointText}.` },
  execute: async (call) =>
    await runAuditedWebhookEndpointChange(call, async (tx, context) => {
      const { EndpointId: endpointId } = call.request;
      const { eventId } = await queueWebhookTestEvent(tx, context, endpointId);
      return { action: 'webhook.tested', endpointId, after: { EventId: eventId }, reply: { EventId: eventId } };
    }),
});
