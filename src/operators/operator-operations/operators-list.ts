/** Operators/List: the operators by e-mail. */

import Type from 'typebox';
import { defineOperatorList } from '../define-list.ts';
import { OperatorRecord, operatorRecord, operatorRecordExample, operatorRoleField } from '../operator-fields.ts';
import { countOperators, listOperators } from '../operator-store.ts';

export const operatorsListOperation = defineOperatorList({
  path: '/api/Operators/List',
  summary: 'List operators',
  description: 'Returns operators by e-mail address, without disabled ones unless `IncludeDisabled` is true.',
  roles: ['admin'],
  filters: {
    Roles: Type.Optional(Type.Array(operatorRoleField, { description: 'Only these roles; absent: all.', maxItems: 4 })),
    Text: Type.Optional(Type.String({ description: 'A part of the e-mail address.', maxLength: 254 })),
    IncludeDisabled: Type.Optional(Type.Boolean({ description: 'Whether to return disabled operators too.' })),
  },
  requestExample: { Roles: ['service'], Top: 50 },
  reply: {
    description: 'A page of operators.',
    record: OperatorRecord,
    example: operatorRecordExample,
  },
  parsePosition: (email) => email,
  // An e-mail address has up to 254 characters.
  maxPositionLength: 254,
  execute: async ({ environment: { db }, request }, { after = '', limit, maxCounted }, buildReply) => {
    const { Roles: roles = [], Text: text = '', IncludeDisabled: includeDisabled = false } = request;
    const filter = { roles, text, includeDisabled };
    const rows = await listOperators(db, filter, after, limit);
    const counted = await countOperators(db, filter, maxCounted);
    return buildReply(rows, counted, { keyOf: ({ email }) => email, toRecord: operatorRecord });
  },
});
