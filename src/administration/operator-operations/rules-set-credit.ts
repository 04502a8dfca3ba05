/** Rules/SetCredit: puts a customer's account on credit hold, or ends the hold. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  creditFields,
  placeCreditHold,
  RuleChanged,
  releaseCreditHold,
  ruleChanged,
  ruleChangedExample,
} from '../../sales-orders/index.ts';
import { customerNoField } from '../customer-fields.ts';
import { auditedRuleChange } from '../rule-changes.ts';

export const rulesSetCredit = defineOperatorCommand({
  path: '/api/Rules/SetCredit',
  summary: 'Set the credit hold of an account',
  description:
    'While an account is on credit hold, every open order of the customer is. Ending the hold of an account that is not on hold changes nothing.',
  credentials: 'session',
  roles: ['admin'],
  request: Type.Object({ CustomerNo: customerNoField, ...creditFields }),
  requestExample: { CustomerNo: 'W1001', OnHold: true, Description: 'Invoice 4711 is overdue' },
  reply: { description: 'The account is set.', schema: RuleChanged, example: ruleChangedExample },
  errors: { 400: 'A field is not valid.', 404: 'There is no such customer.' },
  timeoutSeconds: 120,
  execute: async (call) => {
    const { CustomerNo, OnHold, Description } = call.request;
    const { db } = call.environment;
    const change = await auditedRuleChange(call, CustomerNo);
    return ruleChanged(
      OnHold ? await placeCreditHold(db, change, Description ?? '') : await releaseCreditHold(db, change),
    );
  },
});
