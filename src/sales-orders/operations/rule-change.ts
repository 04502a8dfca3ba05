/** What the operations that set a standing rule have in common: a rule of the caller's own, and what it did to its orders. */
import Type, { type Static } from 'typebox';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import type { OperationCall } from '../../platform/http/operation.ts';
import type { CommandRun } from '../../platform/key-claims.ts';
import type { RuleChange, RuleChangeResult } from '../standing-rule-changes.ts';

export const ruleChangedFields = {
  TransactionReferenceNumber: TransactionReference,
  OrdersHeld: Type.Integer({ description: 'Open orders that have a hold more than before.', minimum: 0 }),
  OrdersReleased: Type.Integer({ description: 'Orders that are free now and go on.', minimum: 0 }),
};

export const RuleChanged = Type.Object(ruleChangedFields, { title: 'RuleChanged' });
export type RuleChanged = Static<typeof RuleChanged>;

export const ruleChangedExample: RuleChanged = {
  TransactionReferenceNumber: referenceExample,
  OrdersHeld: 3,
  OrdersReleased: 0,
};

/** Whatever a simulation sets is its customer's alone (decision 2). */
export function ruleChange(call: OperationCall<unknown>, run: CommandRun): RuleChange {
  return { ...call.context, run };
}

export function ruleChanged({ reference, held, released }: RuleChangeResult): RuleChanged {
  return { TransactionReferenceNumber: reference, OrdersHeld: held, OrdersReleased: released };
}
