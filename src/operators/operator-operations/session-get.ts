/** Session/Get: who is signed in, and the CSRF token of the session. */
import Type from 'typebox';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import {
  csrfTokenExample,
  csrfTokenField,
  SessionOperator,
  sessionOperatorExample,
  sessionOperatorReply,
} from '../operator-fields.ts';

export const sessionGet = defineOperatorQuery({
  path: '/api/Session/Get',
  summary: 'Get the session',
  description:
    'Returns who acts in this session and its CSRF token, for a page that was reloaded. At a shared station `Operator` is the ' +
    'person who is identified there, and `Station` the account of the station.',
  credentials: 'session',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The session.',
    schema: Type.Object({
      CsrfToken: csrfTokenField,
      Operator: SessionOperator,
      Station: Type.Optional(SessionOperator),
    }),
    example: { CsrfToken: csrfTokenExample, Operator: sessionOperatorExample },
  },
  errors: {},
  execute: async ({ session: { csrfToken, operator, station } }) => ({
    CsrfToken: csrfToken,
    Operator: sessionOperatorReply(operator),
    ...(station && { Station: sessionOperatorReply(station) }),
  }),
});
