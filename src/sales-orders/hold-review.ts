/**
 * Review of open orders against the standing rules (decision 11): after a rule changed, when a hold expires, and when an
 * order is processed. Runs in pages, sorted by id; a repeated run changes nothing.
 */

import { uuidv7 } from '../lib/uuid.ts';
import { loadStandingRules, readOperatorSettings, type StandingRules } from '../operator-settings/index.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../platform/due-work.ts';
import { scheduleDueWorkOfNewSubjects } from '../platform/due-work-store.ts';
import {
  applyHoldChanges,
  countHoldChanges,
  diffHolds,
  type HoldChange,
  type HoldChangeContext,
  type HoldChangeCounts,
} from './hold-changes.ts';
import { findOrderIdsWithExpiredHolds, findPossiblyOpenOrderIds, readHolds } from './hold-store.ts';
import { type Hold, isOpenOrderStatus, type SalesOrder } from './order.ts';
import { lockSalesOrders, readLeanOrderDetails, readSalesOrders } from './order-store.ts';
import { createStandingRuleEvaluator, type StandingRuleEvaluator } from './rule-evaluator.ts';
import { isStandingRuleHold } from './standing-holds.ts';
import { loadOverriddenWeatherHoldRemover } from './weather-overrides.ts';

/** Orders per transaction: limits how long they stay locked. */
const pageSize = 2_000;

/** How many orders the review of one page of open orders held and released, or would hold and release. */
export interface HoldReviewPageResult extends HoldChangeCounts {
  /** The last order of the page; undefined when there are no more. */
  readonly next: string | undefined;
}

/** Reviews the next page of a customer's open orders after the order `after`. */
export async function reviewHoldsOfOpenOrderPage(
  tx: Tx,
  customerNo: string,
  context: HoldChangeContext,
  after: string | undefined,
): Promise<HoldReviewPageResult> {
  const ids = await findPossiblyOpenOrderIds(tx, customerNo, after, pageSize);
  const counts = await reviewOrders(tx, customerNo, ids, context);
  return { ...counts, next: ids.length < pageSize ? undefined : ids.at(-1) };
}

/**
 * Locks the orders and reviews those that are open. The rules are read under the locks, so that an older rule never
 * overwrites the decision of a newer one.
 */
async function reviewOrders(
  tx: Tx,
  customerNo: string,
  ids: readonly string[],
  context: HoldChangeContext,
): Promise<HoldChangeCounts> {
  const locked = await lockSalesOrders(
    tx,
    ids.map((orderId) => ({ customerNo, orderId })),
  );
  const orders = locked.filter((order) => isOpenOrderStatus(order.status));
  if (orders.length === 0) return { held: 0, released: 0 };
  const rules = await loadStandingRules(tx, customerNo);
  return await applyHoldChanges(tx, await decideReview(tx, orders, rules, context.timeOf(customerNo)), context);
}

/** Counts the orders that a page of `reviewHoldsOfOpenOrderPage` would hold and release under these rules. Writes and locks nothing. */
export async function previewHoldReviewPage(
  reader: DbReader,
  customerNo: string,
  rules: StandingRules,
  now: Temporal.Instant,
  after: string | undefined,
): Promise<HoldReviewPageResult> {
  const ids = await findPossiblyOpenOrderIds(reader, customerNo, after, pageSize);
  const found = await readSalesOrders(
    reader,
    ids.map((orderId) => ({ customerNo, orderId })),
  );
  const orders = found.filter((order) => isOpenOrderStatus(order.status));
  const counts = countHoldChanges(await decideReview(reader, orders, rules, now));
  return { ...counts, next: ids.length < pageSize ? undefined : ids.at(-1) };
}

/** The holds that these rules place on a customer's open orders, and those that end. */
async function decideReview(
  reader: DbReader,
  orders: readonly SalesOrder[],
  rules: StandingRules,
  now: Temporal.Instant,
): Promise<HoldChange[]> {
  const evaluateRules = createStandingRuleEvaluator(rules, await readOperatorSettings(reader));
  const details = rules.isEmpty ? new Map() : await readLeanOrderDetails(reader, orders);
  const holds = await readHolds(reader, orders);
  const withoutOverridden = await loadOverriddenWeatherHoldRemover(reader, rules, orders);
  return orders.map((order): HoldChange => {
    const held = holds.get(order.orderId) ?? [];
    const kept = held.filter((hold) => !isStandingRuleHold(hold) && !isExpired(hold, now));
    const standing = withoutOverridden(order.orderId, evaluateRules(order, details.get(order.orderId), now));
    return { order, held, ...diffHolds(held, [...kept, ...standing]) };
  });
}

function isExpired({ endsAt }: Hold, now: Temporal.Instant): boolean {
  return endsAt !== undefined && Temporal.Instant.compare(endsAt, now) <= 0;
}

/**
 * Evaluates the operator's standing rules (weather, license, credit) for orders of one customer in the status RECEIVED, which the
 * caller has locked, before they are processed. Puts the orders that a rule holds on hold, and returns the others. Runs no statement
 * about orders while there are no rules.
 */
export async function holdOrdersByStandingRules(
  tx: Tx,
  orders: readonly SalesOrder[],
  now: Temporal.Instant,
): Promise<readonly SalesOrder[]> {
  const settings = await readOperatorSettings(tx);
  if (settings.standingRules.isEmpty || orders.length === 0) return orders;
  const evaluateRules = createStandingRuleEvaluator(settings.standingRules, settings);
  const details = await readLeanOrderDetails(tx, orders);
  const withoutOverridden = await loadOverriddenWeatherHoldRemover(tx, settings.standingRules, orders);
  const changes = orders.map((order): HoldChange => {
    const placed = withoutOverridden(order.orderId, evaluateRules(order, details.get(order.orderId), now));
    return { order, held: [], placed, ended: [] };
  });
  await applyHoldChanges(tx, changes, reviewContext(now, "one of the operator's rules holds it"));
  return changes.filter(({ placed }) => placed.length === 0).map(({ order }) => order);
}

/** Evaluates the cached rules, for orders that are created or updated. Load one per batch. */
export async function loadStandingRuleEvaluator(tx: Tx): Promise<StandingRuleEvaluator> {
  const settings = await readOperatorSettings(tx);
  return createStandingRuleEvaluator(settings.standingRules, settings);
}

const reviewContext = (now: Temporal.Instant, because: string): HoldChangeContext => ({
  reference: uuidv7(),
  operation: 'holds',
  actor: 'system',
  because,
  timeOf: () => now,
});

/** The position of a step that continues in further transactions. */
interface Progress {
  readonly after?: string;
}

/** The first position of the steps of a batch; undefined when one of them begins with the first order. */
function firstPosition({ items }: DueWorkBatch): string | undefined {
  const positions = items.map(({ data }) => (data as Progress | undefined)?.after);
  return positions.includes(undefined) ? undefined : positions.sort()[0];
}

/** Schedules the step to continue at once after the order `after`. */
function scheduleNextReview(tx: Tx, { customerNo, step, now }: DueWorkBatch, after: string | undefined): void {
  if (after === undefined) return;
  // A subject of its own: a step that begins with the first order may be due for another subject at the same time.
  const data: Progress = { after };
  scheduleDueWorkOfNewSubjects(tx, [{ customerNo, dueAt: now, step, subject: uuidv7(), data }]);
}

/** The due work of holds, in every environment. */
export const holdStepHandlers: DueWorkStepHandlers = {
  'sales_order.review_holds': { run: runSecondReview },
  'sales_order.end_holds': { run: endExpiredHolds },
};

/** The second review after a change of rules (standing-rule-changes.ts). */
async function runSecondReview(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const context = reviewContext(batch.now, "the operator's rules were reviewed");
  const { next } = await reviewHoldsOfOpenOrderPage(tx, batch.customerNo, context, firstPosition(batch));
  scheduleNextReview(tx, batch, next);
}

/** Ends expired holds. Another rule may hold the order from now on. */
async function endExpiredHolds(tx: Tx, batch: DueWorkBatch): Promise<void> {
  const ids = await findOrderIdsWithExpiredHolds(tx, batch.customerNo, batch.now, firstPosition(batch), pageSize);
  await reviewOrders(tx, batch.customerNo, ids, reviewContext(batch.now, 'the hold expired'));
  scheduleNextReview(tx, batch, ids.length < pageSize ? undefined : ids.at(-1));
}
