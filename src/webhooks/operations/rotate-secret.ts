/** POST /api/Webhook/RotateSecret (decision 14). */
import Type from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { formatInstant } from '../../lib/dates.ts';
import { defineCommand } from '../../platform/http/operation.ts';
import { runWebhookEndpointTransaction } from '../endpoint-transactions.ts';
import { replaceWebhookSecret } from '../manage-endpoints.ts';
import { createWebhookSecretCipher } from '../signature.ts';
import {
  noSuchWebhookEndpointText,
  revokePreviousSecretField,
  webhookEndpointIdExample,
  webhookEndpointIdField,
  webhookSecretExample,
  webhookSecretField,
} from '../webhook-fields.ts';

export const rotateWebhookSecretOperation = defineCommand({
  path: '/api/Webhook/RotateSecret',
  tag: 'Events',
  summary: 'Create a new secret of a webhook endpoint',
  description:
    'For 24 hours, unless `RevokePrevious` is true, deliveries are signed with both secrets, the new one first, so that the receiver can change over in between. A secret from before the last rotation is no longer used.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  hasSecretReply: true,
  request: Type.Object(
    { EndpointId: webhookEndpointIdField, RevokePrevious: revokePreviousSecretField },
    { title: 'RotateSecretRequest' },
  ),
  requestExample: { EndpointId: webhookEndpointIdExample },
  reply: {
    status: 200,
    description: 'The new secret.',
    schema: Type.Object(
      {
        Secret: webhookSecretField,
        PreviousSecretValidUntil: Type.String({
          description: 'Until when the secret before signs too, ISO 8601; empty when it is revoked.',
        }),
        TransactionReferenceNumber: TransactionReference,
      },
      { title: 'RotateSecretReply' },
    ),
    example: {
      Secret: webhookSecretExample,
      PreviousSecretValidUntil: '2026-11-19T17:00:00Z',
      TransactionReferenceNumber: transactionReferenceExample,
    },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The credentials lack the right to write.',
    404: `${noSuchWebhookEndpointText}.`,
  },
  execute: async ({ environment, context, request }, run) =>
    await runWebhookEndpointTransaction(environment, context.customerNo, async (tx) => {
      const isRevoked = request.RevokePrevious === true;
      const rotated = await replaceWebhookSecret(
        tx,
        createWebhookSecretCipher(environment.config),
        context,
        request.EndpointId,
        isRevoked,
      );
      const { secret, previousSecretUntil: until } = rotated;
      const reply = {
        Secret: secret,
        PreviousSecretValidUntil: until === undefined ? '' : formatInstant(until),
        TransactionReferenceNumber: context.reference,
      };
      await run.storeReply(tx, reply);
      return reply;
    }),
});
