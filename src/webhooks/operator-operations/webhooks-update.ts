/** Webhooks/Update: changes, disables or enables a webhook endpoint. */
import Type from 'typebox';
import { readCustomer } from '../../auth/index.ts';
import { assertRecordVersion, expectedVersionField } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  runAuditedWebhookEndpointChange,
  toAuditedWebhookEndpoint,
  toVersionedWebhookEndpoint,
} from '../audited-change.ts';
import {
  CustomerWebhookEndpointRecord,
  customerWebhookEndpointExample,
  toCustomerWebhookEndpointRecord,
  webhookCustomerField,
} from '../customer-endpoint.ts';
import { changeWebhookEndpoint, webhookEndpointSettingNames } from '../manage-endpoints.ts';
import {
  assertWebhookUrl,
  webhookEndpointIdExample,
  webhookEndpointPatchFields,
  webhookEndpointPatchOf,
} from '../webhook-fields.ts';

export const webhooksUpdateOperation = defineOperatorCommand({
  path: '/api/Webhooks/Update',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'Absent fields stay unchanged. While it is disabled, events are recorded as `SKIPPED`, and so is what waits to be sent. Enabling ends a disablement after 410 or failures.',
  roles: ['service', 'admin'],
  request: Type.Object({
    CustomerNo: webhookCustomerField,
    ...webhookEndpointPatchFields,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample, Enabled: true },
  reply: {
    description: 'The endpoint.',
    schema: CustomerWebhookEndpointRecord,
    example: customerWebhookEndpointExample,
  },
  errors: {
    400: 'A field is not valid, nothing can be sent to the URL (`PrivateAddress`), or the format has no events of the kinds (`Conflict`).',
    403: 'It is not the expected version.',
    404: 'There is no such customer or endpoint.',
  },
  execute: async (call) => {
    const { EndpointId: endpointId, CustomerNo: customerNo, ExpectedVersion: expected } = call.request;
    const { config, db } = call.environment;
    const patch = webhookEndpointPatchOf(call.request);
    assertWebhookUrl(config, patch.url);
    const { name } = await readCustomer(db, customerNo);
    return await runAuditedWebhookEndpointChange(call, async (tx, context) => {
      const { before, after } = await changeWebhookEndpoint(tx, context, endpointId, patch, (found) =>
        assertRecordVersion(tx, {
          noun: 'webhook',
          name: 'webhook endpoint',
          subject: found.endpointId,
          customerNo,
          expected,
          before: toVersionedWebhookEndpoint(found),
          logged: { kinds: ['webhook.created', 'webhook.updated'], parts: webhookEndpointSettingNames },
        }),
      );
      return {
        action: 'webhook.updated',
        endpointId,
        reply: toCustomerWebhookEndpointRecord(after, name),
        before: toAuditedWebhookEndpoint(before),
        after: toAuditedWebhookEndpoint(after),
      };
    });
  },
});
