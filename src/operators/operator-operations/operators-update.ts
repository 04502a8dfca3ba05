/** Operators/Update: role, warehouses, badge and PIN. */
import Type from 'typebox';
import { assertSomethingToChange } from '../../contract/nothing-to-change.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { updateOperator } from '../manage-operators.ts';
import { deriveOperatorAuthKeys } from '../operator-auth-keys.ts';
import {
  badgeField,
  emailField,
  OperatorRecord,
  operatorRecord,
  operatorRecordExample,
  operatorRoleField,
  operatorWarehousesField,
  pinField,
  valueOrThrowAppError,
} from '../operator-fields.ts';
import { expectedVersionField } from '../record-version.ts';

export const operatorsUpdateOperation = defineOperatorCommand({
  path: '/api/Operators/Update',
  summary: 'Change an operator',
  description:
    'Changes what the request names and leaves the rest. Another role ends the sessions of the operator in every process; another badge or PIN ends the identification of the person at stations. The only admin keeps the role.',
  roles: ['admin'],
  request: Type.Object({
    Email: emailField,
    Role: Type.Optional(operatorRoleField),
    Warehouses: Type.Optional(operatorWarehousesField),
    Badge: Type.Optional(badgeField('The badge of the person; `""` removes it and its PIN.', 0)),
    Pin: Type.Optional(pinField('A new PIN of the badge.')),
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { Email: 'ann@warehouse.example', Role: 'lead', Warehouses: ['APC01'] },
  reply: { description: 'The operator.', schema: OperatorRecord, example: operatorRecordExample },
  errors: {
    400: 'A field is not valid, nothing is given to change, another operator has the badge, or a PIN has no badge.',
    403: 'The operator is the only admin, or is not the expected version (`StateForbids`).',
    404: 'There is no such operator.',
  },
  execute: async ({ environment: { db, config }, context, request }) => {
    const { Email: email, Role: role, Warehouses: warehouses, Badge: badge, Pin: pin } = request;
    assertSomethingToChange([role, warehouses, badge, pin]);
    const change = { role, warehouses, badge, pin, expectedVersion: request.ExpectedVersion };
    return operatorRecord(
      valueOrThrowAppError(await updateOperator(db, deriveOperatorAuthKeys(config), email, change, context)),
    );
  },
});
