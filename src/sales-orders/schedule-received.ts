/** Schedules orders that waited for their release, when their warehouse starts orders by itself again (decision 42). */
import { maxSettingsAgeMs, readOperatorSettings } from '../operator-settings/index.ts';
import { customerTime } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import { findReceivedOrders, readSalesOrders } from './order-store.ts';
import { processingTime } from './processing-time.ts';

/** Orders per transaction. */
const pageSize = 1_000;

/**
 * Schedules the processing of all RECEIVED orders of a warehouse, once every process knows the new setting. Repeating it
 * changes nothing: an order that has started meanwhile is skipped when it is due.
 */
export async function scheduleReceivedOrders(
  db: Db,
  customerNos: readonly string[],
  warehouse: string,
): Promise<number> {
  let scheduled = 0;
  for (const customerNo of customerNos) {
    let after: string | undefined;
    do {
      const found = await findReceivedOrders(db, customerNo, warehouse, after, pageSize);
      scheduled += found.length;
      after = found.length < pageSize ? undefined : found.at(-1);
      if (found.length === 0) continue;
      await db.write(async (tx) => {
        const operator = await readOperatorSettings(tx);
        const now = (await customerTime(tx, customerNo)).add({ milliseconds: 2 * maxSettingsAgeMs });
        const orders = await readSalesOrders(
          tx,
          found.map((orderId) => ({ customerNo, orderId })),
        );
        await scheduleDueWork(
          tx,
          orders.map((order) => ({
            customerNo,
            dueAt: processingTime(order, now, operator),
            step: 'sales_order.process',
            subject: order.orderId,
          })),
        );
      });
    } while (after !== undefined);
  }
  return scheduled;
}
