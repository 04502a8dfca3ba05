/** Customers/Update: changes a customer's name and settings. */

import { updateCustomer } from '../../auth/index.ts';
import Type from '../../lib/schema.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { auditedActor } from '../audited-actor.ts';
import {
  CustomerLimitFields,
  CustomerPreferenceFields,
  customerNameField,
  customerNoField,
  customerSettingsExample,
  preferenceFaults,
  preferencesToStore,
  rateLimitsToStore,
  tokenPolicyField,
  tokenPolicyToStore,
} from '../customer-fields.ts';

export const customersUpdate = defineOperatorCommand({
  path: '/api/Customers/Update',
  summary: 'Change a customer',
  description:
    'Changes what is given: `Preferences` and `RateLimits` replace all of theirs, so `{}` restores what holds for all customers. Every process applies it within a second. Orders that were accepted stay as they are.',
  credentials: 'session',
  roles: ['admin'],
  request: Type.Object({
    CustomerNo: customerNoField,
    CustomerName: Type.Optional(customerNameField),
    Preferences: Type.Optional(CustomerPreferenceFields),
    RateLimits: Type.Optional(CustomerLimitFields),
    TokenPolicy: Type.Optional(tokenPolicyField),
  }),
  requestExample: { CustomerNo: 'W1001', ...customerSettingsExample },
  reply: {
    description: 'Changed.',
    schema: Type.Object({ CustomerNo: Type.String() }),
    example: { CustomerNo: 'W1001' },
  },
  errors: {
    400: 'A field is not valid, nothing is given to change, or the carrier does not have the service.',
    404: 'There is no such customer.',
  },
  check: ({ CustomerName, Preferences, RateLimits, TokenPolicy }) =>
    [CustomerName, Preferences, RateLimits, TokenPolicy].every((given) => given === undefined)
      ? [{ field: '', code: 'NothingToChange', message: 'There is nothing to change: send what is to be changed' }]
      : preferenceFaults(Preferences),
  execute: async ({ environment: { db }, context, request }) => {
    const { CustomerNo: customerNo, CustomerName: name, Preferences, RateLimits, TokenPolicy } = request;
    await updateCustomer(db, {
      customerNo,
      ...(name !== undefined && { name }),
      ...(Preferences !== undefined && { preferences: preferencesToStore(Preferences) }),
      ...(RateLimits !== undefined && { rateLimits: rateLimitsToStore(RateLimits) }),
      ...(TokenPolicy !== undefined && { tokenPolicy: tokenPolicyToStore(TokenPolicy) }),
      ...auditedActor(context),
    });
    return { CustomerNo: customerNo };
  },
});
