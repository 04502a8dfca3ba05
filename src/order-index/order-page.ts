/** Reads an order with all data that its page shows. */
import { readCustomerClock } from '../platform/clock.ts';
import type { DbReader } from '../platform/db/db.ts';
import { type LoggedEvent, readTimeline } from '../platform/log.ts';
import {
  findSalesOrderKeysBySelector,
  type OrderDetails,
  type PlacedHold,
  readOrderDetails,
  readSalesOrders,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { type Package, readPackageIdsMissingBottles, readPackages } from '../warehouse/index.ts';
import { readHoldsOfOrders } from './held-orders.ts';
import type { OrderIndexRow } from './index-row.ts';
import { readOrdersAsIndexRows } from './maintain.ts';

/** Maximum entries of the timeline; the newest ones are shown. */
const maxTimeline = 500;

export interface OrderWithHistory {
  readonly order: SalesOrder;
  /** The order's row in lists, computed from its current state. */
  readonly row: OrderIndexRow;
  /** Undefined when they were erased. */
  readonly details: OrderDetails | undefined;
  readonly holds: readonly PlacedHold[];
  /** What a label needs and the address lacks, as sentences; empty unless the recipient is the cause of a hold. */
  readonly missing: readonly string[];
  readonly packages: readonly Package[];
  /** The ids of those that were unpacked for a return that has not all of their bottles. */
  readonly missingBottles: ReadonlySet<string>;
  /** Whether people work, or have worked, on it at its warehouse. */
  readonly hasFloorWork: boolean;
  /** On the customer's clock. */
  readonly readAt: Temporal.Instant;
  /** Oldest first. */
  readonly timeline: readonly LoggedEvent[];
}

/** The order that one of its references names; undefined when the customer has none. Pass a snapshot, for one state of all. */
export async function readOrderWithHistory(
  reader: DbReader,
  customerNo: string,
  reference: string,
): Promise<OrderWithHistory | undefined> {
  const [found] = await findSalesOrderKeysBySelector(reader, [{ customerNo, reference }]);
  if (found === undefined || 'refused' in found) return undefined;
  const [order] = await readSalesOrders(reader, [found.ok]);
  const [row] = await readOrdersAsIndexRows(reader, [found.ok]);
  if (order === undefined || row === undefined) return undefined;
  const { orderId } = order;
  const { holds = [], missing = [] } = (await readHoldsOfOrders(reader, [order])).get(orderId) ?? {};
  return {
    order,
    row,
    details: (await readOrderDetails(reader, [order])).get(orderId),
    holds,
    missing,
    packages: await readPackages(reader, [order]),
    missingBottles: await readPackageIdsMissingBottles(reader, order),
    hasFloorWork: await hasFloorWork(reader, order),
    readAt: await readCustomerClock(reader, customerNo),
    timeline: await readTimeline(reader, customerNo, orderId, maxTimeline),
  };
}

async function hasFloorWork(
  reader: DbReader,
  { customerNo, orderId, warehouse }: Pick<SalesOrder, 'customerNo' | 'orderId' | 'warehouse'>,
): Promise<boolean> {
  const rows = await reader.rows('select from floor_work where customer_no = $1 and order_id = $2 and warehouse = $3', [
    customerNo,
    orderId,
    warehouse,
  ]);
  return rows.length > 0;
}
