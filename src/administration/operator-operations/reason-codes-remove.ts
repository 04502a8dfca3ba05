/** ReasonCodes/Remove: removes a reason of stock changes. */
import Type from 'typebox';
import { removeReasonCode } from '../../inventory/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createReasonCodeEditAuditor } from '../edit-auditors.ts';
import { reasonCodeField } from '../reason-code-fields.ts';

export const reasonCodesRemoveOperation = defineOperatorCommand({
  path: '/api/ReasonCodes/Remove',
  summary: 'Remove a reason code',
  description: 'Stock can no longer be changed with it. Movements that have it keep it.',
  roles: ['admin'],
  request: Type.Object({ ReasonCode: reasonCodeField, ExpectedVersion: expectedVersionField }),
  requestExample: { ReasonCode: 'TASTING' },
  reply: {
    description: 'The reason code is removed.',
    schema: Type.Object({ ReasonCode: Type.String() }),
    example: { ReasonCode: 'TASTING' },
  },
  errors: {
    400: 'A field is not valid, or the server posts the reason itself.',
    403: 'The reason code is not the expected one.',
    404: 'There is no such reason code.',
  },
  execute: async ({ environment: { db }, context, request: { ReasonCode: code, ExpectedVersion } }) => {
    valueOrThrowAppError(await removeReasonCode(db, code, createReasonCodeEditAuditor(context, code, ExpectedVersion)));
    return { ReasonCode: code };
  },
});
