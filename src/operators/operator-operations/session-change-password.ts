/** Session/ChangePassword: the operator's own password. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { csrfTokenExample, csrfTokenField, passwordField } from '../operator-fields.ts';
import { changeOwnPassword, minPasswordLength } from '../passwords.ts';

export const sessionChangePasswordOperation = defineOperatorCommand({
  path: '/api/Session/ChangePassword',
  summary: 'Change the password',
  description:
    'Changes the password of the operator, ends all sessions of the operator in every process, and starts a new one: the response sets its ' +
    'cookie. A wrong `CurrentPassword` is 400 and counts as a wrong sign-in.',
  roles: operatorRoles,
  request: Type.Object({
    CurrentPassword: passwordField('The current password.'),
    NewPassword: passwordField(`The new password, at least ${minPasswordLength} characters.`, minPasswordLength),
  }),
  requestExample: { CurrentPassword: 'correct horse battery staple', NewPassword: 'twelve bottles in a case' },
  reply: {
    description: 'The CSRF token of the new session.',
    schema: Type.Object({ CsrfToken: csrfTokenField }),
    example: { CsrfToken: csrfTokenExample },
  },
  errors: {
    403: 'The session belongs to a shared station (`StateForbids`).',
    429: 'There were too many wrong passwords. Wait for the seconds of `Retry-After`.',
  },
  execute: async ({ environment, session, context, cookie, request }) => {
    const passwords = { current: request.CurrentPassword, next: request.NewPassword };
    const started = await changeOwnPassword(environment, session, context, passwords);
    cookie.set(started.secret, started.maxAgeSeconds);
    return { CsrfToken: started.csrfToken };
  },
});
