/** SQL of holds. Queries take no locks: callers that change an order lock it. */
import type { Reader, Tx } from '../platform/db/db.ts';
import type { Hold, HoldOwner, HoldReason, OrderLine, OrderType } from './order.ts';
import { orderKeyColumns, orderKeys, type SalesOrderKey } from './order-store.ts';

/** Holds in force by order id. Orders without holds are omitted. */
export async function readHolds(reader: Reader, ids: readonly SalesOrderKey[]): Promise<Map<string, Hold[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<{
    order_id: string;
    reason: HoldReason;
    owner: HoldOwner;
    cause: string;
    description: string;
    ends_at: Temporal.Instant | null;
  }>(
    `select h.order_id, h.reason, h.owner, h.cause, h.description, h.ends_at
       from sales_order_holds h join ${orderKeys} using (customer_no, order_id)
      order by h.order_id, h.placed_at, h.reason, h.cause`,
    orderKeyColumns(ids),
  );
  const holds = new Map<string, Hold[]>();
  for (const { order_id, ends_at, ...hold } of rows) {
    const list = holds.get(order_id) ?? [];
    list.push(ends_at === null ? hold : { ...hold, endsAt: ends_at });
    holds.set(order_id, list);
  }
  return holds;
}

/** Identifies a hold of an order. */
export type HoldKey = Pick<Hold, 'reason' | 'owner' | 'cause'>;

export interface PlacedHold extends SalesOrderKey {
  readonly hold: Hold;
  readonly placedAt: Temporal.Instant;
}

/** Inserts holds. A hold that is in force gets the new description and end. */
export async function upsertHolds(tx: Tx, placed: readonly PlacedHold[]): Promise<void> {
  if (placed.length === 0) return;
  tx.send(
    `insert into sales_order_holds (customer_no, order_id, reason, owner, cause, description, placed_at, ends_at)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
                          $8::timestamptz[])
         on conflict (customer_no, order_id, reason, owner, cause) do update
            set description = excluded.description, ends_at = excluded.ends_at`,
    [
      ...orderKeyColumns(placed),
      placed.map((p) => p.hold.reason),
      placed.map((p) => p.hold.owner),
      placed.map((p) => p.hold.cause),
      placed.map((p) => p.hold.description),
      placed.map((p) => p.placedAt.toString()),
      placed.map((p) => p.hold.endsAt?.toString() ?? null),
    ],
  );
}

/** Deletes these holds of these orders. */
export async function deleteHolds(
  tx: Tx,
  ended: readonly (SalesOrderKey & { readonly hold: HoldKey })[],
): Promise<void> {
  if (ended.length === 0) return;
  await tx.rows(
    `delete from sales_order_holds h
      using unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as k (customer_no, order_id, reason, owner, cause)
      where (h.customer_no, h.order_id, h.reason, h.owner, h.cause) = (k.customer_no, k.order_id, k.reason, k.owner, k.cause)`,
    [
      ...orderKeyColumns(ended),
      ended.map((e) => e.hold.reason),
      ended.map((e) => e.hold.owner),
      ended.map((e) => e.hold.cause),
    ],
  );
}

/** Deletes all holds of these orders. */
export async function deleteAllHolds(tx: Tx, ids: readonly SalesOrderKey[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows(
    `delete from sales_order_holds h using ${orderKeys} where h.customer_no = k.customer_no and h.order_id = k.order_id`,
    orderKeyColumns(ids),
  );
}

/**
 * Ids of the customer's open orders after the order `after`, sorted by acceptance. They are the orders with holds and those
 * with due processing, so that no index of open orders is needed.
 */
export async function findOpenOrders(
  reader: Reader,
  customerNo: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select order_id
       from (select h.order_id from sales_order_holds h where h.customer_no = $1
              union
             select d.subject from due_work d where d.customer_no = $1 and d.step = 'sales_order.process') o
      where $2::uuid is null or order_id > $2
      order by order_id limit $3`,
    [customerNo, after ?? null, limit],
  );
  return rows.map((row) => row.order_id);
}

/** Ids of the customer's orders with an expired hold after the order `after`, sorted by acceptance. */
export async function findOrdersWithExpiredHolds(
  reader: Reader,
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

/** Orders of all customers with this hold after the order `after`, sorted by customer and acceptance. */
export async function findOrdersWithHold(
  reader: Reader,
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

/** The customers with open orders. */
export async function findCustomersWithOpenOrders(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string }>(
    `select c.customer_no from commit_counters c
      where exists (select 1 from sales_order_holds h where h.customer_no = c.customer_no)
         or exists (select 1 from due_work d where d.customer_no = c.customer_no and d.step = 'sales_order.process')
      order by c.customer_no`,
  );
  return rows.map((row) => row.customer_no);
}

/** Ids of the customer's orders on hold, sorted by acceptance. */
export async function findOrdersOnHold(reader: Reader, customerNo: string): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select o.order_id from sales_orders o
      where o.customer_no = $1
        and o.order_id in (select h.order_id from sales_order_holds h where h.customer_no = $1)
      order by o.queued_at, o.order_id`,
    [customerNo],
  );
  return rows.map((row) => row.order_id);
}

/** An order on hold as it is listed. */
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
  /** At least one. */
  readonly holds: readonly Pick<Hold, 'reason' | 'description'>[];
}

/** The orders that are still on hold, in the sequence given, with all their holds. */
export async function readOrdersOnHold(
  reader: Reader,
  customerNo: string,
  orderIds: readonly string[],
): Promise<OrderOnHold[]> {
  const rows = await reader.rows<{
    order_id: string;
    order_no: string;
    order_type: OrderType;
    order_date: string | null;
    requested_ship_date: Temporal.PlainDate | null;
    warehouse: string;
    carrier: string;
    service: string;
    lines: OrderLine[];
    holds: OrderOnHold['holds'];
  }>(
    `select o.order_id, o.order_no, o.order_type, d.document ->> 'orderDate' as order_date, o.requested_ship_date,
            o.warehouse, o.carrier, o.service, o.lines, h.holds
       from unnest($2::uuid[]) with ordinality as k (order_id, position)
       join sales_orders o on o.customer_no = $1 and o.order_id = k.order_id
      cross join lateral (
            select json_agg(json_build_object('reason', h.reason, 'description', h.description)
                            order by h.placed_at, h.reason, h.cause) as holds
              from sales_order_holds h where h.customer_no = $1 and h.order_id = k.order_id) h
       left join sales_order_details d on d.customer_no = $1 and d.order_id = k.order_id
      where h.holds is not null
      order by k.position`,
    [customerNo, orderIds],
  );
  return rows.map((row) => ({
    orderId: row.order_id,
    orderNo: row.order_no,
    orderType: row.order_type,
    orderDate: row.order_date ?? '',
    requestedShipDate: row.requested_ship_date ?? undefined,
    warehouse: row.warehouse,
    carrier: row.carrier,
    service: row.service,
    lines: row.lines,
    holds: row.holds,
  }));
}
