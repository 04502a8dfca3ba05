/**
 * SQL of holds, and of orders that are open or wait for a person. Queries take no locks: callers that change an order lock
 * it.
 */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { Hold, HoldOwner, HoldReason, OrderLine, OrderType } from './order.ts';
import type { SalesOrderKey } from './order-store.ts';

const holds = new Table(
  'sales_order_holds',
  {
    customerNo: column.text(),
    orderId: column.uuid(),
    reason: column.text<HoldReason>(),
    owner: column.text<HoldOwner>(),
    cause: column.text(),
    description: column.text(),
    placedAt: column.instant(),
    endsAt: column.optional(column.instant()),
  },
  ['customerNo', 'orderId', 'reason', 'owner', 'cause'],
);

const findHolds = holds.find({
  by: ['customerNo', 'orderId'],
  columns: ['orderId', 'reason', 'owner', 'cause', 'description', 'endsAt'],
  orderBy: 't.order_id, t.placed_at, t.reason, t.cause',
});

/** Holds in force by order id. Orders without holds are omitted. Those of an order in the sequence in which they were placed. */
export async function readHolds(reader: DbReader, keys: readonly SalesOrderKey[]): Promise<Map<string, Hold[]>> {
  const byOrder = new Map<string, Hold[]>();
  for (const { orderId, endsAt, ...hold } of await findHolds(reader, keys)) {
    const held = byOrder.get(orderId) ?? [];
    held.push(endsAt === undefined ? hold : { ...hold, endsAt });
    byOrder.set(orderId, held);
  }
  return byOrder;
}

/** Identifies a hold of an order. */
export type HoldKey = Pick<Hold, 'reason' | 'owner' | 'cause'>;

export interface PlacedHold extends SalesOrderKey, Hold {
  readonly placedAt: Temporal.Instant;
}

/** Inserts holds. A hold that is in force gets the new description and end. */
export const upsertHolds: (tx: Tx, placed: readonly PlacedHold[]) => void = holds.upsert({
  set: ['description', 'endsAt'],
});

/** Deletes these holds of these orders. */
export const deleteHolds: (tx: Tx, ended: readonly (SalesOrderKey & HoldKey)[]) => void = holds.delete();

/** Deletes all holds of these orders. */
export const deleteAllHolds: (tx: Tx, keys: readonly SalesOrderKey[]) => void = holds.delete({
  by: ['customerNo', 'orderId'],
});

/**
 * Ids of the customer's open orders after the order `after`, sorted, at most `limit`. An open order has holds, or its processing is
 * due, or it was due and waits for a person; so no index of all open orders is needed. Closed orders whose due work remains are among
 * them.
 */
export async function findPossiblyOpenOrderIds(
  reader: DbReader,
  customerNo: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select order_id
       from (select h.order_id from sales_order_holds h where h.customer_no = $1
              union
             select d.subject from due_work d where d.customer_no = $1 and d.step = 'sales_order.process'
              union
             select w.order_id from sales_orders w
              where w.customer_no = $1 and w.is_waiting and w.status = 'RECEIVED') o
      where $2::uuid is null or order_id > $2
      order by order_id limit $3`,
    [customerNo, after ?? null, limit],
  );
  return rows.map((row) => row.order_id);
}

/** Ids of the customer's orders with an expired hold after the order `after`, sorted, at most `limit`. */
export async function findOrderIdsWithExpiredHolds(
  reader: DbReader,
  customerNo: string,
  now: Temporal.Instant,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select distinct h.order_id from sales_order_holds h
      where h.customer_no = $1 and h.ends_at <= $2 and ($3::uuid is null or h.order_id > $3)
      order by h.order_id limit $4`,
    [customerNo, now, after ?? null, limit],
  );
  return rows.map((row) => row.order_id);
}

/** Orders of all customers with this hold after the order `after`, sorted by customer and id, at most `limit`. */
export async function findOrdersWithHold(
  reader: DbReader,
  { reason, owner, cause }: HoldKey,
  after: SalesOrderKey | undefined,
  limit: number,
): Promise<SalesOrderKey[]> {
  const rows = await reader.rows<{ customer_no: string; order_id: string }>(
    `select h.customer_no, h.order_id from sales_order_holds h
      where h.reason = $1 and h.owner = $2 and h.cause = $3
        and ($4::text is null or (h.customer_no, h.order_id) > ($4, $5::uuid))
      order by h.customer_no, h.order_id limit $6`,
    [reason, owner, cause, after?.customerNo ?? null, after?.orderId ?? null, limit],
  );
  return rows.map((row) => ({ customerNo: row.customer_no, orderId: row.order_id }));
}

/** The customers for which `findPossiblyOpenOrderIds` finds an order, sorted. */
export async function findCustomersWithPossiblyOpenOrders(reader: DbReader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string }>(
    `select c.customer_no from commit_counters c
      where exists (select 1 from sales_order_holds h where h.customer_no = c.customer_no)
         or exists (select 1 from due_work d where d.customer_no = c.customer_no and d.step = 'sales_order.process')
         or exists (select 1 from sales_orders w
                     where w.customer_no = c.customer_no and w.is_waiting and w.status = 'RECEIVED')
      order by c.customer_no`,
  );
  return rows.map((row) => row.customer_no);
}

/** All customers: one without open orders may be creating the first with rules that have changed. */
export async function listHoldReviewCustomers(reader: DbReader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string }>(
    'select customer_no from commit_counters order by customer_no',
  );
  return rows.map((row) => row.customer_no);
}

/** The customers with orders that wait for a person at a warehouse. */
export async function findCustomersWithOrdersWaitingAtWarehouse(
  reader: DbReader,
  warehouse: string,
): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string }>(
    `select c.customer_no from commit_counters c
      where exists (select 1 from sales_orders w
                     where w.customer_no = c.customer_no and w.is_waiting and w.status = 'RECEIVED' and w.warehouse = $1)
      order by c.customer_no`,
    [warehouse],
  );
  return rows.map((row) => row.customer_no);
}

/** Ids of the customer's orders that wait for a person at a warehouse, after the order `after`, at most `limit`. */
export async function findOrderIdsWaitingAtWarehouse(
  reader: DbReader,
  customerNo: string,
  warehouse: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select w.order_id from sales_orders w
      where w.customer_no = $1 and w.is_waiting and w.status = 'RECEIVED' and w.warehouse = $2
        and ($3::uuid is null or w.order_id > $3)
      order by w.order_id limit $4`,
    [customerNo, warehouse, after ?? null, limit],
  );
  return rows.map((row) => row.order_id);
}

/** Ids of the customer's orders on hold, sorted by acceptance. */
export async function findOrderIdsOnHold(reader: DbReader, customerNo: string): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select o.order_id from sales_orders o
      where o.customer_no = $1
        and o.order_id in (select h.order_id from sales_order_holds h where h.customer_no = $1)
      order by o.queued_at, o.order_id`,
    [customerNo],
  );
  return rows.map((row) => row.order_id);
}

/** An order in the form of the list of orders on hold. */
export interface OrderOnHold {
  readonly orderId: string;
  readonly orderNo: string;
  readonly orderType: OrderType;
  /** As sent; '' when it was not sent or is erased. */
  readonly orderDate: string;
  readonly requestedShipDate: Temporal.PlainDate | undefined;
  readonly warehouse: string;
  readonly carrier: string;
  readonly service: string;
  readonly lines: readonly OrderLine[];
  /** Empty once it is no longer on hold. */
  readonly holds: readonly Pick<Hold, 'reason' | 'description'>[];
}

/** The orders that are still on hold, in the sequence given, with all their holds. */
export async function readOrdersOnHold(
  reader: DbReader,
  customerNo: string,
  orderIds: readonly string[],
): Promise<OrderOnHold[]> {
  return (await readOrdersOnOrOffHold(reader, customerNo, orderIds)).filter(({ holds: inForce }) => inForce.length > 0);
}

/** These orders in the form of the list of orders on hold, in the given sequence, also those that are no longer on hold. */
export async function readOrdersOnOrOffHold(
  reader: DbReader,
  customerNo: string,
  orderIds: readonly string[],
): Promise<OrderOnHold[]> {
  const rows = await reader.rows<
    Omit<OrderOnHold, 'orderDate' | 'requestedShipDate'> & {
      readonly orderDate: string | null;
      readonly requestedShipDate: Temporal.PlainDate | null;
    }
  >(
    `select o.order_id as "orderId", o.order_no as "orderNo", o.order_type as "orderType",
            d.document ->> 'orderDate' as "orderDate", o.requested_ship_date as "requestedShipDate",
            o.warehouse, o.carrier, o.service, o.lines, coalesce(h.holds, '[]') as holds
       from unnest($2::uuid[]) with ordinality as k (order_id, position)
       join sales_orders o on o.customer_no = $1 and o.order_id = k.order_id
      cross join lateral (
            select json_agg(json_build_object('reason', h.reason, 'description', h.description)
                            order by h.placed_at, h.reason, h.cause) as holds
              from sales_order_holds h where h.customer_no = $1 and h.order_id = k.order_id) h
       left join sales_order_details d on d.customer_no = $1 and d.order_id = k.order_id
      order by k.position`,
    [customerNo, orderIds],
  );
  return rows.map((row) => ({
    ...row,
    orderDate: row.orderDate ?? '',
    requestedShipDate: row.requestedShipDate ?? undefined,
  }));
}

const findPlacedHolds = holds.find({
  by: ['customerNo', 'orderId'],
  columns: ['customerNo', 'orderId', 'reason', 'owner', 'cause', 'description', 'placedAt', 'endsAt'],
  orderBy: 't.order_id, t.placed_at, t.reason, t.cause',
});

/** Holds in force with the time at which they were placed, by order id. Orders without holds are omitted. */
export async function readPlacedHolds(
  reader: DbReader,
  keys: readonly SalesOrderKey[],
): Promise<Map<string, PlacedHold[]>> {
  const placed = (await findPlacedHolds(reader, keys)).map(
    ({ endsAt, ...hold }): PlacedHold => (endsAt === undefined ? hold : { ...hold, endsAt }),
  );
  return Map.groupBy(placed, ({ orderId }) => orderId);
}
