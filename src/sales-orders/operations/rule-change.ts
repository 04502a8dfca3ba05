/** The common reply of the operations on standing rules. */

import Type, { type Static } from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import type { StandingRuleChangeResult } from '../standing-rule-changes.ts';

export const standingRuleChangedReplyFields = {
  TransactionReferenceNumber: TransactionReference,
  OrdersHeld: Type.Integer({ description: 'Open orders that were put on hold.', minimum: 0 }),
  OrdersReleased: Type.Integer({ description: 'Orders that were released.', minimum: 0 }),
};

export const StandingRuleChangedReply = Type.Object(standingRuleChangedReplyFields, { title: 'RuleChanged' });
export type StandingRuleChangedReply = Static<typeof StandingRuleChangedReply>;

export const standingRuleChangedReplyExample: StandingRuleChangedReply = {
  TransactionReferenceNumber: transactionReferenceExample,
  OrdersHeld: 3,
  OrdersReleased: 0,
};

export function toStandingRuleChangedReply({
  reference,
  held,
  released,
}: StandingRuleChangeResult): StandingRuleChangedReply {
  return { TransactionReferenceNumber: reference, OrdersHeld: held, OrdersReleased: released };
}
