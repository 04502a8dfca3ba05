/** Session/SignIn: starts a session and sets its cookie. */
import Type from 'typebox';
import { defineOperatorSignIn } from '../../platform/http/operator-operation.ts';
import {
  csrfTokenExample,
  csrfTokenField,
  emailField,
  passwordField,
  SessionOperatorRecord,
  sessionOperatorExample,
  sessionOperatorRecord,
} from '../operator-fields.ts';
import { signIn } from '../sign-in.ts';

export const sessionSignInOperation = defineOperatorSignIn({
  path: '/api/Session/SignIn',
  summary: 'Sign in',
  description:
    'Starts a session and sets the cookie `dray_session`, which is HttpOnly and bound to this base address. A wrong e-mail ' +
    'address and a wrong password have the same reply, 401 `InvalidCredentials`.',
  request: Type.Object({
    Email: emailField,
    Password: passwordField('The password.'),
    Code: Type.Optional(
      Type.String({
        description: 'The code of the authenticator app, or a recovery code, where the account requires one.',
        maxLength: 40,
      }),
    ),
  }),
  requestExample: { Email: 'ann@warehouse.example', Password: 'correct horse battery staple' },
  reply: {
    description: 'The session.',
    schema: Type.Object({ CsrfToken: csrfTokenField, Operator: SessionOperatorRecord }),
    example: { CsrfToken: csrfTokenExample, Operator: sessionOperatorExample },
  },
  errors: {},
  execute: async ({ environment, reference, remoteAddress, cookie, request }) => {
    const { Email: email, Password: password, Code: code } = request;
    const { operator, session } = await signIn(environment, { email, password, code, reference, remoteAddress });
    cookie.set(session.secret, session.maxAgeSeconds);
    return { CsrfToken: session.csrfToken, Operator: sessionOperatorRecord(operator) };
  },
});
