/** Operators/Create: a person or a shared station, with a generated password. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createReplyStoringDb } from '../../platform/http/with-stored-reply.ts';
import { createOperator } from '../manage-operators.ts';
import { deriveOperatorAuthKeys } from '../operator-auth-keys.ts';
import {
  badgeField,
  createSuccessReplyMapper,
  emailField,
  operatorRoleField,
  operatorWarehousesField,
  pinField,
  toIssuedPasswordReply,
  valueOrThrowAppError,
} from '../operator-fields.ts';

export const operatorsCreateOperation = defineOperatorCommand({
  path: '/api/Operators/Create',
  summary: 'Create an operator',
  description:
    'Creates an operator and returns the generated password, which is shown only once. A shared station (`IsStation`) has sessions of up to 90 days; people ' +
    'identify at it by badge and PIN. It cannot be an admin.',
  roles: ['admin'],
  request: Type.Object({
    Email: emailField,
    Role: operatorRoleField,
    Warehouses: Type.Optional(operatorWarehousesField),
    IsStation: Type.Optional(Type.Boolean({ description: 'Whether the account is a shared station.' })),
    Badge: Type.Optional(badgeField('The badge of the person, for shared stations.')),
    Pin: Type.Optional(pinField('The PIN of the badge.')),
  }),
  requestExample: { Email: 'ann@warehouse.example', Role: 'service' },
  reply: {
    description: 'The credentials. The password is shown only once.',
    schema: Type.Object({ Email: Type.String(), Password: Type.String() }),
    example: { Email: 'ann@warehouse.example', Password: 'mT4rWq9ZkLp2XcVb7NhY' },
  },
  errors: {},
  check: ({ Badge: badge, Pin: pin }) =>
    pin !== undefined && badge === undefined ? [{ field: 'Pin', code: 'Conflict', message: 'needs a badge' }] : [],
  execute: async ({ environment: { db, config }, context, run, request }) => {
    const operator = {
      email: request.Email,
      role: request.Role,
      warehouses: request.Warehouses ?? [],
      isStation: request.IsStation,
      badge: request.Badge,
      pin: request.Pin,
    };
    const replying = createReplyStoringDb(db, run, createSuccessReplyMapper(toIssuedPasswordReply));
    const outcome = await createOperator(replying, deriveOperatorAuthKeys(config), operator, context);
    return toIssuedPasswordReply(valueOrThrowAppError(outcome));
  },
});
