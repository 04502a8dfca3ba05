/**
 * Putting holds on open orders and ending them, many at once: the holds, the status that they leave, when the order is
 * taken up, the log. A fixed number of statements whatever the number of orders.
 */

import { readOperatorSettings } from '../operator-settings/index.ts';
import { type DueWork, scheduleDueWork } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { type Hold, openStatus, type SalesOrder } from './order.ts';
import { deleteHolds, type HoldKey, type PlacedHold, updateOrderStatuses, upsertHolds } from './order-store.ts';
import { processingTime } from './processing-time.ts';

/** What changes about the holds of one locked, open order. */
export interface HoldChange {
  readonly order: SalesOrder;
  /** In force before. */
  readonly held: readonly Hold[];
  /** New, or with another description or end. */
  readonly placed: readonly Hold[];
  readonly ended: readonly Hold[];
}

/** The context of changes of holds of one or more customers, which share a reference. */
export interface HoldChangeContext extends Omit<CommandContext, 'customerNo'> {
  /** Why, for the timeline of the order. */
  readonly because: string;
  /** The time on a customer's clock. */
  timeOf(customerNo: string): Temporal.Instant;
}

export interface HoldCounts {
  /** Orders that have a hold more than before. */
  readonly held: number;
  /** Orders that are free now. */
  readonly released: number;
}

const isSameHold = (a: HoldKey, b: HoldKey) => a.reason === b.reason && a.owner === b.owner && a.cause === b.cause;

/**
 * Puts the holds on the orders and ends the others. An order that is free from now on is scheduled to be processed.
 * Logs `sales_order.held` where a hold was added, and `sales_order.released` or, where others remain,
 * `sales_order.hold_ended`. Orders of which nothing changes are passed over.
 */
export async function applyHoldChanges(tx: Tx, all: readonly HoldChange[], by: HoldChangeContext): Promise<HoldCounts> {
  const changes = all
    .filter(({ placed, ended }) => placed.length > 0 || ended.length > 0)
    .map((change) => ({
      ...change,
      order: { ...change.order, status: openStatus(holdsAfter(change)) },
      was: change.order,
    }));
  if (changes.length === 0) return { held: 0, released: 0 };
  const operator = await readOperatorSettings(tx);
  await deleteHolds(
    tx,
    changes.flatMap(({ order, ended }) => ended.map((hold) => ({ ...order, hold }))),
  );
  const placed = changes.flatMap(({ order, placed: holds }) =>
    holds.map((hold): PlacedHold => {
      const { customerNo, orderId } = order;
      return { customerNo, orderId, hold, placedAt: by.timeOf(customerNo) };
    }),
  );
  await upsertHolds(tx, placed);
  await scheduleHoldEnds(tx, placed);
  await updateOrderStatuses(
    tx,
    // Without a warehouse: it stays.
    changes
      .filter(({ order, was }) => order.status !== was.status)
      .map(({ order: { customerNo, orderId, status } }) => ({ customerNo, orderId, status })),
  );
  const free = changes.filter(({ order, was }) => order.status === 'RECEIVED' && was.status !== 'RECEIVED');
  await scheduleDueWork(
    tx,
    free.map(({ order }) => ({
      customerNo: order.customerNo,
      dueAt: processingTime(order, by.timeOf(order.customerNo), operator),
      step: 'sales_order.process',
      subject: order.orderId,
    })),
  );
  let held = 0;
  for (const change of changes) {
    const added = change.placed.filter((hold) => !change.held.some((other) => isSameHold(hold, other)));
    if (added.length > 0) {
      held += 1;
      logHolds(tx, change.order, 'sales_order.held', added, by);
    }
    if (change.ended.length > 0) {
      const kind = change.order.status === 'RECEIVED' ? 'sales_order.released' : 'sales_order.hold_ended';
      logHolds(tx, change.order, kind, change.ended, by);
    }
  }
  return { held, released: free.length };
}

function holdsAfter({ held, placed, ended }: HoldChange): Hold[] {
  return [...held.filter((hold) => !ended.some((other) => isSameHold(hold, other))), ...placed];
}

function logHolds(tx: Tx, order: SalesOrder, kind: string, holds: readonly Hold[], by: HoldChangeContext): void {
  appendLog(
    tx,
    { ...by, customerNo: order.customerNo },
    {
      kind,
      subject: order.orderId,
      occurredAt: by.timeOf(order.customerNo),
      data: { because: by.because, status: order.status, holds: holds.map(({ reason, cause }) => ({ reason, cause })) },
    },
  );
}

/**
 * Lets holds that end at a time come due then (`sales_order.end_holds`): once for all orders that one weather window
 * holds. Call after `upsertHolds` with what was placed.
 */
export async function scheduleHoldEnds(tx: Tx, placed: readonly PlacedHold[]): Promise<void> {
  const due = new Map<string, DueWork>();
  for (const { customerNo, orderId, hold } of placed) {
    if (hold.endsAt === undefined) continue;
    const subject = hold.reason === 'Weather' ? hold.cause : orderId;
    due.set(`${customerNo} ${hold.endsAt} ${subject}`, {
      customerNo,
      dueAt: hold.endsAt,
      step: 'sales_order.end_holds',
      subject,
    });
  }
  await scheduleDueWork(tx, [...due.values()]);
}

/** The holds of an order that are not what they should be: what to add or reword, and what to end. Pure. */
export function diffHolds(
  held: readonly Hold[],
  wanted: readonly Hold[],
): { readonly placed: Hold[]; readonly ended: Hold[] } {
  const unchanged = (hold: Hold) =>
    held.some(
      (other) =>
        isSameHold(hold, other) && hold.description === other.description && sameTime(hold.endsAt, other.endsAt),
    );
  return {
    placed: wanted.filter((hold) => !unchanged(hold)),
    ended: held.filter((hold) => !wanted.some((other) => isSameHold(hold, other))),
  };
}

function sameTime(a: Temporal.Instant | undefined, b: Temporal.Instant | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}
