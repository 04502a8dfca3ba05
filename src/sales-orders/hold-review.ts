/**
 * Judging open orders anew by the standing rules (decision 11): when a rule changes, when a hold's time is over, when an
 * order is taken up to be processed. In portions, in the order of acceptance, first come first served; running again
 * changes nothing.
 */

import { uuidv7 } from '../lib/uuid.ts';
import { loadStandingRules, readOperatorSettings } from '../operator-settings/index.ts';
import { scheduleDueWork } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueBatch, StepHandlers } from '../platform/due-work.ts';
import {
  applyHoldChanges,
  diffHolds,
  type HoldChange,
  type HoldChangeContext,
  type HoldCounts,
} from './hold-changes.ts';
import { findOpenOrders, findOrdersWithExpiredHolds } from './hold-store.ts';
import { type Hold, isOpen, type SalesOrder } from './order.ts';
import { lockSalesOrders, readHolds, readOrderDetails } from './order-store.ts';
import { createRuleEvaluator, type RuleEvaluator } from './rule-evaluator.ts';
import { isStandingHold } from './standing-rules.ts';

/** Orders of one transaction: bounds how long they are locked. */
const portion = 2_000;

export interface ReviewPage extends HoldCounts {
  /** Go on after this order; undefined when there are no more. */
  readonly next: string | undefined;
}

/** Judges the next of a customer's open orders anew, after the one named. */
export async function reviewOpenOrders(
  tx: Tx,
  customerNo: string,
  by: HoldChangeContext,
  after?: string,
): Promise<ReviewPage> {
  const ids = await findOpenOrders(tx, customerNo, after, portion);
  const counts = await reviewOrders(tx, customerNo, ids, by);
  return { ...counts, next: ids.length < portion ? undefined : ids.at(-1) };
}

/**
 * Locks the orders and judges those that are open. The rules are read under the locks: whoever comes later with a newer
 * rule finds what was decided here, so an older rule never undoes a newer one.
 */
async function reviewOrders(
  tx: Tx,
  customerNo: string,
  ids: readonly string[],
  by: HoldChangeContext,
): Promise<HoldCounts> {
  const locked = await lockSalesOrders(
    tx,
    ids.map((orderId) => ({ customerNo, orderId })),
  );
  const orders = locked.filter((order) => isOpen(order.status));
  if (orders.length === 0) return { held: 0, released: 0 };
  const rules = await loadStandingRules(tx, customerNo);
  const judge = createRuleEvaluator(rules, await readOperatorSettings(tx));
  const documents = rules.isEmpty ? new Map() : await readOrderDetails(tx, orders);
  const holds = await readHolds(tx, orders);
  const now = by.timeOf(customerNo);
  const changes = orders.map((order): HoldChange => {
    const held = holds.get(order.orderId) ?? [];
    const lasting = held.filter((hold) => !isStandingHold(hold) && !isOver(hold, now));
    return { order, held, ...diffHolds(held, [...lasting, ...judge(order, documents.get(order.orderId), now)]) };
  });
  return await applyHoldChanges(tx, changes, by);
}

function isOver({ endsAt }: Hold, now: Temporal.Instant): boolean {
  return endsAt !== undefined && Temporal.Instant.compare(endsAt, now) <= 0;
}

/**
 * Asked when received, locked orders are taken up: puts those on hold that a rule asks to be held by now, and answers the others.
 * Without any rule it runs no statement.
 */
export async function holdBeforeProcessing(
  tx: Tx,
  orders: readonly SalesOrder[],
  now: Temporal.Instant,
): Promise<readonly SalesOrder[]> {
  const settings = await readOperatorSettings(tx);
  if (settings.standingRules.isEmpty || orders.length === 0) return orders;
  const judge = createRuleEvaluator(settings.standingRules, settings);
  const documents = await readOrderDetails(tx, orders);
  const changes = orders.map(
    (order): HoldChange => ({
      order,
      held: [],
      ended: [],
      placed: [...judge(order, documents.get(order.orderId), now)],
    }),
  );
  await applyHoldChanges(tx, changes, system(now, 'a rule of the operator holds it'));
  return changes.filter(({ placed }) => placed.length === 0).map(({ order }) => order);
}

/** A judge by the rules of now, for whoever places or updates orders. Make one for a set. */
export async function loadRuleEvaluator(tx: Tx): Promise<RuleEvaluator> {
  const settings = await readOperatorSettings(tx);
  return createRuleEvaluator(settings.standingRules, settings);
}

const system = (now: Temporal.Instant, because: string): HoldChangeContext => ({
  reference: uuidv7(),
  operation: 'holds',
  actor: 'system',
  because,
  timeOf: () => now,
});

/** How far a step has come that does not do all orders in one transaction. */
interface Progress {
  readonly after?: string;
}

const progressOf = (wave: DueBatch): string | undefined =>
  wave.items.map((item) => (item.data as Progress | undefined)?.after).find((after) => after !== undefined);

/** The rest of a step is due at once. */
async function scheduleNextReview(
  tx: Tx,
  { customerNo, step, items, now }: DueBatch,
  after: string | undefined,
): Promise<void> {
  if (after === undefined) return;
  const subject = items[0]?.subject ?? after;
  await scheduleDueWork(tx, [{ customerNo, dueAt: now, step, subject, data: { after } satisfies Progress }]);
}

/** What falls due about holds, the same wherever orders are worked on. */
export const holdSteps: StepHandlers = {
  'sales_order.review_holds': { run: reviewAgain },
  'sales_order.end_holds': { run: endHoldsThatAreOver },
};

/** The second look after a change of rules: see hold-rule-changes.ts. */
async function reviewAgain(tx: Tx, wave: DueBatch): Promise<void> {
  const by = system(wave.now, 'the rules of the operator were looked at again');
  const { next } = await reviewOpenOrders(tx, wave.customerNo, by, progressOf(wave));
  await scheduleNextReview(tx, wave, next);
}

/** Holds whose time is over end; another rule may hold the order from now on. */
async function endHoldsThatAreOver(tx: Tx, wave: DueBatch): Promise<void> {
  const ids = await findOrdersWithExpiredHolds(tx, wave.customerNo, wave.now, progressOf(wave), portion);
  await reviewOrders(tx, wave.customerNo, ids, system(wave.now, 'the time of the hold is over'));
  await scheduleNextReview(tx, wave, ids.length < portion ? undefined : ids.at(-1));
}
