/** Beginning work on transfer orders, many at once: from then on they can be neither updated nor canceled. */
import { readDemands, startDemands } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { recordTransferEvent } from './timeline.ts';
import type { TransferOrder } from './transfer-order.ts';
import { updateTransferOrderStatuses } from './transfer-order-store.ts';
import { type LockedTransferTask, lockTransferTasks, requireStatus, type TransferTask } from './transfer-tasks.ts';

/**
 * OPEN orders that have their stock become PICKING, and nobody takes it from them any more. One outcome per work, in
 * their order. Refusals, in order of precedence: `NotFound`, `StateForbids` naming the state or that it waits for stock.
 */
export async function startTransfers(tx: Tx, works: readonly TransferTask[]): Promise<Outcome<TransferOrder>[]> {
  const locked = (await lockTransferTasks(tx, works)).map((outcome) => requireStatus(outcome, ['OPEN'], 'picked'));
  const open = locked.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []));
  const documents = open.map(({ order }) => ({ customerNo: order.customerNo, subject: order.orderId }));
  const reserved = new Set(
    (await readDemands(tx, documents)).filter((row) => row.state === 'reserved').map((row) => row.subject),
  );
  const started: LockedTransferTask<TransferTask>[] = [];
  const outcomes = locked.map((outcome): Outcome<TransferOrder> => {
    if ('refused' in outcome) return outcome;
    const { order } = outcome.done;
    if (!reserved.has(order.orderId)) {
      return refuse('StateForbids', `transfer order ${order.transferOrderNumber} cannot be picked: it waits for stock`);
    }
    started.push(outcome.done);
    return { done: { ...order, status: 'PICKING' } };
  });
  await startDemands(
    tx,
    started.map(({ order }) => ({ customerNo: order.customerNo, subject: order.orderId })),
  );
  await updateTransferOrderStatuses(
    tx,
    started.map(({ order: { customerNo, orderId } }) => ({ customerNo, orderId, status: 'PICKING' })),
  );
  for (const { work, order, at } of started) {
    recordTransferEvent(tx, 'picking', order, at, work, { warehouse: order.fromWarehouse });
  }
  return outcomes;
}
