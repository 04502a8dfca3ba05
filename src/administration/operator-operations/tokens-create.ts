/** Tokens/Create: a long-lived access token of a customer. */

import Type from 'typebox';
import { createLongLivedToken, credentialSecretsOf, type IssuedToken } from '../../auth/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createReplyStoringDb } from '../../platform/http/with-stored-reply.ts';
import { createAuditingActor } from '../audited-actor.ts';
import { customerNoField, tokenScopeField } from '../customer-fields.ts';

export const tokensCreateOperation = defineOperatorCommand({
  path: '/api/Tokens/Create',
  summary: 'Create an access token',
  description:
    'Creates an access token that is valid until it is revoked. It is in this reply only. With the scope `read` it is refused by operations that change something.',
  roles: ['admin'],
  request: Type.Object({ CustomerNo: customerNoField, Scope: Type.Optional(tokenScopeField) }),
  requestExample: { CustomerNo: 'W1001', Scope: 'read' },
  reply: {
    description: 'The token, shown this once.',
    schema: Type.Object({ TokenId: Type.String(), AccessToken: Type.String() }),
    example: { TokenId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001', AccessToken: '<ACCESS_TOKEN>' },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such customer.' },
  execute: async ({
    environment: { db, config, name: environment },
    context,
    run,
    request: { CustomerNo: customerNo, Scope: scope },
  }) => {
    const actor = createAuditingActor(context);
    const replyOf = ({ tokenId, accessToken }: IssuedToken) => ({ TokenId: tokenId, AccessToken: accessToken });
    const replying = createReplyStoringDb(db, run, replyOf);
    return replyOf(
      await createLongLivedToken(replying, credentialSecretsOf(config), { environment, customerNo, scope, ...actor }),
    );
  },
});
