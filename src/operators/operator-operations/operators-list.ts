/** Operators/List: the operators by e-mail. */

import Type from 'typebox';
import {
  buildListReply,
  createListReplySchema,
  cursorPageRequestFields,
  defaultListPageSize,
  maxExactListCount,
} from '../../contract/list-fields.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { OperatorRecord, operatorRecord, operatorRecordExample, operatorRoleField } from '../operator-fields.ts';
import { countOperators, listOperators } from '../operator-store.ts';

export const operatorsListOperation = defineOperatorQuery({
  path: '/api/Operators/List',
  summary: 'List operators',
  description: 'Returns operators by e-mail address, without disabled ones unless `IncludeDisabled` is true.',
  roles: ['admin'],
  request: Type.Object({
    Roles: Type.Optional(Type.Array(operatorRoleField, { description: 'Only these roles; absent: all.', maxItems: 4 })),
    Text: Type.Optional(Type.String({ description: 'A part of the e-mail address.', maxLength: 254 })),
    IncludeDisabled: Type.Optional(Type.Boolean({ description: 'Whether to return disabled operators too.' })),
    ...cursorPageRequestFields,
    // An e-mail address has up to 254 characters.
    After: Type.Optional(Type.String({ maxLength: 254, description: '`Next` of the previous page.' })),
  }),
  requestExample: { Roles: ['service'], Top: 50 },
  reply: {
    description: 'A page of operators.',
    schema: createListReplySchema(OperatorRecord),
    example: { Records: [operatorRecordExample], Count: 1 },
  },
  errors: {},
  execute: async ({ environment: { db }, request }) => {
    const { Roles: roles = [], Text: text = '', IncludeDisabled: includeDisabled = false } = request;
    const { After: after = '', Top: top = defaultListPageSize } = request;
    const filter = { roles, text, includeDisabled };
    const rows = await listOperators(db, filter, after, top + 1);
    const counted = await countOperators(db, filter, maxExactListCount + 1);
    return buildListReply(rows, top, counted, { keyOf: ({ email }) => email, toRecord: operatorRecord });
  },
});
