/** POST /api/Webhook/GetDeliveries (decision 14). */
import Type from 'typebox';
import { int32Bounds, pageReplyFields, pageRequestFields } from '../../contract/paging.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defaultPagingRules, hasMoreRecords, parsePageRange } from '../../lib/paging.ts';
import { AppError, notFoundError, validationRefusal } from '../../platform/errors.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { countWebhookDeliveries } from '../delivery-counts.ts';
import { listWebhookDeliveries } from '../delivery-store.ts';
import {
  noSuchWebhookEndpointText,
  toWebhookDeliveryRecord,
  WebhookDeliveryRecord,
  webhookDeliveryExample,
  webhookDeliveryStatusField,
  webhookEndpointIdExample,
  webhookEndpointIdField,
} from '../webhook-fields.ts';

export const getWebhookDeliveriesOperation = defineQuery({
  path: '/api/Webhook/GetDeliveries',
  tag: 'Events',
  summary: 'List deliveries to a webhook endpoint',
  description: 'Returns the deliveries of the last 30 days in the order of their events, each with its attempts.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object(
    {
      EndpointId: webhookEndpointIdField,
      Status: Type.Optional(webhookDeliveryStatusField),
      ...pageRequestFields(defaultPagingRules.defaultTop, int32Bounds),
    },
    { title: 'GetDeliveriesRequest' },
  ),
  requestExample: { EndpointId: webhookEndpointIdExample, Status: 'FAILED' },
  reply: {
    status: 200,
    description: 'A page of deliveries.',
    schema: Type.Object(
      {
        TransactionReferenceNumber: TransactionReference,
        ...pageReplyFields(defaultPagingRules.defaultTop),
        Deliveries: Type.Array(WebhookDeliveryRecord),
      },
      { title: 'GetDeliveriesReply' },
    ),
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      TotalRecordCount: 1,
      Skip: 0,
      Top: 500,
      MoreRecords: false,
      Deliveries: [webhookDeliveryExample],
    },
  },
  errors: { 400: 'A field is not valid.', 404: `${noSuchWebhookEndpointText}.` },
  execute: async ({ environment: { db }, caller: { customerNo }, context, request }) => {
    const { EndpointId, Status: status, Skip: skip, Top: top } = request;
    const endpointId = EndpointId.toLowerCase();
    const read = parsePageRange({ skip, top });
    if (!read.ok) throw new AppError(validationRefusal(read.faults));
    const filter = { customerNo, endpointId, status };
    const total = await countWebhookDeliveries(db, filter);
    if (total === undefined) throw notFoundError(`Customer ${customerNo} has no webhook endpoint ${endpointId}.`);
    const rows = await listWebhookDeliveries(db, filter, read.page);
    return {
      TransactionReferenceNumber: context.reference,
      TotalRecordCount: total,
      Skip: read.page.skip,
      Top: read.page.top,
      MoreRecords: hasMoreRecords(read.page, total),
      Deliveries: rows.map(toWebhookDeliveryRecord),
    };
  },
});
