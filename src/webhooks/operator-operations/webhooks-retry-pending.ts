/** Webhooks/RetryPending: sends what waits for its next attempt now. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { runAuditedEndpointChange } from '../audited-change.ts';
import { endpointKeyFields } from '../customer-endpoint.ts';
import { retryWaitingDeliveries } from '../manage-endpoints.ts';
import { endpointIdExample, noSuchEndpointText } from '../webhook-fields.ts';

export const webhooksRetryPending = defineOperatorCommand({
  path: '/api/Webhooks/RetryPending',
  summary: 'Retry the pending deliveries of a webhook endpoint now',
  description:
    'Sends the deliveries that wait for their next attempt, after their receiver is back: at most 10,000, those whose attempt is due next first. Each has all its attempts again. Deliveries behind them in order follow.',
  roles: ['service', 'admin'],
  request: Type.Object(endpointKeyFields),
  requestExample: { CustomerNo: 'W1001', EndpointId: endpointIdExample },
  reply: {
    description: 'The deliveries are being sent.',
    schema: Type.Object({ Deliveries: Type.Integer({ description: 'How many waited for their next attempt.' }) }),
    example: { Deliveries: 12 },
  },
  errors: { 400: 'A field is not valid.', 403: 'The endpoint is disabled.', 404: `${noSuchEndpointText}.` },
  execute: async (call) =>
    await runAuditedEndpointChange(call, async (tx, context) => {
      const { EndpointId: endpointId } = call.request;
      const after = { Deliveries: await retryWaitingDeliveries(tx, context, endpointId) };
      return { action: 'webhook.retried', endpointId, after, reply: after };
    }),
});
