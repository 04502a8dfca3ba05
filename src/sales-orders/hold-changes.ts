/**
 * The hold transition: every change of an order's holds but their deletion by a cancellation goes through this module. It
 * writes the holds, the status that they leave, the work that becomes due and the log entries, with a fixed number of
 * statements for any number of orders.
 */

import { readOperatorSettings } from '../operator-settings/index.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type DueWork, scheduleDueWork } from '../platform/due-work-store.ts';
import { appendLog } from '../platform/log.ts';
import { deleteHolds, type HoldKey, type PlacedHold, upsertHolds } from './hold-store.ts';
import { type Hold, type OrderStatus, type SalesOrder, statusOfOpenOrder } from './order.ts';
import { updateOrderStatusesAndRoutes } from './order-store.ts';
import { computeProcessingStartTime } from './processing-time.ts';

/** The holds to place on one order and to end. */
interface HoldWrite {
  /** The order, with the status that results from its holds. */
  readonly order: Pick<
    SalesOrder,
    'customerNo' | 'orderId' | 'status' | 'warehouse' | 'carrier' | 'service' | 'requestedShipDate' | 'shipDays'
  >;
  /** New, or with a new description or end. */
  readonly placed: readonly Hold[];
  readonly ended: readonly HoldKey[];
}

/** A hold change of one locked order. */
export interface HoldChange extends Omit<HoldWrite, 'order'> {
  /** The order before the change. */
  readonly order: SalesOrder;
  /** The holds in force before the change. */
  readonly held: readonly Hold[];
  /** Moves the order to this warehouse. */
  readonly warehouse?: string;
  /** Added to the order's log entries; `because` in it overrides that of the context. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The context of hold changes, shared by all orders that change together, also those of several customers. */
export interface HoldChangeContext extends Omit<CommandContext, 'customerNo'> {
  /** The reason in words, for the timelines of the orders. */
  readonly because?: string;
  /** The time on a customer's clock. */
  timeOf(customerNo: string): Temporal.Instant;
}

export interface HoldChangeCounts {
  /** Orders with at least one additional hold. */
  readonly held: number;
  /** Orders that became RECEIVED. */
  readonly released: number;
}

export const isSameHold = (a: HoldKey, b: HoldKey): boolean =>
  a.reason === b.reason && a.owner === b.owner && a.cause === b.cause;

/**
 * Places and ends holds of locked, open orders, and schedules the processing of changed orders that are RECEIVED now. Orders
 * without a change are skipped. Logs for each order:
 * - `sales_order.held` when a hold was added, or an operator's hold got new terms.
 * - When a hold ended: `sales_order.released` when the order is RECEIVED now, else `sales_order.hold_ended`.
 * - When none ended and the warehouse changed: `sales_order.backorder_moved` when a hold was placed or got new texts, else
 *   `sales_order.reservation_moved`.
 *
 * Returns how many orders were held and released.
 */
export async function applyHoldChanges(
  tx: Tx,
  requested: readonly HoldChange[],
  context: HoldChangeContext,
): Promise<HoldChangeCounts> {
  const changes = effectiveChanges(requested);
  if (changes.length === 0) return { held: 0, released: 0 };
  updateOrderStatusesAndRoutes(
    tx,
    changes
      .filter(({ order, before, isMoved }) => isMoved || order.status !== before.status)
      .map(({ order: { customerNo, orderId, status, warehouse } }) => ({ customerNo, orderId, status, warehouse })),
  );
  await writeHolds(tx, changes, context.timeOf);
  for (const { order, before, placed, added, withNewTerms, ended, isMoved, data } of changes) {
    const log = (kind: string, holds: readonly HoldKey[]) =>
      logHolds(tx, kind, order, holds, context, { ...data, was: before.status });
    if (added.length + withNewTerms.length > 0) log('sales_order.held', [...added, ...withNewTerms]);
    if (ended.length > 0) log(order.status === 'RECEIVED' ? 'sales_order.released' : 'sales_order.hold_ended', ended);
    else if (isMoved) log(`sales_order.${placed.length > 0 ? 'backorder' : 'reservation'}_moved`, placed);
  }
  return countChanges(changes);
}

/** The counts that `applyHoldChanges` would return. Pure. */
export const countHoldChanges = (requested: readonly HoldChange[]): HoldChangeCounts =>
  countChanges(effectiveChanges(requested));

interface EffectiveChange extends HoldChange {
  readonly before: SalesOrder;
  /** The placed holds that are not in force yet. */
  readonly added: readonly Hold[];
  /**
   * The operator's holds to place that are in force already, with another description or end. New texts of the system's holds are not
   * logged again.
   */
  readonly withNewTerms: readonly Hold[];
  readonly isMoved: boolean;
}

/** The changes that have an effect, with the orders after them. */
function effectiveChanges(requested: readonly HoldChange[]): EffectiveChange[] {
  return requested
    .map((change) => {
      const { order: before, warehouse = before.warehouse, placed, held } = change;
      const order = { ...before, warehouse, status: statusAfterHoldChange(change) };
      const added = placed.filter((hold) => !held.some((other) => isSameHold(hold, other)));
      const withNewTerms = placed.filter((hold) => hold.owner === 'operator' && isRevised(hold, held));
      return { ...change, before, order, added, withNewTerms, isMoved: warehouse !== before.warehouse };
    })
    .filter(({ placed, ended, isMoved }) => placed.length > 0 || ended.length > 0 || isMoved);
}

const countChanges = (changes: readonly EffectiveChange[]): HoldChangeCounts => ({
  held: changes.filter(({ added }) => added.length > 0).length,
  released: changes.filter(({ order, before }) => order.status === 'RECEIVED' && before.status !== 'RECEIVED').length,
});

/** The status that a change leaves an open order in. Pure. */
export const statusAfterHoldChange = (change: Omit<HoldChange, 'order'>): OrderStatus =>
  statusOfOpenOrder(holdsAfter(change));

function holdsAfter({ held, placed, ended }: Omit<HoldChange, 'order'>): Hold[] {
  return [...held.filter((hold) => !ended.some((other) => isSameHold(hold, other))), ...placed];
}

function logHolds(
  tx: Tx,
  kind: string,
  order: SalesOrder,
  holds: readonly HoldKey[],
  { because, timeOf, ...context }: HoldChangeContext,
  data: HoldChange['data'],
): void {
  const { customerNo, orderId, status } = order;
  appendLog(
    tx,
    { ...context, customerNo },
    {
      kind,
      subject: orderId,
      occurredAt: timeOf(customerNo),
      data: { because, ...data, status, holds: toLoggedHolds(holds) },
    },
  );
}

/** Holds as the log shows them. */
export const toLoggedHolds = (holds: readonly HoldKey[]): { reason: string; cause: string }[] =>
  holds.map(({ reason, cause }) => ({ reason, cause }));

/**
 * Writes the holds of orders whose rows the caller writes, and schedules the processing of those that are RECEIVED and the
 * end of holds that have one.
 * @param schedule `scheduleDueWorkOfNewSubjects` for orders that are new in this transaction
 */
export async function writeHolds(
  tx: Tx,
  writes: readonly HoldWrite[],
  timeOf: HoldChangeContext['timeOf'],
  schedule: (tx: Tx, work: readonly DueWork[]) => void = scheduleDueWork,
): Promise<void> {
  const operator = await readOperatorSettings(tx);
  deleteHolds(
    tx,
    writes.flatMap(({ order: { customerNo, orderId }, ended }) =>
      ended.map((hold) => ({ ...hold, customerNo, orderId })),
    ),
  );
  const placed = writes.flatMap(({ order: { customerNo, orderId }, placed: holds }) =>
    holds.map((hold): PlacedHold => ({ ...hold, customerNo, orderId, placedAt: timeOf(customerNo) })),
  );
  upsertHolds(tx, placed);
  scheduleDueWork(tx, holdEnds(placed));
  schedule(
    tx,
    writes
      .filter(({ order }) => order.status === 'RECEIVED')
      .map(({ order }) => ({
        customerNo: order.customerNo,
        dueAt: computeProcessingStartTime(order, timeOf(order.customerNo), operator),
        step: 'sales_order.process',
        subject: order.orderId,
      })),
  );
}

/** One `sales_order.end_holds` per order and end; orders that one weather window holds until the same time share it. */
function holdEnds(placed: readonly PlacedHold[]): DueWork[] {
  const due = new Map<string, DueWork>();
  for (const { customerNo, orderId, reason, cause, endsAt } of placed) {
    if (endsAt === undefined) continue;
    const subject = reason === 'Weather' ? cause : orderId;
    const step = 'sales_order.end_holds';
    due.set(`${customerNo} ${endsAt} ${subject}`, { customerNo, dueAt: endsAt, step, subject });
  }
  return [...due.values()];
}

const hasSameTerms = (a: Hold, b: Hold): boolean =>
  a.description === b.description && String(a.endsAt) === String(b.endsAt);

const isRevised = (hold: Hold, held: readonly Hold[]): boolean =>
  held.some((other) => isSameHold(hold, other) && !hasSameTerms(hold, other));

/** The holds to place (new or with a new description or end) and to end so that exactly `wanted` are in force. Pure. */
export function diffHolds(held: readonly Hold[], wanted: readonly Hold[]): { placed: Hold[]; ended: Hold[] } {
  const isUnchanged = (hold: Hold) => held.some((other) => isSameHold(hold, other) && hasSameTerms(hold, other));
  return {
    placed: wanted.filter((hold) => !isUnchanged(hold)),
    ended: held.filter((hold) => !wanted.some((other) => isSameHold(hold, other))),
  };
}
