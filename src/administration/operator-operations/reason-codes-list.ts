/** ReasonCodes/List: why stock is adjusted, changes status or is produced. */

import Type from 'typebox';
import { isMissingStockReason, isServerPostedReasonCode, readReasonCodes } from '../../inventory/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { ReasonCodeRecord, reasonCodeRecord } from '../reason-code-fields.ts';

export const reasonCodesListOperation = defineOperatorQuery({
  path: '/api/ReasonCodes/List',
  summary: 'List the reason codes',
  description:
    'Returns the reasons of stock changes, by code. They are the references of adjustments, status changes and productions.',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The reason codes.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          ...versionedRecordSchema(ReasonCodeRecord).properties,
          IsRequired: Type.Boolean({
            description: 'Whether the server posts it itself: only its description changes.',
          }),
          IsForMissing: Type.Boolean({ description: 'Whether people may report missing stock with it.' }),
        }),
      ),
    }),
    example: {
      Records: [
        {
          ReasonCode: 'BREAKAGE',
          UsedFor: 'adjustment',
          Direction: 'out',
          Description: 'Broken in the warehouse',
          IsRequired: false,
          IsForMissing: true,
          Version: '94d0b7e2c1a8f365',
        },
      ],
    },
  },
  errors: {},
  execute: async ({ environment: { db } }) => ({
    Records: [...(await readReasonCodes(db)).values()].map((reason) => ({
      ...withRecordVersion(reasonCodeRecord(reason)),
      IsRequired: isServerPostedReasonCode(reason),
      IsForMissing: isMissingStockReason(reason),
    })),
  }),
});
