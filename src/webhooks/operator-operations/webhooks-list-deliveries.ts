/** Webhooks/ListDeliveries: deliveries to a webhook endpoint. */
import Type from 'typebox';
import {
  buildListReply,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  defaultListPageSize,
} from '../../contract/list-fields.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
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

const isPosition = (after: string): boolean => /^\d{1,15}$/.test(after);

export const webhooksListDeliveriesOperation = defineOperatorQuery({
  path: '/api/Webhooks/ListDeliveries',
  summary: 'List deliveries to a webhook endpoint',
  description: 'Returns the deliveries of the last 30 days, the newest first, each with its attempts.',
  roles: ['service', 'admin'],
  request: Type.Object({
    ...webhookEndpointKeyFields,
    Status: Type.Optional(webhookDeliveryStatusField),
    ...cursorPageRequestFields,
  }),
  requestExample: { CustomerNo: 'W1001', EndpointId: webhookEndpointIdExample, Status: 'FAILED' },
  reply: {
    description: 'A page of deliveries. An unknown endpoint has none.',
    schema: createListReplySchema(WebhookDeliveryRecord),
    example: { Records: [webhookDeliveryExample], Count: 1 },
  },
  errors: { 400: 'A filter is not valid, or `After` is not the `Next` of an earlier page.' },
  check: createPagePositionCheck(isPosition),
  execute: async ({ environment: { db }, request }) => {
    const {
      CustomerNo: customerNo,
      EndpointId: endpointId,
      Status: status,
      After,
      Top: top = defaultListPageSize,
    } = request;
    const filter = { customerNo, endpointId, status };
    const before = After === undefined ? undefined : Number(After);
    // Those of a deleted endpoint are deleted in the background.
    const count = (await countWebhookDeliveries(db, filter)) ?? 0;
    const rows = count === 0 ? [] : await listNewestWebhookDeliveries(db, filter, { before, limit: top + 1 });
    return buildListReply(rows, top, count, {
      keyOf: ({ position }) => String(position),
      toRecord: toWebhookDeliveryRecord,
    });
  },
});
