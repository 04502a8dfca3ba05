/** Rules/SetCredit: puts a customer's account on credit hold, or ends the hold. */
import Type from 'typebox';
import { withCreditHold } from '../../operator-settings/index.ts';
import { expectedVersionField } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { creditHoldFields, placeCustomerCreditHold, releaseCustomerCreditHold } from '../../sales-orders/index.ts';
import { customerNoField } from '../customer-fields.ts';
import {
  createAuditedStandingRuleChange,
  createCreditHoldVersionAssertion,
  RuleChangedReplyWithCustomerCount,
  replyToRuleChange,
  ruleChangedReplyWithCustomerCountExample,
  rulePreviewField,
} from '../rule-changes.ts';

export const rulesSetCreditOperation = defineOperatorCommand({
  path: '/api/Rules/SetCredit',
  summary: 'Set the credit hold of an account',
  description:
    'While an account is on credit hold, every open order of the customer is. Orders on which the warehouse works already are not held, but they get no label and do not leave a worked warehouse: `OrdersInWork`. Ending the hold of an account that is not on hold changes nothing.',
  roles: ['admin'],
  request: Type.Object({
    CustomerNo: customerNoField,
    ...creditHoldFields,
    Preview: rulePreviewField,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { CustomerNo: 'W1001', OnHold: true, Description: 'Invoice 4711 is overdue' },
  reply: {
    description: 'The account is set.',
    schema: RuleChangedReplyWithCustomerCount,
    example: ruleChangedReplyWithCustomerCountExample,
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The credit hold is not the expected one.',
    404: 'There is no such customer.',
  },
  timeoutSeconds: 120,
  execute: async (call) => {
    const { CustomerNo, OnHold, Description, Preview, ExpectedVersion } = call.request;
    const { db } = call.environment;
    const change = await createAuditedStandingRuleChange(call, CustomerNo);
    const note = OnHold ? (Description ?? '') : undefined;
    const guarded = { ...change, guard: createCreditHoldVersionAssertion(CustomerNo, ExpectedVersion) };
    return await replyToRuleChange(call.environment, change, {
      edit: (rules) => withCreditHold(rules, CustomerNo, note),
      exclude: note === undefined ? undefined : (rules) => withCreditHold(rules, CustomerNo, undefined),
      isPreview: Preview,
      make: () =>
        note === undefined ? releaseCustomerCreditHold(db, guarded) : placeCustomerCreditHold(db, guarded, note),
    });
  },
});
