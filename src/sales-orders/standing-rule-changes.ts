/**
 * Changes of the operator's standing rules and their effect on open orders (decision 11).
 *
 * A change is committed first. The open orders of the affected customers are then reviewed at once, in pages with a
 * transaction each. The transaction of the change also schedules a second review: it corrects orders that other processes
 * decided with cached rules in the meantime, also the first order of a customer, and completes the first review if this
 * process dies. So every rule reaches every order, and no hold outlives its rule.
 */

import { stateNamesByCode } from '../contract/state-names.ts';
import { uuidv7 } from '../lib/uuid.ts';
import {
  computeAddedLicenseRules,
  endCreditHold,
  endLicenseRules,
  endWeatherWindows,
  indexStandingRules,
  insertLicenseRules,
  insertWeatherWindow,
  invalidateOperatorSettings,
  type LicenseRule,
  type LicenseRuleChange,
  lockStandingRules,
  readStandingRuleLists,
  type StandingRuleLists,
  saveCreditHold,
  type WeatherWindow,
  WILDCARD,
  weatherWindowRecord,
} from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import { notFoundError } from '../platform/errors.ts';
import type { ResumableRunSteps } from '../platform/key-claims.ts';
import { appendLog } from '../platform/log.ts';
import type { HoldChangeCounts } from './hold-changes.ts';
import { type HoldReviewPageResult, previewHoldReviewPage, reviewHoldsOfOpenOrderPage } from './hold-review.ts';
import { findCustomersWithPossiblyOpenOrders, listHoldReviewCustomers } from './hold-store.ts';

/** A change of a standing rule. Its `customerNo` is `*` for a rule for all customers. */
export interface StandingRuleChange extends CommandContext {
  /** Saves that the rule is written, so that a retry after a failure only completes the review. */
  readonly run?: ResumableRunSteps;
  /** Called in the transaction, under the lock of the rules, before one is written; throws to forbid the change. */
  readonly guard?: (tx: Tx) => Promise<void>;
  /** Called for an audit, in the transaction of the change, for each window, state or account whose rules it writes or ends. */
  readonly onChange?: (tx: Tx, written: AuditedStandingRuleChange) => void;
}

/** A change to rules as an audit needs it, in wire names. */
interface AuditedStandingRuleChange {
  /** `noun.verb`: `license.closed`. */
  readonly kind: string;
  /** The id of a weather window, a state, or a customer. */
  readonly name: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** The effect of a change of rules on open orders. */
interface StandingRuleEffect extends HoldChangeCounts {
  /** Customers with an order that was held or released. */
  readonly customers: number;
}

export interface StandingRuleChangeResult extends StandingRuleEffect {
  /** The reference under which the rule was written. */
  readonly reference: string;
}

/** The progress that is saved with the rule. */
interface WrittenRule<Result> {
  readonly reference: string;
  readonly result: Result;
  /** Customers whose open orders are to be reviewed. */
  readonly customers: readonly string[];
  readonly because: string;
}

/** Longer than other processes cache the rules plus the time that a batch of orders may wait for its locks. */
const secondReviewSeconds = 30;

/** The log entry of a change, which is written for a customer's own rule only. */
interface RuleLogEntry {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The reason in words, for the timelines of the affected orders. */
  readonly because: string;
}

/** `changed` has the rules or accounts that were written or ended; empty when there was none to end. */
type RuleWriter<Result> = (tx: Tx) => Promise<{
  result: Result;
  entry: RuleLogEntry;
  changed: readonly Omit<AuditedStandingRuleChange, 'kind'>[];
}>;

async function changeRules<Result>(
  db: Db,
  change: StandingRuleChange,
  write: RuleWriter<Result>,
): Promise<Result & StandingRuleChangeResult> {
  const written = (change.run?.progress ?? (await writeRule(db, change, write))) as WrittenRule<Result>;
  const { reference, result, because, customers } = written;
  invalidateOperatorSettings(db);
  const effect = await sumOfPages(customers, (customerNo, after) =>
    db.write(
      async (tx) => {
        const timeOf = await readCustomerClockLookup(tx, [customerNo]);
        return reviewHoldsOfOpenOrderPage(tx, customerNo, { ...change, reference, because, timeOf }, after);
      },
      { customerNo },
    ),
  );
  return { ...result, reference, ...effect };
}

/** Reviews these customers page by page, one after the other, and adds the counts up. */
async function sumOfPages(
  customers: readonly string[],
  reviewPage: (customerNo: string, after: string | undefined) => Promise<HoldReviewPageResult>,
): Promise<StandingRuleEffect> {
  const sum = { held: 0, released: 0, customers: 0 };
  for (const customerNo of customers) {
    const before = sum.held + sum.released;
    let after: string | undefined;
    do {
      const page = await reviewPage(customerNo, after);
      sum.held += page.held;
      sum.released += page.released;
      after = page.next;
    } while (after !== undefined);
    if (sum.held + sum.released > before) sum.customers += 1;
  }
  return sum;
}

/**
 * Previews the effect of other rules on open orders, with the same decisions as a change. Writes nothing and locks nothing, so orders
 * that change in the meantime may be counted in their former state.
 * @param customerNo `*` for all customers
 * @param edit the rules as the change would leave them
 */
export async function previewStandingRuleChange(
  db: Db,
  customerNo: string,
  edit: (rules: StandingRuleLists) => StandingRuleLists,
): Promise<StandingRuleEffect> {
  const customers = customerNo === WILDCARD ? await findCustomersWithPossiblyOpenOrders(db) : [customerNo];
  const timeOf = await readCustomerClockLookup(db, customers);
  return await sumOfPages(customers, async (customer, after) => {
    const { licenses, windows, credit } = edit(await readStandingRuleLists(db, customer));
    const rules = indexStandingRules(licenses, windows, credit);
    return await previewHoldReviewPage(db, customer, rules, timeOf(customer), after);
  });
}

/** Writes the rule, the second review and the log entry in one transaction. */
async function writeRule<Result>(
  db: Db,
  change: StandingRuleChange,
  write: RuleWriter<Result>,
): Promise<WrittenRule<Result>> {
  const { customerNo, reference, run } = change;
  return await db.write(async (tx) => {
    await lockStandingRules(tx);
    await change.guard?.(tx);
    const { result, entry, changed } = await write(tx);
    const customers = customerNo === WILDCARD ? await findCustomersWithPossiblyOpenOrders(tx) : [customerNo];
    const reviewedAgain = customerNo === WILDCARD ? await listHoldReviewCustomers(tx) : [customerNo];
    const timeOf = await readCustomerClockLookup(tx, reviewedAgain);
    scheduleDueWork(
      tx,
      reviewedAgain.map((customer) => ({
        customerNo: customer,
        dueAt: timeOf(customer).add({ seconds: secondReviewSeconds }),
        step: 'sales_order.review_holds',
        subject: reference,
      })),
    );
    const { kind, data, because } = entry;
    for (const each of changed) change.onChange?.(tx, { kind, ...each });
    // A rule for all customers has no customer's log: its table and the timelines of the changed orders show it.
    if (customerNo !== WILDCARD) {
      appendLog(tx, change, { kind, subject: reference, occurredAt: timeOf(customerNo), data });
    }
    const written = { reference, result, customers, because };
    await run?.saveProgress(tx, written);
    return written;
  });
}

/**
 * A new weather window: ship days on which orders to some states or ZIP codes are held because of the weather. The reference of the change
 * becomes its id.
 */
export type NewWeatherWindow = Omit<WeatherWindow, 'customerNo' | 'ruleId'>;

/**
 * Adds a weather window (ship days on which orders are held because of the weather) to those in force, and puts the orders that it applies
 * to on hold.
 */
export async function openWeatherWindow(
  db: Db,
  change: StandingRuleChange,
  requested: NewWeatherWindow,
): Promise<StandingRuleChangeResult> {
  const window: WeatherWindow = { ...requested, customerNo: change.customerNo, ruleId: change.reference };
  return await changeRules(db, change, async (tx) => {
    await insertWeatherWindow(tx, window, change.actor);
    const { states, zipPrefixes, from, to, exemptServices, icePackExempt } = window;
    const data = { states, zipPrefixes, from: `${from}`, to: `${to}`, exemptServices, icePackExempt };
    return {
      result: {},
      entry: { kind: 'weather_window.added', data, because: 'a weather window was opened' },
      changed: [{ name: window.ruleId, after: weatherWindowRecord(window) }],
    };
  });
}

/**
 * Ends open weather windows of the customer: all of them, or the one with this id.
 * @throws AppError `NotFound` when there is no open window with this id
 */
export async function closeWeatherWindows(
  db: Db,
  change: StandingRuleChange,
  ruleId: string | undefined,
): Promise<StandingRuleChangeResult & { readonly windows: number }> {
  return await changeRules(db, change, async (tx) => {
    const ended = await endWeatherWindows(tx, change.customerNo, ruleId, change.actor);
    if (ruleId !== undefined && ended.length === 0) throw notFoundError(`There is no open weather window ${ruleId}.`);
    const data = { windows: ended.map((window) => window.ruleId) };
    return {
      result: { windows: ended.length },
      entry: { kind: 'weather_window.ended', data, because: 'a weather window was closed' },
      changed: ended.map((window) => ({ name: window.ruleId, before: weatherWindowRecord(window) })),
    };
  });
}

/**
 * Opens or closes a state to some order types, or to all; a rule for all replaces those for single ones. A customer's own rule takes
 * precedence over the one for all customers, and in each of the two the rule for one order type over that for all.
 */
export async function setLicenseRule(
  db: Db,
  change: StandingRuleChange,
  license: LicenseRuleChange,
): Promise<StandingRuleChangeResult> {
  const { customerNo, actor } = change;
  const { state, orderTypes, open } = license;
  return await changeRules(db, change, async (tx) => {
    const ended = await endLicenseRules(tx, { customerNo, state, orderTypes }, actor);
    const rules = computeAddedLicenseRules(customerNo, license).map((rule) => ({ ...rule, ruleId: uuidv7() }));
    await insertLicenseRules(tx, rules, actor);
    return {
      result: {},
      entry: {
        kind: open ? 'license.opened' : 'license.closed',
        data: { state, orderTypes: orderTypes ?? [WILDCARD] },
        because: `${stateNamesByCode[state] ?? state} was ${open ? 'opened' : 'closed'}`,
      },
      changed: [{ name: state, before: licenseRules(ended), after: licenseRules(rules) }],
    };
  });
}

const licenseRules = (rules: readonly Pick<LicenseRule, 'orderType' | 'open'>[]) => ({
  Rules: rules.map(({ orderType, open }) => ({ OrderType: orderType, Open: open })),
});

/** The audited state of an account: whether it is on credit hold, with the note of the hold. */
const credit = (note: string | undefined) =>
  note === undefined ? { OnHold: false } : { OnHold: true, Description: note };

/** Puts the customer's account on credit hold, or replaces the note of its hold. */
export async function placeCustomerCreditHold(
  db: Db,
  change: StandingRuleChange,
  note: string,
): Promise<StandingRuleChangeResult> {
  const { customerNo, reference, actor } = change;
  return await changeRules(db, change, async (tx) => {
    const former = await saveCreditHold(tx, { customerNo, note, ruleId: reference }, actor);
    return {
      result: {},
      entry: { kind: 'credit.held', data: {}, because: 'the account was put on credit hold' },
      changed: [{ name: customerNo, before: credit(former), after: credit(note) }],
    };
  });
}

/** Ends the account's credit hold, if it is on hold. */
export async function releaseCustomerCreditHold(db: Db, change: StandingRuleChange): Promise<StandingRuleChangeResult> {
  return await changeRules(db, change, async (tx) => {
    const { customerNo, actor } = change;
    const note = await endCreditHold(tx, customerNo, actor);
    return {
      result: {},
      entry: { kind: 'credit.released', data: {}, because: 'the credit hold was ended' },
      changed: note !== undefined ? [{ name: customerNo, before: credit(note), after: credit(undefined) }] : [],
    };
  });
}
