/** Session/Get: who is signed in, and the CSRF token of the session. */
import Type from 'typebox';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import {
  csrfTokenExample,
  csrfTokenField,
  SessionOperatorRecord,
  sessionOperatorExample,
  sessionOperatorRecord,
} from '../operator-fields.ts';
import { readSecondFactorStatus } from '../second-factor.ts';

export const sessionGetOperation = defineOperatorQuery({
  path: '/api/Session/Get',
  summary: 'Get the session',
  description:
    'Returns who acts in this session and its CSRF token, for a page that was reloaded. At a shared station `Operator` is the ' +
    'person who is identified there, and `Station` the account of the station. `HasTotp` and `RecoveryCodesLeft` are those of `Operator`.',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The session.',
    schema: Type.Object({
      CsrfToken: csrfTokenField,
      Operator: SessionOperatorRecord,
      Station: Type.Optional(SessionOperatorRecord),
      HasTotp: Type.Boolean({ description: 'Sign-ins require a code.' }),
      RecoveryCodesLeft: Type.Integer({ description: 'Recovery codes that were not used yet.' }),
    }),
    example: { CsrfToken: csrfTokenExample, Operator: sessionOperatorExample, HasTotp: true, RecoveryCodesLeft: 9 },
  },
  errors: {},
  execute: async ({ environment, session: { csrfToken, operator, station } }) => {
    const { isRequired, recoveryCodes } = await readSecondFactorStatus(environment.db, operator.operatorId);
    return {
      CsrfToken: csrfToken,
      Operator: sessionOperatorRecord(operator),
      ...(station && { Station: sessionOperatorRecord(station) }),
      HasTotp: isRequired,
      RecoveryCodesLeft: recoveryCodes,
    };
  },
});
