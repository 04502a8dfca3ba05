/** Operators/ResetPassword: a generated password in place of a forgotten one. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createReplyStoringDb } from '../../platform/http/with-stored-reply.ts';
import { resetOperatorPassword } from '../manage-operators.ts';
import { deriveOperatorAuthKeys } from '../operator-auth-keys.ts';
import {
  createSuccessReplyMapper,
  emailField,
  toIssuedPasswordReply,
  valueOrThrowAppError,
} from '../operator-fields.ts';

export const operatorsResetPasswordOperation = defineOperatorCommand({
  path: '/api/Operators/ResetPassword',
  summary: 'Reset a password',
  description:
    'Replaces the password by a generated one, unlocks the account and ends its sessions in every process. `ResetTotp` also removes a lost ' +
    'authenticator app.',
  roles: ['admin'],
  request: Type.Object({
    Email: emailField,
    ResetTotp: Type.Optional(Type.Boolean({ description: 'Whether sign-ins need no code any more.' })),
  }),
  requestExample: { Email: 'ann@warehouse.example' },
  reply: {
    description: 'The credentials. The password is shown only once.',
    schema: Type.Object({ Email: Type.String(), Password: Type.String() }),
    example: { Email: 'ann@warehouse.example', Password: 'mT4rWq9ZkLp2XcVb7NhY' },
  },
  errors: { 404: 'There is no such operator.' },
  execute: async ({ environment: { db, config }, context, run, request }) => {
    const options = { resetTotp: request.ResetTotp === true };
    const replying = createReplyStoringDb(db, run, createSuccessReplyMapper(toIssuedPasswordReply));
    const outcome = await resetOperatorPassword(
      replying,
      deriveOperatorAuthKeys(config),
      request.Email,
      options,
      context,
    );
    return toIssuedPasswordReply(valueOrThrowAppError(outcome));
  },
});
