/** ApiUsers/Grant: lets a user of the API act for a customer. */

import Type from 'typebox';
import { grantMembership } from '../../auth/index.ts';
import { assertRecordVersion, expectedVersionField } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createAuditingActor } from '../audited-actor.ts';
import { apiUserRightsField, customerNoField, membershipAuditRecord, userKeyField } from '../customer-fields.ts';

const example = { CustomerNo: 'W1001', UserKey: 'dru_1', Rights: 'read' as const };

export const apiUsersGrantOperation = defineOperatorCommand({
  path: '/api/ApiUsers/Grant',
  summary: 'Let a user act for a customer',
  description:
    'Lets an existing user of the API act for a customer, or changes how far it may. It applies within a second.',
  roles: ['admin'],
  request: Type.Object({
    CustomerNo: customerNoField,
    UserKey: userKeyField,
    Rights: apiUserRightsField,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: example,
  reply: {
    description: 'Granted.',
    schema: Type.Object({ CustomerNo: Type.String(), UserKey: Type.String(), Rights: apiUserRightsField }),
    example,
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The rights are not the expected ones.',
    404: 'There is no such user or customer.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { CustomerNo: customerNo, UserKey: userKey, Rights: rights, ExpectedVersion: expected } = request;
    await grantMembership(db, {
      customerNo,
      userKey,
      rights,
      ...createAuditingActor(context),
      check: (tx, before) =>
        assertRecordVersion(tx, {
          noun: 'membership',
          name: `right of ${userKey} for customer ${customerNo}`,
          subject: userKey,
          customerNo,
          before: before && membershipAuditRecord(userKey, before),
          expected,
          actions: ['membership.granted', 'membership.revoked'],
        }),
    });
    return { CustomerNo: customerNo, UserKey: userKey, Rights: rights };
  },
});
