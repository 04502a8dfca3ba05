/** Webhooks/RotateSecret: a new secret of a webhook endpoint. */
import Type from 'typebox';
import { formatInstant } from '../../lib/dates.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedWebhookEndpointChange } from '../audited-change.ts';
import { webhookEndpointKeyFields } from '../customer-endpoint.ts';
import { replaceWebhookSecret } from '../manage-endpoints.ts';
import { createWebhookSecretCipher } from '../signature.ts';
import {
  noSuchWebhookEndpointText,
  revokePreviousSecretField,
  webhookEndpointIdExample,
  webhookSecretExample,
  webhookSecretField,
} from '../webhook-fields.ts';

export const webhooksRotateSecretOperation = defineOperatorCommand({
  path: '/api/Webhooks/RotateSecret',
  summary: 'Create a new secret of a webhook endpoint',
  description:
    'For 24 hours, unless `RevokePrevious` is true, deliveries are signed with both secrets. The new one is in this reply only.',
  roles: ['service', 'admin'],
  request: Type.Object({ ...webhookEndpointKeyFields, RevokePrevious: revokePreviousSecretField }),
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample },
  reply: {
    description: 'The new secret.',
    schema: Type.Object({
      Secret: webhookSecretField,
      PreviousSecretValidUntil: Type.String({ description: 'ISO 8601; empty when it is revoked.' }),
    }),
    example: { Secret: webhookSecretExample, PreviousSecretValidUntil: '2026-11-19T17:00:00Z' },
  },
  errors: { 400: 'A field is not valid.', 404: `${noSuchWebhookEndpointText}.` },
  execute: async (call) =>
    await runAuditedWebhookEndpointChange(call, async (tx, context) => {
      const { EndpointId: endpointId, RevokePrevious } = call.request;
      const isRevoked = RevokePrevious === true;
      const seal = createWebhookSecretCipher(call.environment.config);
      const { secret, previousSecretUntil: until } = await replaceWebhookSecret(
        tx,
        seal,
        context,
        endpointId,
        isRevoked,
      );
      const reply = { Secret: secret, PreviousSecretValidUntil: until === undefined ? '' : formatInstant(until) };
      return { action: 'webhook.secret_rotated', endpointId, after: { RevokePrevious: isRevoked }, reply };
    }),
});
