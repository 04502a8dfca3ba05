/** Customers/List: the customers, by number. */

import Type from 'typebox';
import { countCustomers, listCustomers } from '../../auth/index.ts';
import { formatInstant } from '../../lib/dates.ts';
import { defineOperatorList } from '../../operators/index.ts';
import { tokenPolicyField } from '../customer-fields.ts';

export const customersListOperation = defineOperatorList({
  path: '/api/Customers/List',
  summary: 'List customers',
  description: 'Returns customers by number, in pages: `Next` of a page is the `After` of the following one.',
  roles: ['lead', 'service', 'admin'],
  filters: {
    Text: Type.Optional(Type.String({ maxLength: 100, description: 'A part of the number or of the name.' })),
  },
  requestExample: { Text: 'hilltop' },
  reply: {
    description: 'A page of customers.',
    record: Type.Object({
      CustomerNo: Type.String(),
      CustomerName: Type.String(),
      Users: Type.Integer({ description: 'How many users of the API may act for it.' }),
      TokenPolicy: tokenPolicyField,
      CreatedAt: Type.String(),
    }),
    example: {
      CustomerNo: 'W1001',
      CustomerName: 'Hilltop Cellars',
      Users: 2,
      TokenPolicy: 'default' as const,
      CreatedAt: '2026-11-18T17:00:00Z',
    },
  },
  errors: { 400: 'A field is not valid.' },
  parsePosition: (customerNo) => customerNo,
  execute: async (
    { environment: { db }, request: { Text: text = '' } },
    { after = '', limit, maxCounted },
    buildReply,
  ) => {
    const [rows, count] = await Promise.all([
      listCustomers(db, { after, text, limit }),
      countCustomers(db, text, maxCounted),
    ]);
    return buildReply(rows, count, {
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
