/** Reopens orders in work before they ship: cancels their packages and voids their labels. */
import { markDemandsReserved } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  type OrderStatus,
  readHolds,
  type SalesOrder,
  statusOfOpenOrder,
  updateOrderStatusesAndRoutes,
} from '../sales-orders/index.ts';
import {
  floorHooksPort,
  isLivePackage,
  lockPackagesOfOrders,
  logOrderEvents,
  updateRepackedPackages,
} from '../warehouse/index.ts';
import { clearJitLabelScans } from './jit/jit-label-store.ts';
import { lockLabelIntentsOfOrders } from './label-intent-store.ts';
import { collectRequestedServicesByOrderId } from './label-plan.ts';
import { voidLabelIntents } from './label-requests.ts';

/** A locked order to unpack, and the time on its customer's clock. */
export interface OrderToUnpack {
  readonly order: SalesOrder;
  readonly at: Temporal.Instant;
  /** Why, for the work on the floor. */
  readonly because: string;
  /**
   * Whether the bottles are taken out of the boxes and go back to the shelf. Absent: they stay in the boxes until the
   * problem is solved.
   */
  readonly isEmptied?: true;
}

/**
 * Unpacks locked orders. Their packages become CANCELED, their labels are voided, the scans of their JIT labels are
 * cleared, their stock stays reserved, and the carriers and services that they originally requested are restored. An
 * open order has no packages, and its stock and the work on the floor do not change. Returns the new statuses by order id,
 * which follow from the holds of the orders. The caller places holds before or after, so that processing does not start
 * again at once, and logs the change.
 */
export async function unpackOrders(tx: Tx, items: readonly OrderToUnpack[]): Promise<ReadonlyMap<string, OrderStatus>> {
  const orders = items.map(({ order }) => order);
  const intents = await lockLabelIntentsOfOrders(tx, orders);
  const live = Map.groupBy((await lockPackagesOfOrders(tx, orders)).filter(isLivePackage), (p) => p.orderId);
  const holds = await readHolds(tx, orders);
  await voidLabelIntents(tx, intents);
  clearJitLabelScans(tx, orders);
  const canceled = items.flatMap(({ order, at }) =>
    (live.get(order.orderId) ?? []).map((p) => ({ ...p, status: 'CANCELED' as const, items: [], lastActivityAt: at })),
  );
  updateRepackedPackages(tx, canceled);
  for (const { customerNo, orderId, packageNo, status, trackingNo, lastActivityAt } of canceled) {
    const data = { package: packageNo, status, trackingNo };
    logOrderEvents(tx, 'warehouse', lastActivityAt, [{ customerNo, orderId, kind: 'package.canceled', data }]);
  }
  const inWork = items.filter(({ order }) => order.status === 'PROCESSING ORDER');
  const packed = await tx.ports.get(floorHooksPort).reopened(
    tx,
    inWork.map(({ order: { customerNo, orderId }, at, because }) => ({ customerNo, orderId, at, note: because })),
  );
  markDemandsReserved(
    tx,
    inWork.map(({ order: { customerNo, orderId: subject }, isEmptied }) => ({
      customerNo,
      subject,
      isPacked: packed.has(subject) && isEmptied !== true,
    })),
  );
  const requestedOf = collectRequestedServicesByOrderId(intents);
  const statuses = orders.map(({ customerNo, orderId }) => ({
    customerNo,
    orderId,
    status: statusOfOpenOrder(holds.get(orderId) ?? []),
    ...requestedOf.get(orderId),
  }));
  await updateOrderStatusesAndRoutes(tx, statuses);
  return new Map(statuses.map(({ orderId, status }) => [orderId, status]));
}
