/** POST /api/Webhook/DeleteEndpoint (decision 14). */
import Type from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineCommand } from '../../platform/http/operation.ts';
import { runEndpointTransaction } from '../endpoint-transactions.ts';
import { removeWebhookEndpoint } from '../manage-endpoints.ts';
import { endpointIdExample, endpointIdField, noSuchEndpointText } from '../webhook-fields.ts';

export const deleteWebhookEndpoint = defineCommand({
  path: '/api/Webhook/DeleteEndpoint',
  tag: 'Events',
  summary: 'Delete a webhook endpoint',
  description:
    'Nothing more is sent to it, except what is being sent at this moment. Its deliveries can no longer be listed. Returns the transaction reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object({ EndpointId: endpointIdField }, { title: 'DeleteEndpointRequest' }),
  requestExample: { EndpointId: endpointIdExample },
  reply: {
    status: 200,
    description: 'The endpoint is deleted.',
    schema: TransactionReference,
    example: transactionReferenceExample,
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The credentials lack the right to write.',
    404: `${noSuchEndpointText}.`,
  },
  execute: async ({ environment, context, request }, run) =>
    await runEndpointTransaction(environment, context.customerNo, async (tx) => {
      await removeWebhookEndpoint(tx, context, request.EndpointId);
      await run.storeReply(tx, context.reference);
      return context.reference;
    }),
});
