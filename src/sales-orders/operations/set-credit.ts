/** SetCredit: put the customer's account on credit hold or end the hold (decision 11). */
import Type from 'typebox';
import { defineInternalCommand } from '../../platform/http/internal-operation.ts';
import { placeCustomerCreditHold, releaseCustomerCreditHold } from '../standing-rule-changes.ts';
import {
  StandingRuleChangedReply,
  standingRuleChangedReplyExample,
  toStandingRuleChangedReply,
} from './rule-change.ts';
import { creditHoldFields } from './rule-fields.ts';

export const setCreditOperation = defineInternalCommand({
  name: 'SetCredit',
  summary: 'Set the credit hold of the account',
  description: 'While the account is on credit hold, every open order of the customer is on Credit hold.',
  request: Type.Object(creditHoldFields, { title: 'SetCreditRequest' }),
  requestExample: { OnHold: true, Description: 'Invoice 4711 is overdue' },
  reply: {
    status: 200,
    description: 'Credit status updated.',
    schema: StandingRuleChangedReply,
    example: standingRuleChangedReplyExample,
  },
  errors: {
    400: 'OnHold is missing.',
  },
  execute: async (call, run) => {
    const { OnHold, Description } = call.request;
    const { db } = call.environment;
    const change = { ...call.context, run };
    return toStandingRuleChangedReply(
      OnHold
        ? await placeCustomerCreditHold(db, change, Description ?? '')
        : await releaseCustomerCreditHold(db, change),
    );
  },
});
