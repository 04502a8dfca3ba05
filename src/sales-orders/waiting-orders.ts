/**
 * What happens to sales orders that waited for stock and now have it (decision 12): their Inventory hold ends and, when
 * no other hold is left, they go on to be processed, in the transaction in which the stock arrived.
 */
import { type DemandOwner, readOperatorData } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { customerTimes, scheduleDueWork } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { stockHold } from './judge.ts';
import { openStatus, type SalesOrder } from './order.ts';
import { endHolds, lockSalesOrders, readHolds, setSalesOrders } from './order-store.ts';
import { processingTime } from './processing-time.ts';

export const waitingSalesOrders: DemandOwner = {
  lock: async (tx, documents) => {
    await lockSalesOrders(tx, documents.map(orderKey));
  },
  filled: async (tx, filled) => {
    const warehouseOf = new Map(filled.map((f) => [f.subject, f.warehouse]));
    const orders = await lockSalesOrders(tx, filled.map(orderKey));
    await endHolds(
      tx,
      orders.map((order) => ({ ...order, hold: stockHold })),
    );
    await releaseOrders(tx, orders, 'stock arrived', (order) => warehouseOf.get(order.orderId));
  },
};

const orderKey = ({ customerNo, subject }: { customerNo: string; subject: string }) => ({
  customerNo,
  orderId: subject,
});

/**
 * Gives locked orders the status that their remaining holds leave them, and schedules those that are free. Call after
 * the holds that ended were taken away. Logs `sales_order.released`, or `sales_order.hold_ended` where holds remain.
 */
export async function releaseOrders(
  tx: Tx,
  orders: readonly SalesOrder[],
  because: string,
  warehouseOf: (order: SalesOrder) => string | undefined = () => undefined,
): Promise<void> {
  if (orders.length === 0) return;
  const holds = await readHolds(tx, orders);
  const operator = await readOperatorData(tx);
  const timeOf = await customerTimes(tx, [...new Set(orders.map((o) => o.customerNo))]);
  const changed = orders.map((order) => ({
    ...order,
    status: openStatus(holds.get(order.orderId) ?? []),
    warehouse: warehouseOf(order) ?? order.warehouse,
  }));
  await setSalesOrders(tx, changed);
  const free = changed.filter((order) => order.status === 'RECEIVED');
  await scheduleDueWork(
    tx,
    free.map((order) => ({
      customerNo: order.customerNo,
      dueAt: processingTime(order, timeOf(order.customerNo), operator),
      step: 'sales_order.process',
      subject: order.orderId,
    })),
  );
  for (const order of changed) {
    appendLog(tx, {
      customerNo: order.customerNo,
      kind: order.status === 'RECEIVED' ? 'sales_order.released' : 'sales_order.hold_ended',
      subject: order.orderId,
      reference: uuidv7(),
      occurredAt: timeOf(order.customerNo),
      operation: 'allocation',
      actor: 'system',
      data: { because, status: order.status, warehouse: order.warehouse },
    });
  }
}
