/** The operator as the actor of changes to standing rules, and previews of them. */

import Type, { type Static } from 'typebox';
import { assertCustomerFound } from '../auth/index.ts';
import {
  type CreditHold,
  type LicenseRule,
  readCreditHolds,
  readLicenseRules,
  readStandingRuleLists,
  type StandingRuleLists,
  WILDCARD,
} from '../operator-settings/index.ts';
import { assertRecordVersion, recordAudit, recordVersionOf } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import {
  previewStandingRuleChange,
  type StandingRuleChange,
  type StandingRuleChangeResult,
  standingRuleChangedReplyExample,
  standingRuleChangedReplyFields,
  toStandingRuleChangedReply,
} from '../sales-orders/index.ts';
import {
  changeRuleAndFindOrdersInWork,
  findOrdersInWorkUnderRule,
  ordersInWorkExample,
  ordersInWorkFields,
  type StandingRuleExclusion,
  toOrdersInWorkReply,
} from './rules-in-work.ts';

/** A field of requests that change rules. */
export const rulePreviewField = Type.Optional(
  Type.Boolean({ description: 'Only count what the change would do to open orders. Nothing is changed.' }),
);

export const RuleChangedReplyWithCustomerCount = Type.Object({
  ...standingRuleChangedReplyFields,
  Customers: Type.Integer({ description: 'Customers with orders that were held or released.', minimum: 0 }),
  ...ordersInWorkFields,
});

export const ruleChangedReplyWithCustomerCountExample: Static<typeof RuleChangedReplyWithCustomerCount> = {
  ...standingRuleChangedReplyExample,
  Customers: 1,
  ...ordersInWorkExample,
};

/**
 * The context of a change to the rules of one customer, or, when `customerNo` is undefined, to the rules for all. The change is logged as
 * the operator's, and recorded in the audit in its own transaction. Throws like `assertCustomerFound`.
 */
export async function createAuditedStandingRuleChange(
  { environment, context, run }: Pick<OperatorCall<unknown>, 'environment' | 'context' | 'run'>,
  customerNo: string | undefined,
): Promise<StandingRuleChange> {
  if (customerNo !== undefined) await assertCustomerFound(environment.db, customerNo);
  return {
    ...context.forCustomer(customerNo ?? WILDCARD),
    run,
    onChange: (tx, { kind, name, before, after }) =>
      recordAudit(tx, context, { action: kind, subject: name, customerNo, before, after }),
  };
}

/** The version of a credit hold; `""` of an account that is not on hold. */
export const computeCreditHoldVersion = (hold: CreditHold | undefined): string =>
  recordVersionOf(hold && creditRecord(hold));

const creditRecord = ({ note }: CreditHold) => ({ OnHold: true, Description: note });

/**
 * Returns a function that throws unless the customer's credit hold has the expected version. Call it in the transaction of the change.
 * `expected` undefined: any version.
 */
export const createCreditHoldVersionAssertion =
  (customerNo: string, expected: string | undefined) => async (tx: Tx) => {
    const hold = (await readCreditHolds(tx, customerNo)).find((rule) => rule.customerNo === customerNo);
    await assertRecordVersion(tx, {
      noun: 'credit',
      name: `credit hold of ${customerNo}`,
      actions: ['credit.held', 'credit.released'],
      subject: customerNo,
      customerNo,
      before: hold && creditRecord(hold),
      expected,
    });
  };

/** The version of all rules of an owner for a state; `""` without one. */
export const computeLicenseRulesVersion = (rules: readonly LicenseRule[]): string =>
  recordVersionOf(licenseRecord(rules));

const licenseRecord = (rules: readonly LicenseRule[]) =>
  rules.length === 0
    ? undefined
    : { Rules: rules.map(({ orderType, open }) => ({ OrderType: orderType, Open: open })) };

/**
 * Returns a function that throws unless the rules of an owner for a state have the expected version. Call it in the transaction of the
 * change. `customerNo` undefined: the rules for all customers; `expected` undefined: any version.
 */
export const createLicenseRulesVersionAssertion =
  (customerNo: string | undefined, state: string, expected: string | undefined) => async (tx: Tx) => {
    const owner = customerNo ?? WILDCARD;
    const rules = await readLicenseRules(tx, owner);
    const before = licenseRecord(rules.filter((rule) => rule.customerNo === owner && rule.state === state));
    await assertRecordVersion(tx, {
      noun: 'license',
      name: `license of ${state}`,
      actions: ['license.opened', 'license.closed'],
      subject: state,
      customerNo,
      before,
      expected,
    });
  };

/**
 * Makes a change, or with `isPreview` counts the open orders that it would hold or release, by the decisions that it makes, and writes
 * nothing. The reply also has the orders in work that the change does not hold.
 * @param edit the rules as the change leaves them
 */
export async function replyToRuleChange(
  { db }: Pick<Environment, 'db'>,
  { customerNo, reference }: StandingRuleChange,
  {
    edit,
    exclude,
    isPreview = false,
    make,
  }: {
    readonly edit: (rules: StandingRuleLists) => StandingRuleLists;
    readonly exclude: StandingRuleExclusion;
    readonly isPreview?: boolean | undefined;
    readonly make: () => Promise<StandingRuleChangeResult>;
  },
): Promise<Static<typeof RuleChangedReplyWithCustomerCount>> {
  const { result, inWork } = isPreview
    ? {
        result: { reference, ...(await previewStandingRuleChange(db, customerNo, edit)) },
        inWork: await findOrdersInWorkUnderRule(db, customerNo, edit(await readStandingRuleLists(db)), exclude),
      }
    : await changeRuleAndFindOrdersInWork(db, customerNo, exclude, make);
  return { ...toStandingRuleChangedReply(result), Customers: result.customers, ...toOrdersInWorkReply(inWork) };
}
