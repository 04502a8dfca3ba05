/**
 * Starts orders that were due and wait for a person when their warehouse becomes automatic (decision 42). The transaction of the setting
 * schedules one row of due work per customer, whose step schedules the orders in pages, so that a crash loses no order.
 */

import { uuidv7 } from '../lib/uuid.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../platform/due-work.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import { findCustomersWithOrdersWaitingAtWarehouse, findOrderIdsWaitingAtWarehouse } from './hold-store.ts';
import { readSalesOrders } from './order-store.ts';
import { computeProcessingStartTime } from './processing-time.ts';

/** Orders per transaction. */
const pageSize = 1_000;

/** The data of the scheduled step. */
interface Progress {
  readonly warehouse: string;
  /** The last order of the page before. */
  readonly after?: string;
}

/** Schedules all orders that wait at a warehouse. Call it in the transaction that makes the warehouse automatic. */
export async function scheduleOrdersOfAutomaticWarehouse(tx: Tx, warehouse: string): Promise<void> {
  const customers = await findCustomersWithOrdersWaitingAtWarehouse(tx, warehouse);
  const timeOf = await readCustomerClockLookup(tx, customers);
  const data: Progress = { warehouse };
  scheduleDueWork(
    tx,
    customers.map((customerNo) => ({
      customerNo,
      dueAt: timeOf(customerNo),
      step: 'sales_order.schedule_waiting',
      subject: uuidv7(),
      data,
    })),
  );
}

/**
 * The due work of waiting orders, in every environment. A repeated step changes nothing: an order that has started is skipped when it
 * is due.
 */
export const waitingOrderStepHandlers: DueWorkStepHandlers = {
  'sales_order.schedule_waiting': { run: scheduleNextPage },
};

async function scheduleNextPage(tx: Tx, { customerNo, step, now, items }: DueWorkBatch): Promise<void> {
  const operator = await readOperatorSettings(tx);
  for (const { subject, data } of items) {
    const { warehouse, after } = data as Progress;
    const found = await findOrderIdsWaitingAtWarehouse(tx, customerNo, warehouse, after, pageSize);
    const orders = await readSalesOrders(
      tx,
      found.map((orderId) => ({ customerNo, orderId })),
    );
    scheduleDueWork(
      tx,
      orders.map((order) => ({
        customerNo,
        dueAt: computeProcessingStartTime(order, now, operator),
        step: 'sales_order.process',
        subject: order.orderId,
      })),
    );
    if (found.length < pageSize) continue;
    const next: Progress = { warehouse, after: found.at(-1) as string };
    scheduleDueWork(tx, [{ customerNo, dueAt: now, step, subject, data: next }]);
  }
}
