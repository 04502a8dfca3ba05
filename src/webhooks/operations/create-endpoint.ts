/** POST /api/Webhook/CreateEndpoint (decision 14). */
import Type from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineCommand } from '../../platform/http/operation.ts';
import { runWebhookEndpointTransaction } from '../endpoint-transactions.ts';
import { addWebhookEndpoint } from '../manage-endpoints.ts';
import { createWebhookSecretCipher } from '../signature.ts';
import {
  assertWebhookUrl,
  newWebhookEndpointFields,
  webhookEndpointIdExample,
  webhookEndpointSettingsOf,
  webhookSecretExample,
  webhookSecretField,
} from '../webhook-fields.ts';

export const createWebhookEndpointOperation = defineCommand({
  path: '/api/Webhook/CreateEndpoint',
  tag: 'Events',
  summary: 'Create a webhook endpoint',
  description:
    'Events that happen from now on are sent to the URL, signed with the secret as the Standard Webhooks specification describes. At most 100 endpoints. The address must be public: one that is private is rejected here where the URL names it, and otherwise not connected to.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  hasSecretReply: true,
  request: Type.Object(newWebhookEndpointFields, { title: 'CreateEndpointRequest' }),
  requestExample: {
    Url: 'https://winery.example/hooks/dray',
    Kinds: ['tracking.updated'],
    Format: 'standard',
    Description: 'Tracking for the club site',
  },
  reply: {
    status: 200,
    description: 'The endpoint is created.',
    schema: Type.Object(
      {
        EndpointId: Type.String({ description: 'Id of the endpoint.' }),
        Secret: webhookSecretField,
        TransactionReferenceNumber: TransactionReference,
      },
      { title: 'CreateEndpointReply' },
    ),
    example: {
      EndpointId: webhookEndpointIdExample,
      Secret: webhookSecretExample,
      TransactionReferenceNumber: transactionReferenceExample,
    },
  },
  errors: {
    400: 'A field is not valid, nothing can be sent to the URL (`PrivateAddress`), or the format has no events of the kinds (`Conflict`).',
    403: 'There are 100 endpoints already, or the credentials lack the right to write.',
  },
  execute: async ({ environment, context, request }, run) => {
    const { config } = environment;
    const settings = webhookEndpointSettingsOf(request);
    assertWebhookUrl(config, settings.url);
    const endpointId = run.documentId(0);
    return await runWebhookEndpointTransaction(environment, context.customerNo, async (tx) => {
      const { secret } = await addWebhookEndpoint(tx, createWebhookSecretCipher(config), context, {
        endpointId,
        ...settings,
      });
      const reply = { EndpointId: endpointId, Secret: secret, TransactionReferenceNumber: context.reference };
      await run.storeReply(tx, reply);
      return reply;
    });
  },
});
