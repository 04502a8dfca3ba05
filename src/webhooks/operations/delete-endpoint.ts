/** POST /api/Webhook/DeleteEndpoint (decision 14). */
import Type from 'typebox';
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineCommand } from '../../platform/http/operation.ts';
import { runWebhookEndpointTransaction } from '../endpoint-transactions.ts';
import { removeWebhookEndpoint } from '../manage-endpoints.ts';
import { noSuchWebhookEndpointText, webhookEndpointIdExample, webhookEndpointIdField } from '../webhook-fields.ts';

export const deleteWebhookEndpointOperation = defineCommand({
  path: '/api/Webhook/DeleteEndpoint',
  tag: 'Events',
  summary: 'Delete a webhook endpoint',
  description:
    'Nothing more is sent to it, except what is being sent at this moment. Its deliveries can no longer be listed. Returns the transaction reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object({ EndpointId: webhookEndpointIdField }, { title: 'DeleteEndpointRequest' }),
  requestExample: { EndpointId: webhookEndpointIdExample },
  reply: transactionReferenceReply('The endpoint is deleted.'),
  errors: {
    400: 'A field is not valid.',
    403: 'The credentials lack the right to write.',
    404: `${noSuchWebhookEndpointText}.`,
  },
  execute: async ({ environment, context, request }, run) =>
    await runWebhookEndpointTransaction(environment, context.customerNo, async (tx) => {
      await removeWebhookEndpoint(tx, context, request.EndpointId);
      await run.storeReply(tx, context.reference);
      return context.reference;
    }),
});
