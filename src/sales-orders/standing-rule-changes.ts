/**
 * Changing the operator's standing rules, and what it does to open orders (decision 11).
 *
 * A change is committed first; then the open orders of the customers that it concerns are judged anew at once, in
 * portions of their own transactions. In the transaction of the change a second review is scheduled a little later: it
 * finds what other processes decided meanwhile by the rules they still remembered, and what was left undone when this
 * process died in between. So no rule is forgotten and no hold outlives its rule.
 */

import { stateNames } from '../addresses/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import {
  endCreditRule,
  endLicenseRules,
  endWeatherWindows,
  insertCreditRule,
  insertLicenseRules,
  insertWeatherWindow,
  invalidateOperatorSettings,
  lockStandingRules,
  type WeatherWindow,
  WILDCARD,
} from '../operator-settings/index.ts';
import { customerTimes, scheduleDueWork } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { notFound } from '../platform/errors.ts';
import type { CommandRun } from '../platform/key-claims.ts';
import { appendLog } from '../platform/log.ts';
import type { HoldCounts } from './hold-changes.ts';
import { reviewOpenOrders } from './hold-review.ts';
import { findCustomersWithOpenOrders } from './hold-store.ts';
import type { OrderType } from './order.ts';

/** A change of a standing rule. Its customer is `*` for a rule that applies to all customers. */
export interface RuleChange extends CommandContext {
  /** Saves that the rule is written, so that a retry after a failure only completes the review. */
  readonly run?: CommandRun;
}

export interface RuleChangeResult extends HoldCounts {
  /** The reference under which the rule was written. */
  readonly reference: string;
}

/** What is saved with the rule. */
interface WrittenRule<Done> {
  readonly reference: string;
  readonly done: Done;
  /** Customers whose open orders are to be reviewed. */
  readonly concerned: readonly string[];
  readonly because: string;
}

/** Longer than other processes remember the rules, and than a set of orders may wait for its locks. */
const secondReviewSeconds = 30;

/** What the log of a customer tells about a rule of its own. */
interface Told {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** For the timelines of the orders concerned. */
  readonly because: string;
}

async function changeRules<Done>(
  db: Db,
  change: RuleChange,
  write: (tx: Tx) => Promise<{ done: Done; told: Told }>,
): Promise<Done & RuleChangeResult> {
  const written = (change.run?.progress ?? (await writeRule(db, change, write))) as WrittenRule<Done>;
  const { reference, done, because, concerned } = written;
  invalidateOperatorSettings(db);
  let held = 0;
  let released = 0;
  for (const customer of concerned) {
    const counts = await reviewCustomer(db, customer, { ...change, reference, because });
    held += counts.held;
    released += counts.released;
  }
  return { ...done, reference, held, released };
}

/** Writes the rule in one transaction, with the later review and the log entry. */
async function writeRule<Done>(
  db: Db,
  change: RuleChange,
  write: (tx: Tx) => Promise<{ done: Done; told: Told }>,
): Promise<WrittenRule<Done>> {
  const { customerNo, reference, run } = change;
  return await db.write(async (tx) => {
    await lockStandingRules(tx);
    const { done, told } = await write(tx);
    const customers = customerNo === WILDCARD ? await findCustomersWithOpenOrders(tx) : [customerNo];
    const timeOf = await customerTimes(tx, customers);
    await scheduleDueWork(
      tx,
      customers.map((customer) => ({
        customerNo: customer,
        dueAt: timeOf(customer).add({ seconds: secondReviewSeconds }),
        step: 'sales_order.review_holds',
        subject: reference,
      })),
    );
    // A rule for all is no customer's: it is kept in its own table, and in the timeline of every order it changes.
    if (customerNo !== WILDCARD) {
      const { kind, data } = told;
      appendLog(tx, change, {
        kind,
        subject: reference,
        occurredAt: timeOf(customerNo),
        data,
      });
    }
    const written = { reference, done, concerned: customers, because: told.because };
    await run?.saveProgress(tx, written);
    return written;
  });
}

async function reviewCustomer(
  db: Db,
  customerNo: string,
  by: RuleChange & { readonly because: string },
): Promise<HoldCounts> {
  let held = 0;
  let released = 0;
  let after: string | undefined;
  do {
    const done = await db.write(async (tx) =>
      reviewOpenOrders(tx, customerNo, { ...by, timeOf: await customerTimes(tx, [customerNo]) }, after),
    );
    held += done.held;
    released += done.released;
    after = done.next;
  } while (after !== undefined);
  return { held, released };
}

/** A weather window as asked for: it gets the reference of the change as its id. */
export type NewWeatherWindow = Omit<WeatherWindow, 'customerNo' | 'ruleId'>;

/** Opens a weather window. */
export async function openWeatherWindow(
  db: Db,
  change: RuleChange,
  asked: NewWeatherWindow,
): Promise<RuleChangeResult> {
  const window: WeatherWindow = { ...asked, customerNo: change.customerNo, ruleId: change.reference };
  return await changeRules(db, change, async (tx) => {
    await insertWeatherWindow(tx, window, change.actor);
    const { states, zipPrefixes, from, to, exemptServices, icePackExempt } = window;
    const data = { states, zipPrefixes, from: `${from}`, to: `${to}`, exemptServices, icePackExempt };
    return { done: {}, told: { kind: 'weather_window.added', data, because: 'a weather window was opened' } };
  });
}

/**
 * Closes the customer's weather windows before their time: all of them, or the one with this id.
 * @throws AppError `NotFound` when the one that is named is not there
 */
export async function closeWeatherWindows(
  db: Db,
  change: RuleChange,
  ruleId?: string,
): Promise<RuleChangeResult & { readonly windows: number }> {
  return await changeRules(db, change, async (tx) => {
    const ended = await endWeatherWindows(tx, change.customerNo, ruleId, change.actor);
    if (ruleId !== undefined && ended.length === 0) throw notFound(`there is no weather window ${ruleId}`);
    return {
      done: { windows: ended.length },
      told: { kind: 'weather_window.ended', data: { windows: ended }, because: 'a weather window was closed' },
    };
  });
}

/** Whether a state is open to order types; absent ones mean all. */
export interface LicenseChange {
  readonly state: string;
  readonly orderTypes: readonly OrderType[] | undefined;
  readonly open: boolean;
}

/**
 * Opens or closes a state. A rule for all order types replaces the customer's rules for single ones. A customer's own rule,
 * open or closed, decides before the one for all customers.
 */
export async function setLicenseRule(db: Db, change: RuleChange, license: LicenseChange): Promise<RuleChangeResult> {
  const { customerNo, actor } = change;
  const { state, orderTypes, open } = license;
  return await changeRules(db, change, async (tx) => {
    await endLicenseRules(tx, { customerNo, state, orderTypes }, actor);
    // Open to everybody is what holds without a rule.
    const needless = customerNo === WILDCARD && open && orderTypes === undefined;
    const rules = (orderTypes ?? [WILDCARD]).map((orderType) => ({
      customerNo,
      ruleId: uuidv7(),
      state,
      orderType,
      open,
    }));
    await insertLicenseRules(
      tx,
      needless ? [] : [...new Map(rules.map((rule) => [rule.orderType, rule])).values()],
      actor,
    );
    return {
      done: {},
      told: {
        kind: open ? 'license.opened' : 'license.closed',
        data: { state, orderTypes: orderTypes ?? [WILDCARD] },
        because: `${stateNames[state] ?? state} was ${open ? 'opened' : 'closed'}`,
      },
    };
  });
}

/** Puts the customer's account on credit hold; again gives it another note. */
export async function placeCreditHold(db: Db, change: RuleChange, note: string): Promise<RuleChangeResult> {
  const { customerNo, reference, actor } = change;
  return await changeRules(db, change, async (tx) => {
    await insertCreditRule(tx, { customerNo, note, ruleId: reference }, actor);
    return { done: {}, told: { kind: 'credit.held', data: {}, because: 'the account was put on credit hold' } };
  });
}

/** Ends the account's credit hold; `wasOnHold` tells whether there was one. */
export async function releaseCreditHold(
  db: Db,
  change: RuleChange,
): Promise<RuleChangeResult & { readonly wasOnHold: boolean }> {
  return await changeRules(db, change, async (tx) => {
    const wasOnHold = await endCreditRule(tx, change.customerNo, change.actor);
    return { done: { wasOnHold }, told: { kind: 'credit.released', data: {}, because: 'the credit hold was ended' } };
  });
}
