/** Reads what is known of orders, to be tracked: a fixed number of statements on one snapshot. */
import { readOperatorData } from '../inventory/index.ts';
import { customerTime } from '../platform/clock.ts';
import type { Reader } from '../platform/db/db.ts';
import { findSalesOrders, readHolds, readSalesOrderDocuments } from '../sales-orders/index.ts';
import { readPackages } from '../warehouse/index.ts';
import type { TrackedOrder, TrackingView } from './tracking-record.ts';

/** Every order of the number, live and cancelled, of all shipment keys, oldest first; with the time of the customer's clock. */
export async function readTrackedOrders(
  reader: Reader,
  customerNo: string,
  orderNo: string,
): Promise<{ readonly orders: readonly TrackedOrder[]; readonly view: Omit<TrackingView, 'timeZone'> }> {
  const operator = await readOperatorData(reader);
  const found = await findSalesOrders(reader, customerNo, orderNo);
  const documents = await readSalesOrderDocuments(reader, found);
  const holds = await readHolds(reader, found);
  const packages = Map.groupBy(await readPackages(reader, found), (p) => p.orderId);
  const now = await customerTime(reader, customerNo);
  const orders = found.map((order) => ({
    order,
    document: documents.get(order.orderId),
    holds: holds.get(order.orderId) ?? [],
    packages: packages.get(order.orderId) ?? [],
  }));
  return { orders, view: { now, operator } };
}
