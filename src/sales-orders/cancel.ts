/** Canceling open sales orders, many at once (interface: States and transitions; decisions 6, 11, 12). */
import { releaseDemands } from '../inventory/index.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { cancellationWatchers } from './cancellation-watchers.ts';
import { lockOpenOrders, type OrderChangeRequest, orderChangeIdentities } from './change.ts';
import { releaseIdentities } from './identity-store.ts';
import { addSalesOrderReferences, deleteAllHolds, updateOrderStatuses } from './order-store.ts';

/** The reference of the request that changed the order. */
export interface ChangedOrder {
  readonly reference: string;
}

/**
 * Gathers CancelSalesOrder requests. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, `StateForbids`.
 * What the order had reserved goes to those who wait; its number is free again; its holds end.
 */
export const salesOrderCancellation: BatchWriter<OrderChangeRequest, ChangedOrder> = {
  name: 'sales-orders.cancel',
  maxItems: 200,
  customerNo: (request) => request.name.customerNo,
  identities: orderChangeIdentities,
  write: cancelSalesOrders,
};

export async function cancelSalesOrders(
  tx: Tx,
  requests: readonly OrderChangeRequest[],
): Promise<Outcome<ChangedOrder>[]> {
  const locked = await lockOpenOrders(tx, requests, 'canceled');
  // One order may be named twice in a set, by reference and by number: the second finds it canceled.
  const seen = new Set<string>();
  const canceled = locked.flatMap((outcome, index) => {
    if (!('done' in outcome) || seen.has(outcome.done.orderId)) return [];
    seen.add(outcome.done.orderId);
    return [{ order: outcome.done, request: requests[index] as OrderChangeRequest }];
  });
  const orders = canceled.map(({ order }) => order);
  await updateOrderStatuses(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, orderId, status: 'CANCELED' })),
  );
  await deleteAllHolds(tx, orders);
  await releaseIdentities(
    tx,
    orders.map(({ customerNo, orderNo, shipmentKey, orderId }) => ({
      customerNo,
      kind: 1,
      name: orderNo,
      shipmentKey,
      orderId,
    })),
  );
  await addSalesOrderReferences(
    tx,
    canceled.map(({ order, request }) => ({ ...order, reference: request.reference })),
  );
  for (const told of cancellationWatchers) await told(tx, orders);
  await releaseDemands(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const timeOf = await customerTimes(tx, [...new Set(orders.map((order) => order.customerNo))]);
  for (const { order, request } of canceled) {
    appendLog(tx, request, {
      kind: 'sales_order.canceled',
      subject: order.orderId,
      occurredAt: timeOf(order.customerNo),
      data: {
        orderNo: order.orderNo,
        was: order.status,
      },
    });
  }
  const done = new Set(canceled.map(({ request }) => request));
  return requests.map((request, index) => {
    const outcome = locked[index] as Outcome<unknown>;
    if ('refused' in outcome) return outcome;
    if (done.has(request)) return { done: { reference: request.reference } };
    return {
      refused: {
        code: 'StateForbids',
        reason: 'the order cannot be canceled: it is canceled (its state is CANCELED)',
      },
    };
  });
}
