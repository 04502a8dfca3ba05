/** Webhooks/List: endpoints of all customers. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import { createKeyPositionCodec, customersFilterField } from '../../contract/list-fields.ts';
import { isUuid } from '../../lib/uuid.ts';
import { defineOperatorList } from '../../operators/index.ts';
import {
  CustomerWebhookEndpointRecord,
  customerWebhookEndpointExample,
  toCustomerWebhookEndpointRecord,
} from '../customer-endpoint.ts';
import { webhookEndpointDisabledReasons } from '../endpoint.ts';
import { countWebhookEndpoints, listWebhookEndpointPage } from '../list-endpoints.ts';

const position = createKeyPositionCodec('endpointId', 'customerNo');

const parsePosition = (after: string) => {
  const read = position.read(after);
  return read !== undefined && isUuid(read.endpointId) ? read : undefined;
};

export const webhooksListOperation = defineOperatorList({
  path: '/api/Webhooks/List',
  summary: 'List webhook endpoints',
  description: 'Returns the webhook endpoints of all customers, by customer, the oldest first. Secrets are not shown.',
  roles: ['service', 'admin'],
  filters: {
    Customers: customersFilterField,
    Enabled: Type.Optional(Type.Boolean({ description: 'true: only those that are enabled; false: only the others.' })),
    DisabledReasons: Type.Optional(
      Type.Array(codeField('`BY HAND`, `GONE` or `FAILING`.', webhookEndpointDisabledReasons), {
        maxItems: webhookEndpointDisabledReasons.length,
        description: 'Only those that were disabled for one of these reasons.',
      }),
    ),
  },
  requestExample: { DisabledReasons: ['GONE', 'FAILING'] },
  reply: {
    description: 'A page of endpoints.',
    record: CustomerWebhookEndpointRecord,
    example: customerWebhookEndpointExample,
  },
  parsePosition,
  execute: async ({ environment: { db }, request }, page, buildReply) => {
    const { Customers, Enabled, DisabledReasons } = request;
    const filter = {
      customers: Customers?.length ? Customers : undefined,
      isEnabled: Enabled,
      reasons: DisabledReasons?.length ? DisabledReasons : undefined,
    };
    const rows = await listWebhookEndpointPage(db, filter, page);
    const nameOf = await readCustomerNameLookup(db, rows);
    return buildReply(rows, await countWebhookEndpoints(db, filter, page.maxCounted), {
      keyOf: position.write,
      toRecord: (endpoint) => toCustomerWebhookEndpointRecord(endpoint, nameOf(endpoint.customerNo)),
    });
  },
});
