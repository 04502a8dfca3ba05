/**
 * When reserved transfer orders fall due (decision 2). A row that has become stale (the order was updated,
 * canceled or lost its stock) is passed over by whoever runs it.
 */
import { readOperatorSettings } from '../operator-settings/index.ts';
import { scheduleDueWork } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { transferStartTime } from './departure.ts';
import type { OrderKey } from './identity-store.ts';
import type { TransferRoute } from './transfer-order.ts';

/** The step in which work on a transfer order begins; its subject is the order's id. */
export const transferStartStep = 'transfer_order.start';

/** Lets work on these orders begin when it is time. */
export async function scheduleStarts(
  tx: Tx,
  orders: readonly (OrderKey & Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'>)[],
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<void> {
  if (orders.length === 0) return;
  const operator = await readOperatorSettings(tx);
  await scheduleDueWork(
    tx,
    orders.map((order) => ({
      customerNo: order.customerNo,
      dueAt: transferStartTime(order, timeOf(order.customerNo), operator),
      step: transferStartStep,
      subject: order.orderId,
    })),
  );
}
