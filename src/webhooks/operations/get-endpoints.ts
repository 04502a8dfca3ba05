/** POST /api/Webhook/GetEndpoints (decision 14). */
import Type from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { listWebhookEndpoints } from '../endpoint-store.ts';
import { toWebhookEndpointRecord, WebhookEndpointRecord, webhookEndpointExample } from '../webhook-fields.ts';

export const getWebhookEndpointsOperation = defineQuery({
  path: '/api/Webhook/GetEndpoints',
  tag: 'Events',
  summary: 'List webhook endpoints',
  description: 'Returns all endpoints of the customer, the oldest first. Secrets are not shown.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object({}, { title: 'GetEndpointsRequest' }),
  requestExample: {},
  reply: {
    status: 200,
    description: 'The endpoints.',
    schema: Type.Object(
      { TransactionReferenceNumber: TransactionReference, Endpoints: Type.Array(WebhookEndpointRecord) },
      { title: 'GetEndpointsReply' },
    ),
    example: { TransactionReferenceNumber: transactionReferenceExample, Endpoints: [webhookEndpointExample] },
  },
  errors: {},
  execute: async ({ environment: { db }, caller, context }) => ({
    TransactionReferenceNumber: context.reference,
    Endpoints: (await listWebhookEndpoints(db, caller.customerNo)).map(toWebhookEndpointRecord),
  }),
});
