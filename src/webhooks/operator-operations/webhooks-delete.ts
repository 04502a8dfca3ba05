/** Webhooks/Delete: deletes a webhook endpoint. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { auditedChange, auditedEndpoint } from '../audited-change.ts';
import { endpointKeyFields } from '../customer-endpoint.ts';
import { removeEndpoint } from '../manage-endpoints.ts';
import { endpointIdExample, noSuchEndpoint } from '../webhook-fields.ts';

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
  errors: { 400: 'A field is not valid.', 404: `${noSuchEndpoint}.` },
  execute: async (call) =>
    await auditedChange(call, async (tx, context) => {
      const { EndpointId: endpointId } = call.request;
      const before = auditedEndpoint(await removeEndpoint(tx, context, endpointId));
      return { action: 'webhook.deleted', endpointId, before, reply: { EndpointId: endpointId } };
    }),
});
