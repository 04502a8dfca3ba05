/** Tokens/Revoke: ends an access token. */

import Type from 'typebox';
import { credentialSecretsOf, revokeToken } from '../../auth/index.ts';
import { transactionReferenceField } from '../../contract/fields.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createAuditingActor } from '../audited-actor.ts';
import { customerNoField } from '../customer-fields.ts';

const example = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001';

export const tokensRevokeOperation = defineOperatorCommand({
  path: '/api/Tokens/Revoke',
  summary: 'Revoke an access token',
  description: 'Every process rejects the token within a second.',
  roles: ['admin'],
  request: Type.Object({ CustomerNo: customerNoField, TokenId: transactionReferenceField('The id of the token.') }),
  requestExample: { CustomerNo: 'W1001', TokenId: example },
  reply: { description: 'Revoked.', schema: Type.Object({ TokenId: Type.String() }), example: { TokenId: example } },
  errors: { 400: 'A field is not valid.', 404: 'The customer has no such token that is still valid.' },
  execute: async ({ environment: { db, config }, context, request: { CustomerNo: customerNo, TokenId: token } }) => {
    const { tokenId } = await revokeToken(db, credentialSecretsOf(config), {
      customerNo,
      token,
      ...createAuditingActor(context),
    });
    return { TokenId: tokenId };
  },
});
