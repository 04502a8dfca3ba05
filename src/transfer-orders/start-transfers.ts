/** Starts work on transfer orders, in batches: from then on they can be neither updated nor canceled. */
import { documentKeyOfOrder, statusRefusal } from '../documents/index.ts';
import { markDemandsInWork, readDemands } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { TransferOrder } from './transfer-order.ts';
import {
  type LockedTransferStepRequest,
  lockOrdersOfTransferSteps,
  numberedTransferOrderStore,
  type TransferStepRequest,
} from './transfer-order-changes.ts';
import { updateTransferOrderStatuses } from './transfer-order-store.ts';

/**
 * OPEN orders with a reservation become PICKING. From then on a loss of stock does not release the reservation, but may reduce
 * it (short pick). One outcome per request, in their order. Refusals, in order of precedence: `NotFound`; `StateForbids` unless
 * the order is OPEN, or when it is backordered.
 */
export async function startTransfers(
  tx: Tx,
  requests: readonly TransferStepRequest[],
): Promise<Outcome<TransferOrder>[]> {
  const locked = await lockOrdersOfTransferSteps(tx, requests, { statuses: ['OPEN'], verb: 'picked' });
  const open = locked.flatMap((outcome) => ('ok' in outcome ? [outcome.ok.order] : []));
  const documents = open.map(documentKeyOfOrder);
  const reserved = new Set(
    (await readDemands(tx, documents)).filter((row) => row.state === 'reserved').map((row) => row.subject),
  );
  const started: LockedTransferStepRequest<TransferStepRequest>[] = [];
  const outcomes = locked.map((outcome): Outcome<TransferOrder> => {
    if ('refused' in outcome) return outcome;
    const { order } = outcome.ok;
    if (!reserved.has(order.orderId)) {
      return statusRefusal(
        `Transfer order ${order.customerReferenceNo}`,
        'picked',
        `${order.status}, waiting for stock`,
      );
    }
    started.push(outcome.ok);
    return { ok: { ...order, status: 'PICKING' } };
  });
  const orders = started.map(({ order }) => order);
  markDemandsInWork(tx, orders.map(documentKeyOfOrder));
  updateTransferOrderStatuses(
    tx,
    orders.map((order) => ({ ...order, status: 'PICKING' })),
  );
  for (const { request, order, at } of started) {
    numberedTransferOrderStore.record(tx, 'picking', order, at, request, { warehouse: order.fromWarehouse });
  }
  return outcomes;
}
