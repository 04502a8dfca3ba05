/** Customers/Create: a customer with everything that its first call needs. */

import Type from 'typebox';
import { createCustomer, credentialSecretsOf, type NewCustomerCredentials } from '../../auth/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createReplyStoringDb } from '../../platform/http/with-stored-reply.ts';
import { createAuditingActor } from '../audited-actor.ts';
import { customerNameField, customerNoField, tokenPolicyField, toStoredTokenPolicy } from '../customer-fields.ts';

export const customersCreateOperation = defineOperatorCommand({
  path: '/api/Customers/Create',
  summary: 'Create a customer',
  description:
    'Creates a customer with a user of the API that may read and write for it, a password and a long-lived access token. Password and token are in this reply only: give them to the winery now.',
  roles: ['admin'],
  request: Type.Object({
    CustomerNo: customerNoField,
    CustomerName: customerNameField,
    TokenPolicy: Type.Optional(tokenPolicyField),
  }),
  requestExample: { CustomerNo: 'W1001', CustomerName: 'Hilltop Cellars' },
  reply: {
    description: 'The credentials, shown this once.',
    schema: Type.Object({
      CustomerNo: Type.String(),
      UserKey: Type.String(),
      Password: Type.String(),
      AccessToken: Type.String(),
      TokenId: Type.String({ description: 'Names the token, to revoke it.' }),
    }),
    example: {
      CustomerNo: 'W1001',
      UserKey: '<USER_KEY>',
      Password: '<PASSWORD>',
      AccessToken: '<ACCESS_TOKEN>',
      TokenId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
    },
  },
  errors: {
    400: 'A field is not valid, or a customer has this number already (`DuplicateCustomer`).',
  },
  execute: async ({ environment: { db, config, name: environment }, context, run, request }) => {
    const policy = toStoredTokenPolicy(request.TokenPolicy ?? 'default');
    const replyOf = (created: NewCustomerCredentials) => ({
      CustomerNo: created.customerNo,
      UserKey: created.userKey,
      Password: created.password,
      AccessToken: created.accessToken,
      TokenId: created.tokenId,
    });
    const created = await createCustomer(createReplyStoringDb(db, run, replyOf), credentialSecretsOf(config), {
      environment,
      customerNo: request.CustomerNo,
      name: request.CustomerName,
      ...(policy !== null && { tokenPolicy: policy }),
      ...createAuditingActor(context),
    });
    return replyOf(created);
  },
});
