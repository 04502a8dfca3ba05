/** Webhooks/Create: a webhook endpoint of a customer. */
import Type from 'typebox';
import { assertCustomerFound } from '../../auth/index.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedWebhookEndpointChange, toAuditedWebhookEndpoint } from '../audited-change.ts';
import { webhookCustomerField } from '../customer-endpoint.ts';
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

export const webhooksCreateOperation = defineOperatorCommand({
  path: '/api/Webhooks/Create',
  summary: 'Create a webhook endpoint',
  description:
    'Events of the customer that happen from now on are sent to the URL. The secret, with which the winery verifies signatures, is in this reply only.',
  roles: ['service', 'admin'],
  request: Type.Object({ CustomerNo: webhookCustomerField, ...newWebhookEndpointFields }),
  requestExample: { CustomerNo: 'W1001', Url: 'https://winery.example/hooks/dray', Kinds: ['tracking.updated'] },
  reply: {
    description: 'The endpoint is created.',
    schema: Type.Object({ EndpointId: Type.String(), Secret: webhookSecretField }),
    example: { EndpointId: webhookEndpointIdExample, Secret: webhookSecretExample },
  },
  errors: {
    400: 'A field is not valid, nothing can be sent to the URL (`PrivateAddress`), or the format has no events of the kinds (`Conflict`).',
    403: 'The customer has 100 endpoints already.',
    404: 'There is no such customer.',
  },
  execute: async (call) => {
    const { config, db } = call.environment;
    const settings = webhookEndpointSettingsOf(call.request);
    assertWebhookUrl(config, settings.url);
    await assertCustomerFound(db, call.request.CustomerNo);
    const endpointId = uuidv7();
    return await runAuditedWebhookEndpointChange(call, async (tx, context) => {
      const { endpoint, secret } = await addWebhookEndpoint(tx, createWebhookSecretCipher(config), context, {
        endpointId,
        ...settings,
      });
      const reply = { EndpointId: endpointId, Secret: secret };
      return { action: 'webhook.created', endpointId, after: toAuditedWebhookEndpoint(endpoint), reply };
    });
  },
});
