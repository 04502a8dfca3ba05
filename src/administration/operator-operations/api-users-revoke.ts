/** ApiUsers/Revoke: a user of the API may no longer act for a customer. */

import Type from 'typebox';
import { revokeMembership } from '../../auth/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createAuditingActor } from '../audited-actor.ts';
import { customerNoField, userKeyField } from '../customer-fields.ts';

const example = { CustomerNo: 'W1001', UserKey: 'dru_1' };

export const apiUsersRevokeOperation = defineOperatorCommand({
  path: '/api/ApiUsers/Revoke',
  summary: 'Stop a user from acting for a customer',
  description:
    'The user may no longer act for the customer, within a second in every process. It stays a user of others.',
  roles: ['admin'],
  request: Type.Object({ CustomerNo: customerNoField, UserKey: userKeyField }),
  requestExample: example,
  reply: {
    description: 'Revoked.',
    schema: Type.Object({ CustomerNo: Type.String(), UserKey: Type.String() }),
    example,
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such user or customer, or it does not act for it.' },
  execute: async ({ environment: { db }, context, request: { CustomerNo: customerNo, UserKey: userKey } }) => {
    await revokeMembership(db, { customerNo, userKey, ...createAuditingActor(context) });
    return { CustomerNo: customerNo, UserKey: userKey };
  },
});
