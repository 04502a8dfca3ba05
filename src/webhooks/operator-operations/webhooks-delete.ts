/** Webhooks/Delete: deletes a webhook endpoint. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedEndpointChange, toAuditedEndpoint } from '../audited-change.ts';
import { endpointKeyFields } from '../customer-endpoint.ts';
import { removeWebhookEndpoint } from '../manage-endpoints.ts';
import { endpointIdExample, noSuchEndpointText } from '../webhook-fields.ts';

export const webhooksDelete = defineOperatorCommand({
  path: '/api/Webhooks/Delete',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it, except what is being sent at this moment.',
  roles: ['service', 'admin'],
  request: Type.Object(endpointKeyFields),
  requestExample: { CustomerNo: 'W1001', EndpointId: endpointIdExample },
  reply: {
    description: 'The endpoint is deleted.',
    schema: Type.Object({ EndpointId: Type.String() }),
    example: { EndpointId: endpointIdExample },
  },
  errors: { 400: 'A field is not valid.', 404: `${noSuchEndpointText}.` },
  execute: async (call) =>
    await runAuditedEndpointChange(call, async (tx, context) => {
      const { EndpointId: endpointId } = call.request;
      const before = toAuditedEndpoint(await removeWebhookEndpoint(tx, context, endpointId));
      return { action: 'webhook.deleted', endpointId, before, reply: { EndpointId: endpointId } };
    }),
});
