/** Reads orders with their holds, details and packages: a fixed number of statements on one snapshot. */
import { isWorkedWarehouse, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClock } from '../platform/clock.ts';
import type { DbReader } from '../platform/db/db.ts';
import {
  findOrderIdsWaitingToStart,
  findSalesOrdersByNumber,
  readHolds,
  readLeanOrderDetails,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { findOrderIdsWithStaleJitLabels } from '../shipping-labels/index.ts';
import { type CarrierMode, readPackages } from '../warehouse/index.ts';
import type { TrackedOrder, TrackingContext } from './tracking-record.ts';

interface TrackedOrders {
  readonly orders: readonly TrackedOrder[];
  readonly context: Omit<TrackingContext, 'timeZone'>;
}

/**
 * All orders with this number, canceled ones included, of all shipment keys, oldest first; with the time of the
 * customer's clock and the operator data.
 */
export async function findTrackedOrders(
  reader: DbReader,
  customerNo: string,
  orderNo: string,
  carriers: CarrierMode,
): Promise<TrackedOrders> {
  return await loadTrackedOrders(
    reader,
    customerNo,
    await findSalesOrdersByNumber(reader, customerNo, orderNo),
    carriers,
  );
}

/** Reads everything that the tracking records of a customer's orders show, in the given sequence. */
export async function loadTrackedOrders(
  reader: DbReader,
  customerNo: string,
  found: readonly SalesOrder[],
  carriers: CarrierMode,
): Promise<TrackedOrders> {
  // These statements do not depend on each other, so they are sent together.
  const [operator, detailsByOrder, holds, allPackages, now] = await Promise.all([
    readOperatorSettings(reader),
    readLeanOrderDetails(reader, found),
    readHolds(reader, found),
    readPackages(reader, found),
    readCustomerClock(reader, customerNo),
  ]);
  const packages = Map.groupBy(allPackages, (p) => p.orderId);
  const stale = await findOrderIdsWithStaleJitLabels(reader, found, carriers, now);
  const waiting = await findOrderIdsWaitingToStart(
    reader,
    found.filter(({ status, warehouse }) => status === 'RECEIVED' && isWorkedWarehouse(warehouse, operator)),
  );
  const orders = found.map((order) => ({
    order,
    details: detailsByOrder.get(order.orderId),
    holds: holds.get(order.orderId) ?? [],
    packages: packages.get(order.orderId) ?? [],
    needsNewLabel: stale.has(order.orderId),
    isWaiting: waiting.has(order.orderId),
  }));
  return { orders, context: { now, operator } };
}
