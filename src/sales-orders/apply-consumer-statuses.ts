/**
 * Updates orders that wait for stock after one of the customer's own inventory statuses was saved (decision 12): the orders
 * may draw the statuses that are marked for consumer orders now, and are filled in queue order if they can be. Reserved
 * orders keep their stock. Runs in pages; a repeated run changes nothing.
 */
import {
  type BackorderPosition,
  changeBackorderStockStatuses,
  listBackorderedOrders,
  lockBackorderQueues,
} from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import {
  consumerInventoryStatusesOfCustomer,
  invalidateOperatorSettings,
  maxSettingsAgeMs,
  readOperatorSettings,
} from '../operator-settings/index.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../platform/due-work.ts';
import { scheduleDueWorkOfNewSubjects } from '../platform/due-work-store.ts';
import { computeSalesDemandLines } from './draft.ts';
import { lockSalesOrders } from './order-store.ts';

/** Orders per transaction: limits how long they stay locked. */
const pageSize = 200;

/** Updates the next page of orders after a position; returns the position after it, undefined when there are no more orders. */
async function applyToPage(
  tx: Tx,
  customerNo: string,
  after?: BackorderPosition,
): Promise<BackorderPosition | undefined> {
  lockBackorderQueues(tx, [customerNo]);
  const waiting = await listBackorderedOrders(tx, customerNo, after, pageSize);
  const orders = await lockSalesOrders(
    tx,
    waiting.map(({ subject: orderId }) => ({ customerNo, orderId })),
  );
  const drawn = consumerInventoryStatusesOfCustomer(await readOperatorSettings(tx), customerNo);
  const documents = orders.map(({ orderId, orderType, lines }) => ({
    customerNo,
    subject: orderId,
    lines: computeSalesDemandLines(orderType, lines, drawn),
  }));
  await changeBackorderStockStatuses(tx, documents);
  return waiting.length < pageSize ? undefined : waiting.at(-1);
}

/**
 * Lets the backorders of a customer draw the inventory statuses that are marked for consumer orders now, and fills those that can be
 * filled. Each page of orders is written in its own transaction.
 */
export async function updateBackordersForConsumerStatuses(db: Db, customerNo: string): Promise<void> {
  let after: BackorderPosition | undefined;
  do {
    const from = after;
    after = await db.write((tx) => applyToPage(tx, customerNo, from), { customerNo });
  } while (after !== undefined);
}

/**
 * Schedules the update in the transaction that changes a status, at a time when every process knows the change. It replaces the immediate
 * update of a process that was killed, and includes orders that other processes accepted by the former status.
 * @param now on the customer's clock
 */
export function scheduleConsumerStatusBackorderUpdate(tx: Tx, customerNo: string, now: Temporal.Instant): void {
  const dueAt = now.add({ milliseconds: 2 * maxSettingsAgeMs });
  scheduleDueWorkOfNewSubjects(tx, [{ customerNo, dueAt, step: 'sales_order.redraw', subject: uuidv7() }]);
}

/** The due work of these updates, in every environment. Stored steps have the name `sales_order.redraw`. */
export const consumerStatusBackorderStepHandlers: DueWorkStepHandlers = { 'sales_order.redraw': { run: runStep } };

/** The first position of updates that are due together; undefined when one of them begins with the first order. */
function firstPosition(items: DueWorkBatch['items']): BackorderPosition | undefined {
  let first: BackorderPosition | undefined;
  for (const { data } of items) {
    if (data === undefined) return undefined;
    const position = data as BackorderPosition;
    if (first === undefined || isBefore(position, first)) first = position;
  }
  return first;
}

/** Whether a position is before another. Their times are texts of one format in UTC, which sort like times. */
const isBefore = (a: BackorderPosition, b: BackorderPosition): boolean =>
  a.queuedAt === b.queuedAt ? a.subject < b.subject : a.queuedAt < b.queuedAt;

async function runStep(tx: Tx, { customerNo, step, items, now }: DueWorkBatch): Promise<void> {
  // A test customer's clock may be advanced before this process knows the change.
  invalidateOperatorSettings(tx);
  const next = await applyToPage(tx, customerNo, firstPosition(items));
  if (next === undefined) return;
  scheduleDueWorkOfNewSubjects(tx, [{ customerNo, dueAt: now, step, subject: uuidv7(), data: next }]);
}
