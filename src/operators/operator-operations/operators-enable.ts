/** Operators/Enable: the operator can sign in again. */
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

export const operatorsEnableOperation = defineOperatorCommand({
  path: '/api/Operators/Enable',
  summary: 'Enable an operator',
  description: 'Permits sign-ins of a disabled operator again, with the password as it was. Idempotent.',
  roles: ['admin'],
  request: Type.Object({ Email: emailField }),
  requestExample: { Email: 'ann@warehouse.example' },
  reply: { description: 'The operator.', schema: OperatorRecord, example: operatorRecordExample },
  errors: { 404: 'There is no such operator.' },
  execute: async ({ environment: { db }, context, request }) =>
    operatorRecord(valueOrThrowAppError(await setOperatorDisabled(db, request.Email, false, context))),
});
