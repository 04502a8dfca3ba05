/** POST /api/Webhook/UpdateEndpoint (decision 14). */
import Type from 'typebox';
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineCommand } from '../../platform/http/operation.ts';
import { runWebhookEndpointTransaction } from '../endpoint-transactions.ts';
import { changeWebhookEndpoint } from '../manage-endpoints.ts';
import {
  assertWebhookUrl,
  noSuchWebhookEndpointText,
  webhookEndpointIdExample,
  webhookEndpointPatchFields,
  webhookEndpointPatchOf,
} from '../webhook-fields.ts';

export const updateWebhookEndpointOperation = defineCommand({
  path: '/api/Webhook/UpdateEndpoint',
  tag: 'Events',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'Absent fields stay unchanged. While an endpoint is disabled, events are recorded as `SKIPPED`, and so is what waits to be sent; Redeliver sends them. Enabling ends a disablement after 410 or failures. Returns the transaction reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object(webhookEndpointPatchFields, { title: 'UpdateEndpointRequest' }),
  requestExample: { EndpointId: webhookEndpointIdExample, Enabled: true },
  reply: transactionReferenceReply('The endpoint is changed.'),
  errors: {
    400: 'A field is not valid, nothing can be sent to the URL (`PrivateAddress`), or the format has no events of the kinds (`Conflict`).',
    403: 'The credentials lack the right to write.',
    404: `${noSuchWebhookEndpointText}.`,
  },
  execute: async ({ environment, context, request }, run) => {
    const patch = webhookEndpointPatchOf(request);
    assertWebhookUrl(environment.config, patch.url);
    return await runWebhookEndpointTransaction(environment, context.customerNo, async (tx) => {
      await changeWebhookEndpoint(tx, context, request.EndpointId, patch);
      await run.storeReply(tx, context.reference);
      return context.reference;
    });
  },
});
