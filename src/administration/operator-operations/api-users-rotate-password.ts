/** ApiUsers/RotatePassword: a second password beside the first. */

import Type from 'typebox';
import { credentialSecretsOf, type IssuedPassword, startPasswordRotation } from '../../auth/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createReplyStoringDb } from '../../platform/http/with-stored-reply.ts';
import { createAuditingActor } from '../audited-actor.ts';
import { userKeyField } from '../customer-fields.ts';

export const apiUsersRotatePasswordOperation = defineOperatorCommand({
  path: '/api/ApiUsers/RotatePassword',
  summary: 'Create a second password of a user',
  description:
    'Creates a second password, which is in this reply only. The first stays valid until ApiUsers/RevokePassword, so that the winery can change its program in between.',
  roles: ['admin'],
  request: Type.Object({ UserKey: userKeyField }),
  requestExample: { UserKey: 'dru_1' },
  reply: {
    description: 'The password, shown this once.',
    schema: Type.Object({ UserKey: Type.String(), PasswordId: Type.String(), Password: Type.String() }),
    example: { UserKey: 'dru_1', PasswordId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001', Password: '<PASSWORD>' },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'Two passwords are valid already: revoke one of them first.',
    404: 'There is no such user.',
  },
  execute: async ({ environment: { db, config, name: environment }, context, run, request: { UserKey: userKey } }) => {
    const actor = createAuditingActor(context);
    const replyOf = ({ passwordId, password }: IssuedPassword) => ({
      UserKey: userKey,
      PasswordId: passwordId,
      Password: password,
    });
    const replying = createReplyStoringDb(db, run, replyOf);
    return replyOf(
      await startPasswordRotation(replying, credentialSecretsOf(config), { environment, userKey, ...actor }),
    );
  },
});
