/** Operators/Disable: the operator can no longer sign in. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { setOperatorDisabled } from '../manage-operators.ts';
import {
  emailField,
  OperatorRecord,
  operatorRecord,
  operatorRecordExample,
  valueOrThrowAppError,
} from '../operator-fields.ts';

export const operatorsDisableOperation = defineOperatorCommand({
  path: '/api/Operators/Disable',
  summary: 'Disable an operator',
  description:
    'Ends all sessions of the operator in every process and refuses further sign-ins. Idempotent. The only admin cannot be disabled.',
  roles: ['admin'],
  request: Type.Object({ Email: emailField }),
  requestExample: { Email: 'ann@warehouse.example' },
  reply: {
    description: 'The operator.',
    schema: OperatorRecord,
    example: { ...operatorRecordExample, IsDisabled: true },
  },
  errors: { 403: 'The operator is the only admin (`StateForbids`).', 404: 'There is no such operator.' },
  execute: async ({ environment: { db }, context, request }) =>
    operatorRecord(valueOrThrowAppError(await setOperatorDisabled(db, request.Email, true, context))),
});
