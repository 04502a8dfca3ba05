/** Session/SignOutEverywhere: ends all sessions of the operator who acts, but not that of a shared station. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { recordAudit } from '../audit.ts';
import { endOperatorSessions } from '../sessions.ts';

export const sessionSignOutEverywhereOperation = defineOperatorCommand({
  path: '/api/Session/SignOutEverywhere',
  summary: 'Sign out everywhere',
  description:
    'Ends all sessions of the operator who acts, this one too, and the identification of the operator at shared stations. The session of a shared station stays: there it ends ' +
    'the sessions of the identified person and the identification.',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: { description: 'These sessions have ended.', schema: Type.Object({}), example: {} },
  errors: {},
  execute: async ({ environment, session, context, cookie }) => {
    const { operatorId, email } = session.operator;
    await environment.db.write(async (tx) => {
      await endOperatorSessions(tx, operatorId);
      recordAudit(tx, context, { action: 'session.ended_everywhere', subject: email });
    });
    if (session.station === undefined) cookie.clear();
    return {};
  },
});
