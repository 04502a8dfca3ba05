/** Canceling open transfer orders, many at once (interface: States and transitions; decisions 6, 11, 12). */
import { releaseDemands } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  changeIdentities,
  lockOpenTransferOrders,
  type TransferOrderChange,
  type TransferOrderChanged,
} from './change.ts';
import { addReferences, releaseReferences } from './identity-store.ts';
import { recordTransferEvent } from './timeline.ts';
import { type TransferOrder, transferStateForbids } from './transfer-order.ts';
import { updateTransferOrderStatuses } from './transfer-order-store.ts';

/**
 * One outcome per request, in their order. What the orders had reserved goes to those who wait; their names are free
 * again. Refusals as `lockOpenTransferOrders` gives them; of two requests for one order the second finds it canceled.
 */
export async function cancelTransferOrders(
  tx: Tx,
  requests: readonly TransferOrderChange[],
): Promise<Outcome<TransferOrderChanged>[]> {
  const locked = await lockOpenTransferOrders(tx, requests, 'canceled');
  const canceled = new Map<string, { order: TransferOrder; request: TransferOrderChange }>();
  const outcomes = requests.map((request, index): Outcome<TransferOrderChanged> => {
    const outcome = assertPresent(locked[index], 'the outcome of a lock');
    if ('refused' in outcome) return outcome;
    const order = outcome.done;
    if (canceled.has(order.orderId)) return transferStateForbids({ ...order, status: 'CANCELED' }, 'canceled');
    canceled.set(order.orderId, { order, request });
    return { done: { reference: request.reference } };
  });
  const entries = [...canceled.values()];
  if (entries.length > 0) await write(tx, entries);
  return outcomes;
}

async function write(
  tx: Tx,
  entries: readonly { readonly order: TransferOrder; readonly request: TransferOrderChange }[],
): Promise<void> {
  const orders = entries.map(({ order }) => order);
  const timeOf = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  await updateTransferOrderStatuses(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, orderId, status: 'CANCELED' })),
  );
  await releaseReferences(tx, orders);
  await addReferences(
    tx,
    entries.map(({ order, request }) => ({ ...order, reference: request.reference })),
  );
  await releaseDemands(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  for (const { order, request } of entries) {
    recordTransferEvent(tx, 'canceled', order, timeOf(order.customerNo), request);
  }
}

/** The lane's writer of CancelTransferOrder. */
export const transferOrderCancellations: BatchWriter<TransferOrderChange, TransferOrderChanged> = {
  name: 'transfer-orders.cancel',
  maxItems: 100,
  customerNo: (request) => request.customerNo,
  identities: changeIdentities,
  write: cancelTransferOrders,
};
