/** Customers/List: the customers, by number. */

import Type from 'typebox';
import { countCustomers, listCustomers } from '../../auth/index.ts';
import {
  buildListReply,
  createListReplySchema,
  cursorPageRequestFields,
  defaultListPageSize,
  maxExactListCount,
} from '../../contract/list-fields.ts';
import { formatInstant } from '../../lib/dates.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { tokenPolicyField } from '../customer-fields.ts';

export const customersListOperation = defineOperatorQuery({
  path: '/api/Customers/List',
  summary: 'List customers',
  description: 'Returns customers by number, in pages: `Next` of a page is the `After` of the following one.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    Text: Type.Optional(Type.String({ maxLength: 100, description: 'A part of the number or of the name.' })),
    ...cursorPageRequestFields,
  }),
  requestExample: { Text: 'hilltop' },
  reply: {
    description: 'A page of customers.',
    schema: createListReplySchema(
      Type.Object({
        CustomerNo: Type.String(),
        CustomerName: Type.String(),
        Users: Type.Integer({ description: 'How many users of the API may act for it.' }),
        TokenPolicy: tokenPolicyField,
        CreatedAt: Type.String(),
      }),
    ),
    example: {
      Records: [
        {
          CustomerNo: 'W1001',
          CustomerName: 'Hilltop Cellars',
          Users: 2,
          TokenPolicy: 'default' as const,
          CreatedAt: '2026-11-18T17:00:00Z',
        },
      ],
      Count: 1,
    },
  },
  errors: { 400: 'A field is not valid.' },
  execute: async ({
    environment: { db },
    request: { Text: text = '', After: after = '', Top: top = defaultListPageSize },
  }) => {
    const [rows, count] = await Promise.all([
      listCustomers(db, { after, text, limit: top + 1 }),
      countCustomers(db, text, maxExactListCount + 1),
    ]);
    return buildListReply(rows, top, count, {
      keyOf: ({ customerNo }) => customerNo,
      toRecord: ({ customerNo, name, userKeys, tokenPolicy, createdAt }) => ({
        CustomerNo: customerNo,
        CustomerName: name,
        Users: userKeys.length,
        TokenPolicy: tokenPolicy ?? ('default' as const),
        CreatedAt: formatInstant(createdAt),
      }),
    });
  },
});
