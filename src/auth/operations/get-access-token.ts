/**
 * Authentication/GetAccessToken: a token for the operations that require one (decision 7).
 *
 * It is a query, although it stores the hash of the token: it changes no data of the customer, the right `read` suffices, and
 * it takes no Idempotency-Key. A stored reply would contain the plain token, which is stored nowhere (decision 6).
 */

import Type from 'typebox';
import { formatInstant } from '../../lib/dates.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { credentialSecretsOf } from '../secrets.ts';
import { issueToken } from '../tokens.ts';

const lifetimeMinutes = 60;

export const getAccessTokenOperation = defineQuery({
  path: '/api/Authentication/GetAccessToken',
  tag: 'Authentication',
  summary: 'Get an access token',
  description:
    'Returns an access token of the customer, valid for 60 minutes, for the header `Authorization` of the operations that ' +
    'require it in addition to the credentials in the body. Earlier tokens stay valid until they expire or are revoked.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    status: 200,
    description: 'The token. It is shown only once.',
    schema: Type.Object({
      AccessToken: Type.String({ description: 'Send it as `Authorization: <TokenType> <AccessToken>`.' }),
      TokenType: Type.String({ description: 'The scheme to send it with.', brandedValues: true }),
      ExpiresAt: Type.String({ format: 'date-time', description: 'When the token expires. ISO 8601.' }),
    }),
    example: {
      AccessToken: 'drt_test_4pB7kYwq0ZrT1cVm9sXeHd5uLgNa2JfQ0aBcDe',
      TokenType: 'ServiceAuth',
      ExpiresAt: '2026-11-18T18:00:00Z',
    },
  },
  errors: {},
  execute: async ({ environment, context }) => {
    const { config, db, name } = environment;
    const { customerNo, actor, operation, reference } = context;
    const { accessToken, expiresAt } = await db.write((tx) =>
      issueToken(
        tx,
        credentialSecretsOf(config),
        { environment: name, customerNo, minutes: lifetimeMinutes, actor },
        { operation, reference },
      ),
    );
    if (expiresAt === null) throw new Error('a token of GetAccessToken must expire');
    return { AccessToken: accessToken, TokenType: `${config.brand}Auth`, ExpiresAt: formatInstant(expiresAt) };
  },
});
