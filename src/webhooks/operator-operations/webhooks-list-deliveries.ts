/** Webhooks/ListDeliveries: deliveries to a webhook endpoint. */
import Type from 'typebox';
import { defineOperatorList } from '../../operators/index.ts';
import { webhookEndpointKeyFields } from '../customer-endpoint.ts';
import { countWebhookDeliveries } from '../delivery-counts.ts';
import { listNewestWebhookDeliveries } from '../delivery-store.ts';
import {
  toWebhookDeliveryRecord,
  WebhookDeliveryRecord,
  webhookDeliveryExample,
  webhookDeliveryStatusField,
  webhookEndpointIdExample,
} from '../webhook-fields.ts';

const parsePosition = (after: string): number | undefined => (/^\d{1,15}$/.test(after) ? Number(after) : undefined);

export const webhooksListDeliveriesOperation = defineOperatorList({
  path: '/api/Webhooks/ListDeliveries',
  summary: 'List deliveries to a webhook endpoint',
  description: 'Returns the deliveries of the last 30 days, the newest first, each with its attempts.',
  roles: ['service', 'admin'],
  filters: {
    ...webhookEndpointKeyFields,
    Status: Type.Optional(webhookDeliveryStatusField),
  },
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample, Status: 'FAILED' },
  reply: {
    description: 'A page of deliveries. An unknown endpoint has none.',
    record: WebhookDeliveryRecord,
    example: webhookDeliveryExample,
  },
  parsePosition,
  execute: async ({ environment: { db }, request }, { after: before, limit }, buildReply) => {
    const { CustomerNo: customerNo, EndpointId: endpointId, Status: status } = request;
    const filter = { customerNo, endpointId, status };
    // Those of a deleted endpoint are deleted in the background.
    const count = (await countWebhookDeliveries(db, filter)) ?? 0;
    const rows = count === 0 ? [] : await listNewestWebhookDeliveries(db, filter, { before, limit });
    return buildReply(rows, count, {
      keyOf: ({ position }) => String(position),
      toRecord: toWebhookDeliveryRecord,
    });
  },
});
