/** POST /api/Webhook/SendTest (decision 14). */
import Type from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineCommand } from '../../platform/http/operation.ts';
import { runWebhookEndpointTransaction } from '../endpoint-transactions.ts';
import { queueWebhookTestEvent } from '../manage-endpoints.ts';
import {
  eventIdExample,
  noSuchWebhookEndpointText,
  webhookEndpointIdExample,
  webhookEndpointIdField,
} from '../webhook-fields.ts';

export const sendTestWebhookOperation = defineCommand({
  path: '/api/Webhook/SendTest',
  tag: 'Events',
  summary: 'Send a test to a webhook endpoint',
  description:
    'Sends an event of kind `webhook.test`, in the format `tracking_update` one for the tracking number `TEST`, to this endpoint only, whatever kinds it gets. GetDeliveries shows the result.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object({ EndpointId: webhookEndpointIdField }, { title: 'SendTestRequest' }),
  requestExample: { EndpointId: webhookEndpointIdExample },
  reply: {
    status: 200,
    description: 'The test is being sent.',
    schema: Type.Object(
      {
        EventId: Type.String({ description: '`webhook-id` of the test.' }),
        TransactionReferenceNumber: TransactionReference,
      },
      { title: 'SendTestReply' },
    ),
    example: { EventId: eventIdExample, TransactionReferenceNumber: transactionReferenceExample },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The endpoint is disabled, or the credentials lack the right to write.',
    404: `${noSuchWebhookEndpointText}.`,
  },
  execute: async ({ environment, context, request }, run) =>
    await runWebhookEndpointTransaction(environment, context.customerNo, async (tx) => {
      const { eventId } = await queueWebhookTestEvent(tx, context, request.EndpointId);
      const reply = { EventId: eventId, TransactionReferenceNumber: context.reference };
      await run.storeReply(tx, reply);
      return reply;
    }),
});
