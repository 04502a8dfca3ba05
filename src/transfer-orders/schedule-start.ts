/**
 * Schedules the start of transfer orders (decision 2). Due work for an order that cannot start then is skipped.
 */

import type { OrderKey } from '../documents/index.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueWorkStepHandlers } from '../platform/due-work.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import { computeTransferStartTime } from './start-time.ts';
import type { TransferRoute } from './transfer-order.ts';

/** The due-work step that starts a transfer order; its subject is the order's id. */
export const transferStartStep = 'transfer_order.start';

/** In production the warehouse starts transfers itself: an order that is due stays OPEN, with its stock reserved. */
export const productionTransferStepHandlers: DueWorkStepHandlers = {
  [transferStartStep]: { run: async () => undefined },
};

/** Schedules the start of orders. `now` is the time on the customer's clock. */
export async function scheduleTransferStarts(
  tx: Tx,
  orders: readonly (OrderKey &
    Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'> & { readonly now: Temporal.Instant })[],
): Promise<void> {
  if (orders.length === 0) return;
  const settings = await readOperatorSettings(tx);
  scheduleDueWork(
    tx,
    orders.map((order) => ({
      customerNo: order.customerNo,
      dueAt: computeTransferStartTime(order, order.now, settings),
      step: transferStartStep,
      subject: order.orderId,
    })),
  );
}
