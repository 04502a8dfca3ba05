/** ApiUsers/RevokePassword: ends a password of a user. */

import Type from 'typebox';
import { revokePassword } from '../../auth/index.ts';
import { transactionReferenceField } from '../../contract/fields.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createAuditingActor } from '../audited-actor.ts';
import { userKeyField } from '../customer-fields.ts';

const example = { UserKey: 'dru_1', PasswordId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' };

export const apiUsersRevokePasswordOperation = defineOperatorCommand({
  path: '/api/ApiUsers/RevokePassword',
  summary: 'Revoke a password of a user',
  description: 'The password is valid nowhere within a second, also when it is the only one.',
  roles: ['admin'],
  request: Type.Object({ UserKey: userKeyField, PasswordId: transactionReferenceField('The id of the password.') }),
  requestExample: example,
  reply: {
    description: 'Revoked.',
    schema: Type.Object({ UserKey: Type.String(), PasswordId: Type.String() }),
    example,
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such user, or it has no such valid password.' },
  execute: async ({ environment: { db }, context, request: { UserKey: userKey, PasswordId: passwordId } }) => {
    const revoked = await revokePassword(db, { userKey, passwordId, ...createAuditingActor(context) });
    return { UserKey: userKey, PasswordId: revoked.passwordId };
  },
});
