/** ReasonCodes/Set: adds or changes a reason of stock changes. */
import Type from 'typebox';
import { setReasonCode } from '../../inventory/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createReasonCodeEditAuditor } from '../edit-auditors.ts';
import { ReasonCodeRecord, reasonCodeExample, reasonCodeRecord } from '../reason-code-fields.ts';

export const reasonCodesSetOperation = defineOperatorCommand({
  path: '/api/ReasonCodes/Set',
  summary: 'Set a reason code',
  description:
    'Adds a reason of stock changes, or changes one. Of a reason that the server posts itself only the description can change. Movements of the past keep their code.',
  roles: ['admin'],
  request: Type.Object({ ...ReasonCodeRecord.properties, ExpectedVersion: expectedVersionField }),
  requestExample: reasonCodeExample,
  reply: { description: 'The reason code is set.', schema: ReasonCodeRecord, example: reasonCodeExample },
  errors: {
    400: 'A field is not valid, or more than the description of a reason that the server posts itself would change.',
    403: 'The reason code is not the expected one.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const reason = {
      code: request.ReasonCode,
      description: request.Description.trim(),
      usedFor: request.UsedFor,
      direction: request.Direction,
    };
    const onEdit = createReasonCodeEditAuditor(context, reason.code, request.ExpectedVersion);
    return reasonCodeRecord(valueOrThrowAppError(await setReasonCode(db, reason, onEdit)));
  },
});
