/** ReasonCodes/List: why stock is adjusted, changes status or is produced. */

import Type from 'typebox';
import { isMissingReason, readReasonCodes } from '../../inventory/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { reasonCodeRecord } from '../audited-edit.ts';

export const reasonCodesList = defineOperatorQuery({
  path: '/api/ReasonCodes/List',
  summary: 'List the reason codes',
  description:
    'Returns the reasons of stock changes, by code. They are the references of adjustments, status changes and productions; `dray reason-code` edits them.',
  credentials: 'session',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The reason codes.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          ReasonCode: Type.String(),
          UsedFor: Type.String({ description: '`adjustment`, `status change` or `production`.' }),
          Direction: Type.String({ description: '`in` adds stock, `out` removes it, `both` may do either.' }),
          Description: Type.String(),
          IsForMissing: Type.Boolean({ description: 'Whether people may report missing stock with it.' }),
        }),
      ),
    }),
    example: {
      Records: [
        {
          ...{ ReasonCode: 'BREAKAGE', UsedFor: 'adjustment', Direction: 'out' },
          ...{ Description: 'Broken in the warehouse', IsForMissing: true },
        },
      ],
    },
  },
  errors: {},
  execute: async ({ environment: { db } }) => ({
    Records: [...(await readReasonCodes(db)).values()].map((reason) => ({
      ...reasonCodeRecord(reason),
      IsForMissing: isMissingReason(reason),
    })),
  }),
});
