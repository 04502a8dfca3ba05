/** Orders that wait for stock when a customer's own inventory statuses are marked for consumer orders (decision 12). */
import { listBackorderedOrders, lockBackorderQueues, redrawBackorders } from '../inventory/index.ts';
import { consumerStatuses, readOperatorSettings } from '../operator-settings/index.ts';
import type { Db } from '../platform/db/db.ts';
import { salesDemandLines } from './draft.ts';
import { lockSalesOrders } from './order-store.ts';

const maxOrders = 200;

/**
 * Lets the customer's waiting orders draw the statuses that are marked now, and fills those that can be filled, in queue order.
 * Reserved orders keep what they drew. May be repeated.
 */
export async function redrawWaitingOrders(db: Db, customerNo: string): Promise<void> {
  const waiting = await db.write((tx) => listBackorderedOrders(tx, customerNo));
  for (let first = 0; first < waiting.length; first += maxOrders) {
    const keys = waiting.slice(first, first + maxOrders).map((orderId) => ({ customerNo, orderId }));
    await db.write(async (tx) => {
      lockBackorderQueues(tx, [customerNo]);
      const orders = await lockSalesOrders(tx, keys);
      const drawn = consumerStatuses(await readOperatorSettings(tx), customerNo);
      const documents = orders.map(({ orderId, orderType, lines }) => ({
        customerNo,
        subject: orderId,
        lines: salesDemandLines(orderType, lines, drawn),
      }));
      await redrawBackorders(tx, documents);
    });
  }
}
