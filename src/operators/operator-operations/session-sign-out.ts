/** Session/SignOut: ends the session. */
import Type from 'typebox';
import { defineOperatorCommand, operatorRoles } from '../../platform/http/operator-operation.ts';
import { recordAudit } from '../audit.ts';
import { endSession } from '../sessions.ts';

export const sessionSignOutOperation = defineOperatorCommand({
  path: '/api/Session/SignOut',
  summary: 'Sign out',
  description: 'Ends this session in every process and removes its cookie.',
  roles: operatorRoles,
  allowsUnidentified: true,
  request: Type.Object({}),
  requestExample: {},
  reply: { description: 'The session has ended.', schema: Type.Object({}), example: {} },
  errors: {},
  execute: async ({ environment, session, context, cookie }) => {
    const account = session.station ?? session.operator;
    await environment.db.write(async (tx) => {
      await endSession(tx, session.sessionId);
      recordAudit(tx, context, { action: 'session.ended', subject: account.email });
    });
    cookie.clear();
    return {};
  },
});
