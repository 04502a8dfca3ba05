/** Webhooks/Delete: deletes a webhook endpoint. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedWebhookEndpointChange, toAuditedWebhookEndpoint } from '../audited-change.ts';
import { webhookEndpointKeyFields } from '../customer-endpoint.ts';
import { removeWebhookEndpoint } from '../manage-endpoints.ts';
import { noSuchWebhookEndpointText, webhookEndpointIdExample } from '../webhook-fields.ts';

export const webhooksDeleteOperation = defineOperatorCommand({
  path: '/api/Webhooks/Delete',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it, except what is being sent at this moment.',
  roles: ['service', 'admin'],
  request: Type.Object(webhookEndpointKeyFields),
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample },
  reply: {
    description: 'The endpoint is deleted.',
    schema: Type.Object({ EndpointId: Type.String() }),
    example: { EndpointId: webhookEndpointIdExample },
  },
  errors: { 400: 'A field is not valid.', 404: `${noSuchWebhookEndpointText}.` },
  execute: async (call) =>
    await runAuditedWebhookEndpointChange(call, async (tx, context) => {
      const { EndpointId: endpointId } = call.request;
      const before = toAuditedWebhookEndpoint(await removeWebhookEndpoint(tx, context, endpointId));
      return { action: 'webhook.deleted', endpointId, before, reply: { EndpointId: endpointId } };
    }),
});
