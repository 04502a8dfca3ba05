/** The common reply of the operations on standing rules. */

import Type, { type Static } from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import type { StandingRuleChangeResult } from '../standing-rule-changes.ts';

export const ruleChangedReplyFields = {
  TransactionReferenceNumber: TransactionReference,
  OrdersHeld: Type.Integer({ description: 'Open orders that were put on hold.', minimum: 0 }),
  OrdersReleased: Type.Integer({ description: 'Orders that were released.', minimum: 0 }),
};

export const RuleChanged = Type.Object(ruleChangedReplyFields, { title: 'RuleChanged' });
export type RuleChanged = Static<typeof RuleChanged>;

export const ruleChangedExample: RuleChanged = {
  TransactionReferenceNumber: transactionReferenceExample,
  OrdersHeld: 3,
  OrdersReleased: 0,
};

export function toRuleChangedReply({ reference, held, released }: StandingRuleChangeResult): RuleChanged {
  return { TransactionReferenceNumber: reference, OrdersHeld: held, OrdersReleased: released };
}
