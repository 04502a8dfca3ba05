/** The operator as the actor of changes to standing rules. */
import { readCustomers } from '../auth/index.ts';
import { WILDCARD } from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import type { Environment } from '../platform/environment.ts';
import { notFound } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import type { RuleChange } from '../sales-orders/index.ts';

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
