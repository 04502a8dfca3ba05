/** Session/DisableTotp: sign-ins need no code any more. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { passwordField } from '../operator-fields.ts';
import { disableOwnTotp } from '../own-factor.ts';

export const sessionDisableTotpOperation = defineOperatorCommand({
  path: '/api/Session/DisableTotp',
  summary: 'Remove the authenticator app',
  description: 'Removes the secret and the recovery codes: the password is enough to sign in. Idempotent.',
  roles: operatorRoles,
  request: Type.Object({ Password: passwordField('The password of the account.') }),
  requestExample: { Password: 'correct horse battery staple' },
  reply: { description: 'No code is required.', schema: Type.Object({}), example: {} },
  errors: {
    403: 'The session belongs to a shared station (`StateForbids`).',
    429: 'There were too many wrong passwords. Wait for the seconds of `Retry-After`.',
  },
  execute: async ({ environment, session, context, request }) => {
    await disableOwnTotp(environment, session, context, request.Password);
    return {};
  },
});
