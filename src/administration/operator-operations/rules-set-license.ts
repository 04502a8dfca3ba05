/** Rules/SetLicense: opens or closes a destination state, for one customer or for all. */
import Type from 'typebox';
import { WILDCARD, withLicenseRuleChange } from '../../operator-settings/index.ts';
import { expectedVersionField } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { licenseRuleFields, setLicenseRule } from '../../sales-orders/index.ts';
import { customerNoField } from '../customer-fields.ts';
import {
  createAuditedStandingRuleChange,
  createLicenseRulesVersionAssertion,
  RuleChangedReplyWithCustomerCount,
  replyToRuleChange,
  ruleChangedReplyWithCustomerCountExample,
  rulePreviewField,
} from '../rule-changes.ts';

export const rulesSetLicenseOperation = defineOperatorCommand({
  path: '/api/Rules/SetLicense',
  summary: 'Open or close a destination state',
  description:
    "Opens or closes a state to order types. Open orders to a closed state go on hold; opening it releases them. Orders on which the warehouse works already are not held, but they get no label and do not leave a worked warehouse: `OrdersInWork`. Without `CustomerNo` the rule is for all customers; a customer's own rule takes precedence over it, and a rule for one order type over that for all order types.",
  roles: ['admin'],
  request: Type.Object({
    CustomerNo: Type.Optional(customerNoField),
    ...licenseRuleFields,
    Preview: rulePreviewField,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { CustomerNo: 'W1001', State: 'UT', OrderTypes: ['CLUB' as const, 'RETAIL' as const], Open: false },
  reply: {
    description: 'The rule is set.',
    schema: RuleChangedReplyWithCustomerCount,
    example: ruleChangedReplyWithCustomerCountExample,
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The rules of the customer, or of all, for the state are not the expected ones.',
    404: 'There is no such customer.',
  },
  timeoutSeconds: 120,
  execute: async (call) => {
    const { CustomerNo, State, OrderTypes, Open, Preview, ExpectedVersion } = call.request;
    const change = await createAuditedStandingRuleChange(call, CustomerNo);
    const license = { state: State, orderTypes: OrderTypes, open: Open };
    const guarded = { ...change, guard: createLicenseRulesVersionAssertion(CustomerNo, State, ExpectedVersion) };
    const owner = CustomerNo ?? WILDCARD;
    return await replyToRuleChange(call.environment, change, {
      edit: (rules) => withLicenseRuleChange(rules, owner, license),
      exclude: Open ? undefined : (rules) => withLicenseRuleChange(rules, owner, { ...license, open: true }),
      isPreview: Preview,
      make: () => setLicenseRule(call.environment.db, guarded, license),
    });
  },
});
