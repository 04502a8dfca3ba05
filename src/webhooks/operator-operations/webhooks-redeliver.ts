/** Webhooks/Redeliver: sends events again to a webhook endpoint. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedWebhookEndpointChange } from '../audited-change.ts';
import { webhookCustomerField } from '../customer-endpoint.ts';
import { queueWebhookRedelivery } from '../manage-endpoints.ts';
import {
  checkWebhookRedelivery,
  eventIdExample,
  noSuchWebhookEndpointText,
  webhookEndpointIdExample,
  webhookRedeliveryCountField,
  webhookRedeliveryFields,
  webhookRedeliveryFilterOf,
} from '../webhook-fields.ts';

export const webhooksRedeliverOperation = defineOperatorCommand({
  path: '/api/Webhooks/Redeliver',
  summary: 'Send events again to a webhook endpoint',
  description:
    'Sends one event, or those of a period, whether they were delivered, failed or skipped, with the same id and body. At most 10,000.',
  roles: ['service', 'admin'],
  request: Type.Object({ CustomerNo: webhookCustomerField, ...webhookRedeliveryFields }),
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample, EventId: eventIdExample },
  reply: {
    description: 'The events are being sent.',
    schema: Type.Object({ Deliveries: webhookRedeliveryCountField }),
    example: { Deliveries: 1 },
  },
  errors: {
    400: 'A field is not valid, the period ends before it begins, or there are more than 10,000 events in it.',
    403: 'The endpoint is disabled.',
    404: `${noSuchWebhookEndpointText}, or it did not get this event.`,
  },
  check: checkWebhookRedelivery,
  execute: async (call) =>
    await runAuditedWebhookEndpointChange(call, async (tx, context) => {
      const { EndpointId: endpointId, EventId, From, To } = call.request;
      const count = await queueWebhookRedelivery(
        tx,
        context,
        endpointId,
        webhookRedeliveryFilterOf(call.request, call.environment.config),
      );
      const after = { ...(EventId === undefined ? { From, To } : { EventId }), Deliveries: count };
      return { action: 'webhook.redelivered', endpointId, after, reply: { Deliveries: count } };
    }),
});
