/**
 * What happens to sales orders in the transaction in which stock arrives or disappears.
 *
 * Those that waited and now have it (decision 12): their Inventory hold ends and, when no other hold is left, they go on to
 * be processed. Those that had it and lost it (decision 10): before work they go back to an Inventory hold, in work
 * they go out short.
 */

import type { DemandOwner, LostReservation, ShortPick } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { customerTimes, scheduleDueWork } from '../platform/clock.ts';
import { systemContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { inventoryHoldDescription } from './holds.ts';
import { type OrderStatus, openStatus, type SalesOrder } from './order.ts';
import { inventoryHoldKey } from './order-acceptance.ts';
import {
  deleteHolds,
  lockSalesOrders,
  readHolds,
  updateOrderLines,
  updateOrderStatuses,
  upsertHolds,
} from './order-store.ts';
import { processingTime } from './processing-time.ts';
import { hasUnitsToShip, subtractShortPicks } from './short-picks.ts';

export const salesOrderDemandOwner: DemandOwner = {
  lock: async (tx, documents) => {
    await lockSalesOrders(tx, documents.map(orderKey));
  },
  backorderFilled: async (tx, filled) => {
    const filledOf = new Map(filled.map((f) => [f.subject, f]));
    const orders = await lockSalesOrders(tx, filled.map(orderKey));
    await deleteHolds(
      tx,
      orders.map((order) => ({ ...order, hold: inventoryHoldKey })),
    );
    const warehouseOf = (order: SalesOrder) => filledOf.get(order.orderId)?.warehouse;
    const moved = (order: SalesOrder) => filledOf.get(order.orderId)?.movedFrom !== undefined;
    const [elsewhere, arrived] = [orders.filter(moved), orders.filter((order) => !moved(order))];
    await releaseHeldOrders(tx, elsewhere, 'its stock disappeared where it was reserved', warehouseOf);
    await releaseHeldOrders(tx, arrived, 'stock arrived', warehouseOf);
  },
  reservationLost: holdLostReservations,
  shortPicked: shipShort,
};

/** Puts an Inventory hold on open orders that have lost their reservation. */
async function holdLostReservations(tx: Tx, fallen: readonly LostReservation[]): Promise<void> {
  const orders = await lockSalesOrders(tx, fallen.map(orderKey));
  if (orders.length === 0) return;
  const fallenOf = new Map(fallen.map((f) => [f.subject, f]));
  const timeOf = await customerTimes(tx, [...new Set(orders.map((o) => o.customerNo))]);
  const held = orders.map((order) => {
    const lost = assertPresent(fallenOf.get(order.orderId), `what order ${order.orderId} has lost`);
    return { order, lost, hold: { ...inventoryHoldKey, description: inventoryHoldDescription(lost.shortages) } };
  });
  await upsertHolds(
    tx,
    held.map(({ order, hold }) => ({ ...order, hold, placedAt: timeOf(order.customerNo) })),
  );
  const holds = await readHolds(tx, orders);
  const changed = held.map(({ order, lost }) => ({
    customerNo: order.customerNo,
    orderId: order.orderId,
    status: openStatus(holds.get(order.orderId) ?? []),
    warehouse: lost.warehouse,
  }));
  await updateOrderStatuses(tx, changed);
  for (const [index, { order, lost }] of held.entries()) {
    appendLog(tx, systemContext(order.customerNo, 'allocation'), {
      kind: 'sales_order.held',
      subject: order.orderId,
      occurredAt: timeOf(order.customerNo),
      data: {
        because: lost.because,
        posting: lost.posting,
        status: changed[index]?.status,
        warehouse: lost.warehouse,
        holds: [{ reason: inventoryHoldKey.reason, cause: inventoryHoldKey.cause }],
      },
    });
  }
}

/** Takes units off orders in work. One of which nothing is left to ship is an EXCEPTION: a person has to decide. */
async function shipShort(tx: Tx, picks: readonly ShortPick[]): Promise<void> {
  const orders = await lockSalesOrders(tx, picks.map(orderKey));
  if (orders.length === 0) return;
  const picksOf = Map.groupBy(picks, (pick) => pick.subject);
  const timeOf = await customerTimes(tx, [...new Set(orders.map((o) => o.customerNo))]);
  const changed = orders.map((order) => {
    const lines = subtractShortPicks(order.lines, picksOf.get(order.orderId) ?? []);
    const status: OrderStatus = hasUnitsToShip(lines) ? order.status : 'EXCEPTION';
    return { customerNo: order.customerNo, orderId: order.orderId, status, lines };
  });
  await updateOrderLines(tx, changed);
  for (const { customerNo, orderId, status } of changed) {
    const mine = assertPresent(picksOf.get(orderId), `what is short of order ${orderId}`);
    appendLog(tx, systemContext(customerNo, 'allocation'), {
      kind: 'sales_order.short_picked',
      subject: orderId,
      occurredAt: timeOf(customerNo),
      data: {
        because: mine[0]?.because,
        posting: mine[0]?.posting,
        status,
        short: mine.map(({ itemNo, quantity, status: inventoryStatus }) => ({ itemNo, quantity, inventoryStatus })),
      },
    });
  }
}

const orderKey = ({ customerNo, subject }: { customerNo: string; subject: string }) => ({
  customerNo,
  orderId: subject,
});

/**
 * Gives locked orders the status that their remaining holds leave them, and schedules those that are free. Call after
 * the holds that ended were taken away. Logs `sales_order.released`, or `sales_order.hold_ended` where holds remain.
 */
export async function releaseHeldOrders(
  tx: Tx,
  orders: readonly SalesOrder[],
  because: string,
  warehouseOf: (order: SalesOrder) => string | undefined = () => undefined,
): Promise<void> {
  if (orders.length === 0) return;
  const holds = await readHolds(tx, orders);
  const operator = await readOperatorSettings(tx);
  const timeOf = await customerTimes(tx, [...new Set(orders.map((o) => o.customerNo))]);
  const changed = orders.map((order) => ({
    ...order,
    status: openStatus(holds.get(order.orderId) ?? []),
    warehouse: warehouseOf(order) ?? order.warehouse,
  }));
  await updateOrderStatuses(tx, changed);
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
    appendLog(tx, systemContext(order.customerNo, 'allocation'), {
      kind: order.status === 'RECEIVED' ? 'sales_order.released' : 'sales_order.hold_ended',
      subject: order.orderId,
      occurredAt: timeOf(order.customerNo),
      data: { because, status: order.status, warehouse: order.warehouse },
    });
  }
}
