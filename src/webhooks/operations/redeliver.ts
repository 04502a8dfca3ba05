/** POST /api/Webhook/Redeliver (decision 14). */
import Type from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineCommand } from '../../platform/http/operation.ts';
import { runWebhookEndpointTransaction } from '../endpoint-transactions.ts';
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

export const redeliverWebhooksOperation = defineCommand({
  path: '/api/Webhook/Redeliver',
  tag: 'Events',
  summary: 'Send events again to a webhook endpoint',
  description:
    'Sends one event, or those of a period, whether they were delivered, failed or skipped, with the same `webhook-id` and the same body. At most 10,000, of the last 30 days; older ones are in the event feed.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object(webhookRedeliveryFields, { title: 'RedeliverRequest' }),
  requestExample: { EndpointId: webhookEndpointIdExample, EventId: eventIdExample },
  reply: {
    status: 200,
    description: 'The events are being sent.',
    schema: Type.Object(
      { Deliveries: webhookRedeliveryCountField, TransactionReferenceNumber: TransactionReference },
      { title: 'RedeliverReply' },
    ),
    example: { Deliveries: 1, TransactionReferenceNumber: transactionReferenceExample },
  },
  errors: {
    400: 'A field is not valid, the period ends before it begins, or there are more than 10,000 events in it.',
    403: 'The endpoint is disabled, or the credentials lack the right to write.',
    404: `${noSuchWebhookEndpointText}, or it did not get this event.`,
  },
  check: checkWebhookRedelivery,
  execute: async ({ environment, context, request }, run) =>
    await runWebhookEndpointTransaction(environment, context.customerNo, async (tx) => {
      const count = await queueWebhookRedelivery(
        tx,
        context,
        request.EndpointId,
        webhookRedeliveryFilterOf(request, environment.config),
      );
      const reply = { Deliveries: count, TransactionReferenceNumber: context.reference };
      await run.storeReply(tx, reply);
      return reply;
    }),
});
