/** Customers/Update: changes a customer's name and settings. */

import Type from 'typebox';
import { updateCustomer } from '../../auth/index.ts';
import { assertSomethingToChange } from '../../contract/nothing-to-change.ts';
import { assertRecordVersion, expectedVersionField } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createAuditingActor } from '../audited-actor.ts';
import {
  assertValidPreferences,
  CustomerLimitFields,
  CustomerPreferenceFields,
  checkCustomerPreferences,
  checkSetAndUnsetSettings,
  customerAuditRecord,
  customerNameField,
  customerNoField,
  customerSettingsExample,
  mergeSettings,
  tokenPolicyField,
  toStoredLimitNames,
  toStoredPreferenceNames,
  toStoredPreferences,
  toStoredRateLimits,
  toStoredTokenPolicy,
  unsetSettingsField,
} from '../customer-fields.ts';

export const customersUpdateOperation = defineOperatorCommand({
  path: '/api/Customers/Update',
  summary: 'Change a customer',
  description:
    'Changes what is given, and keeps the rest: each preference and each rate limit is set by itself, and is as for all customers again when `Unset` names it. Every process applies it within a second. Orders that were accepted stay as they are.',
  roles: ['admin'],
  request: Type.Object({
    CustomerNo: customerNoField,
    CustomerName: Type.Optional(customerNameField),
    Preferences: Type.Optional(CustomerPreferenceFields),
    RateLimits: Type.Optional(CustomerLimitFields),
    TokenPolicy: Type.Optional(tokenPolicyField),
    Unset: Type.Optional(unsetSettingsField),
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { CustomerNo: 'W1001', ...customerSettingsExample },
  reply: {
    description: 'Changed.',
    schema: Type.Object({ CustomerNo: Type.String() }),
    example: { CustomerNo: 'W1001' },
  },
  errors: {
    400: 'A field is not valid, nothing is given to change, a setting is both given and unset, or the carrier does not have the service.',
    403: 'It is not the expected version.',
    404: 'There is no such customer.',
  },
  check: ({ Preferences, RateLimits, Unset = [] }) => [
    ...checkCustomerPreferences(Preferences),
    ...checkSetAndUnsetSettings({ ...Preferences, ...RateLimits }, Unset),
  ],
  execute: async ({ environment: { db }, context, request }) => {
    const { CustomerNo: customerNo, CustomerName: name, TokenPolicy } = request;
    const { Preferences = {}, RateLimits = {}, Unset = [] } = request;
    assertSomethingToChange([name, TokenPolicy, Unset[0], ...Object.values({ ...Preferences, ...RateLimits })]);
    const [preferences, rateLimits] = [toStoredPreferences(Preferences), toStoredRateLimits(RateLimits)];
    const [noPreferences, noLimits] = [toStoredPreferenceNames(Unset), toStoredLimitNames(Unset)];
    const changesPreferences = Object.keys(preferences).length + noPreferences.length > 0;
    const changesLimits = Object.keys(rateLimits).length + noLimits.length > 0;
    await updateCustomer(db, {
      customerNo,
      ...(name !== undefined && { name }),
      ...(changesPreferences && {
        preferences: (current) => {
          const merged = mergeSettings(current, preferences, noPreferences);
          assertValidPreferences(merged);
          return merged;
        },
      }),
      ...(changesLimits && { rateLimits: (current) => mergeSettings(current, rateLimits, noLimits) }),
      ...(TokenPolicy !== undefined && { tokenPolicy: toStoredTokenPolicy(TokenPolicy) }),
      check: (tx, settings) =>
        assertRecordVersion(tx, {
          noun: 'customer',
          subject: customerNo,
          customerNo,
          expected: request.ExpectedVersion,
          before: customerAuditRecord(settings),
          actions: ['customer.changed'],
          isAuditPartial: true,
        }),
      ...createAuditingActor(context),
    });
    return { CustomerNo: customerNo };
  },
});
