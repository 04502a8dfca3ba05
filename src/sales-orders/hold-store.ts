/** SQL that finds orders by their holds. Nothing here is locked: callers that change something lock it. */
import type { Reader } from '../platform/db/db.ts';
import type { Hold, OrderLine, OrderType } from './order.ts';
import type { HoldKey, SalesOrderKey } from './order-store.ts';

/**
 * Ids of the customer's orders that are on hold, or free and not yet taken up, in the order of their acceptance, after
 * the one named. Those that are free stand in the work that is due, so no index of open orders has to be kept.
 */
export async function findOpenOrders(
  reader: Reader,
  customerNo: string,
  after: string | undefined,
  most: number,
): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select order_id
       from (select h.order_id from sales_order_holds h where h.customer_no = $1
              union
             select d.subject from due_work d where d.customer_no = $1 and d.step = 'sales_order.process') o
      where $2::uuid is null or order_id > $2
      order by order_id limit $3`,
    [customerNo, after ?? null, most],
  );
  return rows.map((row) => row.order_id);
}

/** Ids of the customer's orders that have a hold whose time is over, in the order of their acceptance. */
export async function findOrdersWithExpiredHolds(
  reader: Reader,
  customerNo: string,
  now: Temporal.Instant,
  after: string | undefined,
  most: number,
): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select distinct h.order_id from sales_order_holds h
      where h.customer_no = $1 and h.ends_at <= $2 and ($3::uuid is null or h.order_id > $3)
      order by h.order_id limit $4`,
    [customerNo, now, after ?? null, most],
  );
  return rows.map((row) => row.order_id);
}

/** Orders of all customers that have this hold, after the one named, in the order of customers and of acceptance. */
export async function findOrdersWithHold(
  reader: Reader,
  { reason, owner, cause }: HoldKey,
  after: SalesOrderKey | undefined,
  most: number,
): Promise<SalesOrderKey[]> {
  const rows = await reader.rows<{ customer_no: string; order_id: string }>(
    `select h.customer_no, h.order_id from sales_order_holds h
      where h.reason = $1 and h.owner = $2 and h.cause = $3
        and ($4::text is null or (h.customer_no, h.order_id) > ($4, $5::uuid))
      order by h.customer_no, h.order_id limit $6`,
    [reason, owner, cause, after?.customerNo ?? null, after?.orderId ?? null, most],
  );
  return rows.map((row) => ({ customerNo: row.customer_no, orderId: row.order_id }));
}

/** The customers that have orders on hold, or free and not yet taken up. */
export async function findCustomersWithOpenOrders(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ customer_no: string }>(
    `select c.customer_no from commit_counters c
      where exists (select 1 from sales_order_holds h where h.customer_no = c.customer_no)
         or exists (select 1 from due_work d where d.customer_no = c.customer_no and d.step = 'sales_order.process')
      order by c.customer_no`,
  );
  return rows.map((row) => row.customer_no);
}

/** Ids of the customer's orders that are on hold, longest accepted first. */
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

/** An order on hold, with what is told about it. */
export interface OrderOnHold {
  readonly orderId: string;
  readonly orderNo: string;
  readonly orderType: OrderType;
  /** As sent; '' when not sent or erased. */
  readonly orderDate: string;
  readonly requestedShipDate: Temporal.PlainDate | undefined;
  readonly warehouse: string;
  readonly carrier: string;
  readonly service: string;
  readonly lines: readonly OrderLine[];
  /** At least one. */
  readonly holds: readonly Pick<Hold, 'reason' | 'description'>[];
}

/** Those of the orders that are on hold now, in the order given, with all of their holds. */
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
