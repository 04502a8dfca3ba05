/** Webhooks/List: endpoints of all customers. */
import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import {
  buildListReply,
  createKeyPositionCodec,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  customersFilterField,
  defaultListPageSize,
  maxExactListCount,
} from '../../contract/list-fields.ts';
import { isUuid } from '../../lib/uuid.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
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

export const webhooksListOperation = defineOperatorQuery({
  path: '/api/Webhooks/List',
  summary: 'List webhook endpoints',
  description: 'Returns the webhook endpoints of all customers, by customer, the oldest first. Secrets are not shown.',
  roles: ['service', 'admin'],
  request: Type.Object({
    Customers: customersFilterField,
    Enabled: Type.Optional(Type.Boolean({ description: 'true: only those that are enabled; false: only the others.' })),
    DisabledReasons: Type.Optional(
      Type.Array(codeField('`BY HAND`, `GONE` or `FAILING`.', webhookEndpointDisabledReasons), {
        maxItems: webhookEndpointDisabledReasons.length,
        description: 'Only those that were disabled for one of these reasons.',
      }),
    ),
    ...cursorPageRequestFields,
  }),
  requestExample: { DisabledReasons: ['GONE', 'FAILING'] },
  reply: {
    description: 'A page of endpoints.',
    schema: createListReplySchema(CustomerWebhookEndpointRecord),
    example: { Records: [customerWebhookEndpointExample], Count: 1 },
  },
  errors: { 400: 'A filter is not valid, or `After` is not the `Next` of an earlier page.' },
  check: createPagePositionCheck(parsePosition),
  execute: async ({ environment: { db }, request }) => {
    const { Customers, Enabled, DisabledReasons, After, Top: top = defaultListPageSize } = request;
    const filter = {
      customers: Customers?.length ? Customers : undefined,
      isEnabled: Enabled,
      reasons: DisabledReasons?.length ? DisabledReasons : undefined,
    };
    const after = After === undefined ? undefined : parsePosition(After);
    const rows = await listWebhookEndpointPage(db, filter, { after, limit: top + 1 });
    const names = await readCustomers(db, [...new Set(rows.map(({ customerNo }) => customerNo))]);
    return buildListReply(rows, top, await countWebhookEndpoints(db, filter, maxExactListCount + 1), {
      keyOf: position.write,
      toRecord: (endpoint) => toCustomerWebhookEndpointRecord(endpoint, names.get(endpoint.customerNo)?.name ?? ''),
    });
  },
});
