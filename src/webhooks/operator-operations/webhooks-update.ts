/** Webhooks/Update: changes, disables or enables a webhook endpoint. */
import Type from 'typebox';
import { readCustomer } from '../../auth/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { auditedChange, auditedEndpoint } from '../audited-change.ts';
import {
  CustomerEndpointRecord,
  customerEndpointExample,
  customerEndpointRecord,
  webhookCustomerField,
} from '../customer-endpoint.ts';
import { changeEndpoint } from '../manage-endpoints.ts';
import { assertWebhookUrl, endpointIdExample, endpointPatchFields, endpointPatchOf } from '../webhook-fields.ts';

export const webhooksUpdate = defineOperatorCommand({
  path: '/api/Webhooks/Update',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'Absent fields stay unchanged. While it is disabled, events are recorded as `SKIPPED`. Enabling ends a disablement after 410 or failures.',
  roles: ['service', 'admin'],
  request: Type.Object({ CustomerNo: webhookCustomerField, ...endpointPatchFields }),
  requestExample: { CustomerNo: 'W1001', EndpointId: endpointIdExample, Enabled: true },
  reply: { description: 'The endpoint.', schema: CustomerEndpointRecord, example: customerEndpointExample },
  errors: {
    400: 'A field is not valid, or nothing can be sent to the URL (`PrivateAddress`).',
    404: 'There is no such customer or endpoint.',
  },
  execute: async (call) => {
    const { EndpointId: endpointId, CustomerNo: customerNo } = call.request;
    const { config, db } = call.environment;
    const patch = endpointPatchOf(call.request);
    assertWebhookUrl(config, patch.url);
    const { name } = await readCustomer(db, customerNo);
    return await auditedChange(call, async (tx, context) => {
      const { before, after } = await changeEndpoint(tx, context, endpointId, patch);
      return {
        ...{ action: 'webhook.updated', endpointId, reply: customerEndpointRecord(after, name) },
        ...{ before: auditedEndpoint(before), after: auditedEndpoint(after) },
      };
    });
  },
});
