/** The operator as the actor of changes to standing rules. */

import Type, { type Static } from 'typebox';
import { readCustomers } from '../auth/index.ts';
import { type RuleLists, WILDCARD } from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import type { Environment } from '../platform/environment.ts';
import { notFound } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import {
  previewRuleChange,
  type RuleChange,
  type RuleChangeResult,
  ruleChanged,
  ruleChangedExample,
  ruleChangedFields,
} from '../sales-orders/index.ts';

/** Of requests that change rules. */
export const previewField = Type.Optional(
  Type.Boolean({ description: 'Only count what the change would do to open orders. Nothing is changed.' }),
);

export const RuleChangedReply = Type.Object({
  ...ruleChangedFields,
  Customers: Type.Integer({ description: 'Customers with such orders.', minimum: 0 }),
});

export const ruleChangedReplyExample: Static<typeof RuleChangedReply> = { ...ruleChangedExample, Customers: 1 };

export const ruleChangedReply = (result: RuleChangeResult): Static<typeof RuleChangedReply> => ({
  ...ruleChanged(result),
  Customers: result.customers,
});

/** Throws `NotFound` when there is no such customer. */
export async function assertCustomer({ db }: Pick<Environment, 'db'>, customerNo: string): Promise<void> {
  if ((await readCustomers(db.database, [customerNo])).has(customerNo)) return;
  throw notFound(`There is no customer ${customerNo}.`);
}

/**
 * A change to the rules of a customer, or without one to those for all customers. It is logged as the operator's, and recorded
 * in the audit in its transaction. Throws like `assertCustomer`.
 */
export async function auditedRuleChange(
  { environment, context, run }: Pick<OperatorCall<unknown>, 'environment' | 'context' | 'run'>,
  customerNo: string | undefined,
): Promise<RuleChange> {
  if (customerNo !== undefined) await assertCustomer(environment, customerNo);
  return {
    ...context.forCustomer(customerNo ?? WILDCARD),
    run,
    onChange: (tx, { kind, name, before, after }) =>
      recordAudit(tx, context, { action: kind, subject: name, customerNo, before, after }),
  };
}

/** What a change would do to open orders, by the decisions that it makes. Nothing is written. */
export async function ruleChangePreview(
  { db }: Pick<Environment, 'db'>,
  { customerNo, reference }: RuleChange,
  edit: (rules: RuleLists) => RuleLists,
): Promise<RuleChangeResult> {
  return { reference, ...(await previewRuleChange(db, customerNo, edit)) };
}
