/** Cancelling open transfer orders, many at once (interface: States and transitions; decisions 6, 11, 12). */
import { releaseDemands } from '../inventory/index.ts';
import { present } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { SetWriter } from '../platform/lanes.ts';
import {
  changeIdentities,
  lockOpenTransferOrders,
  type TransferOrderChanged,
  type TransferOrderRequest,
} from './change.ts';
import { addReferences, releaseReferences } from './identity-store.ts';
import { tellTransfer } from './timeline.ts';
import { stateForbids, type TransferOrder } from './transfer-order.ts';
import { setStatuses } from './transfer-order-store.ts';

/**
 * One outcome per request, in their order. What the orders had reserved goes to those who wait; their names are free
 * again. Refusals as `lockOpenTransferOrders` gives them; of two requests for one order the second finds it cancelled.
 */
export async function cancelTransferOrders(
  tx: Tx,
  requests: readonly TransferOrderRequest[],
): Promise<Outcome<TransferOrderChanged>[]> {
  const locked = await lockOpenTransferOrders(tx, requests, 'cancelled');
  const cancelled = new Map<string, { order: TransferOrder; request: TransferOrderRequest }>();
  const outcomes = requests.map((request, index): Outcome<TransferOrderChanged> => {
    const outcome = present(locked[index], 'the outcome of a lock');
    if ('refused' in outcome) return outcome;
    const order = outcome.done;
    if (cancelled.has(order.orderId)) return stateForbids({ ...order, status: 'CANCELED' }, 'cancelled');
    cancelled.set(order.orderId, { order, request });
    return { done: { reference: request.reference } };
  });
  const entries = [...cancelled.values()];
  if (entries.length > 0) await write(tx, entries);
  return outcomes;
}

async function write(
  tx: Tx,
  entries: readonly { readonly order: TransferOrder; readonly request: TransferOrderRequest }[],
): Promise<void> {
  const orders = entries.map(({ order }) => order);
  const timeOf = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  await setStatuses(
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
    tellTransfer(tx, 'cancelled', order, timeOf(order.customerNo), request);
  }
}

/** The lane's writer of CancelTransferOrder. */
export const transferOrderCancellations: SetWriter<TransferOrderRequest, TransferOrderChanged> = {
  name: 'transfer-orders.cancel',
  maxMembers: 100,
  customerNo: (request) => request.customerNo,
  identities: changeIdentities,
  write: cancelTransferOrders,
};
