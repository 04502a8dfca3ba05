/** Customers/Get: a customer with its settings, users and tokens. */

import Type from 'typebox';
import {
  customerNotFoundError,
  listMemberships,
  listTokens,
  listValidPasswordIds,
  readCustomerSettings,
} from '../../auth/index.ts';
import { formatInstant } from '../../lib/dates.ts';
import { recordVersionOf } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import {
  apiUserRightsField,
  CustomerLimitFields,
  CustomerPreferenceFields,
  customerAuditRecord,
  customerNoField,
  customerSettingsExample,
  membershipAuditRecord,
  toCustomerSettingsReply,
  tokenPolicyField,
  tokenScopeField,
} from '../customer-fields.ts';

const reference = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001';

export const customersGetOperation = defineOperatorQuery({
  path: '/api/Customers/Get',
  summary: 'Get a customer',
  description:
    'Returns a customer with its settings, the users of the API that may act for it, their valid passwords by id, and its valid tokens by id. No secret is ever shown again.',
  roles: ['service', 'admin'],
  request: Type.Object({ CustomerNo: customerNoField }),
  requestExample: { CustomerNo: 'W1001' },
  reply: {
    description: 'The customer.',
    schema: Type.Object({
      CustomerNo: Type.String(),
      CustomerName: Type.String(),
      Preferences: CustomerPreferenceFields,
      RateLimits: CustomerLimitFields,
      TokenPolicy: tokenPolicyField,
      Version: Type.String({ description: 'Of name and settings, for `ExpectedVersion`.' }),
      Users: Type.Array(
        Type.Object({
          UserKey: Type.String(),
          Partner: Type.String({ description: 'Whose program calls as this user.' }),
          Rights: apiUserRightsField,
          Version: Type.String({ description: 'Of the rights, for `ExpectedVersion` of ApiUsers/Grant.' }),
          PasswordIds: Type.Array(Type.String(), { description: 'Of the valid passwords, the oldest first.' }),
        }),
      ),
      Tokens: Type.Array(
        Type.Object({
          TokenId: Type.String(),
          CreatedAt: Type.String(),
          CreatedBy: Type.String(),
          ExpiresAt: Type.String({ description: '`""`: valid until it is revoked.' }),
          Scope: tokenScopeField,
        }),
      ),
    }),
    example: {
      CustomerNo: 'W1001',
      CustomerName: 'Hilltop Cellars',
      ...customerSettingsExample,
      Version: '9f2c81d0a4e35b76',
      Users: [
        {
          UserKey: 'dru_1',
          Partner: 'Hilltop Cellars',
          Rights: 'write' as const,
          Version: '27d10f6ac8e4b395',
          PasswordIds: [reference],
        },
      ],
      Tokens: [
        {
          TokenId: reference,
          CreatedAt: '2026-11-18T17:00:00Z',
          CreatedBy: 'operator:ann',
          ExpiresAt: '',
          Scope: 'write' as const,
        },
      ],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such customer.' },
  execute: async ({ environment: { db }, request: { CustomerNo: customerNo } }) => {
    const settings = await readCustomerSettings(db, customerNo);
    if (settings === undefined) throw customerNotFoundError(customerNo);
    const [users, tokens] = await Promise.all([listMemberships(db, customerNo), listTokens(db, customerNo)]);
    const passwords = await listValidPasswordIds(
      db,
      users.map(({ userKey }) => userKey),
    );
    return {
      CustomerNo: customerNo,
      CustomerName: settings.name,
      ...toCustomerSettingsReply(settings),
      Version: recordVersionOf(customerAuditRecord(settings)),
      Users: users.map(({ userKey, partner, rights }) => ({
        UserKey: userKey,
        Partner: partner,
        Rights: rights,
        Version: recordVersionOf(membershipAuditRecord(userKey, rights)),
        PasswordIds: passwords.get(userKey) ?? [],
      })),
      Tokens: tokens.map(({ tokenId, createdAt, createdBy, expiresAt, scope }) => ({
        Scope: scope,
        TokenId: tokenId,
        CreatedAt: formatInstant(createdAt),
        CreatedBy: createdBy,
        ExpiresAt: expiresAt === null ? '' : formatInstant(expiresAt),
      })),
    };
  },
});
