/** The overview: counts of orders that are late, held, short, to release and to ship, and the items that need a person. */
import type { DbReader } from '../platform/db/db.ts';
import { type BoundedOrderCount, countOrders } from './list-orders.ts';
import { emptyOrderFilter, type OrderListView } from './order-filter.ts';

/** The number of days, today the last, of which the overview shows what was accepted and what left. */
export const overviewDays = 14;
/** How many items that need a person the overview lists. */
export const maxAttentionItems = 20;

interface OverviewFigures {
  readonly late: BoundedOrderCount;
  readonly held: BoundedOrderCount;
  readonly short: BoundedOrderCount;
  readonly toRelease: BoundedOrderCount;
}

/** Counts the orders of the views; `warehouses` undefined: of all warehouses. */
export async function readOverviewFigures(
  reader: DbReader,
  warehouses: readonly string[] | undefined,
): Promise<OverviewFigures> {
  const count = (view: OrderListView) => countOrders(reader, { ...emptyOrderFilter, view, warehouses });
  const [late, held, short, toRelease] = await Promise.all([
    count('late'),
    count('held'),
    count('short'),
    count('to release'),
  ]);
  return { late, held, short, toRelease };
}

export interface OrdersToShipCount {
  readonly warehouse: string;
  readonly carrier: string;
  readonly service: string;
  readonly orders: number;
}

/** A warehouse and the day there. */
interface WarehouseDay {
  readonly warehouse: string;
  readonly today: Temporal.PlainDate;
}

/** Counts the orders without a hold that are to ship by the day of their warehouse, by warehouse, carrier and service. */
export async function countOrdersToShip(
  reader: DbReader,
  warehouses: readonly WarehouseDay[],
): Promise<OrdersToShipCount[]> {
  return await reader.rows<OrdersToShipCount>(
    `select o.warehouse, o.carrier, o.service, count(*)::int as orders
       from unnest($1::text[], $2::date[]) w (code, today)
       join order_index o on o.warehouse = w.code
      where o.is_unshipped and o.stage in ('to release', 'processing') and o.ship_date <= w.today
      group by 1, 2, 3`,
    [warehouses.map(({ warehouse }) => warehouse), warehouses.map(({ today }) => today)],
  );
}

interface AttentionItem {
  readonly customerNo: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly reason: string;
  readonly cause: string;
  readonly description: string;
  readonly since: Temporal.Instant;
}

/**
 * At most `top` items that need a person: first deliveries that no order announced, then orders with an Address or Customer Service hold
 * or with nothing left to ship. Each of the two groups is sorted, oldest first: deliveries by their end, orders by their acceptance.
 */
export async function readAttentionItems(
  reader: DbReader,
  warehouses: readonly string[] | undefined,
  top: number,
): Promise<AttentionItem[]> {
  const parked = await reader.rows<AttentionItem>(
    `select r.customer_no as "customerNo", r.receipt_id as "orderId", '' as "orderNo", 'Unannounced' as reason, '' as cause,
            'A delivery without an order stands at ' || r.place || '.' as description, r.ended_at as since
       from receipts r
      where r.state = 'parked' and ($1::text[] is null or r.warehouse = any ($1::text[]))
      order by r.ended_at, r.receipt_id limit $2`,
    [warehouses ?? null, top],
  );
  // The first condition is the predicate of a partial index.
  const ofOrders = await reader.rows<AttentionItem>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.order_no as "orderNo",
            coalesce(h.reason, 'Exception') as reason, coalesce(h.cause, '') as cause,
            coalesce(h.description, 'Nothing of it is left to ship.') as description,
            coalesce(h.placed_at, o.accepted_at) as since
       from order_index o
       left join lateral (
            select h.reason, h.cause, h.description, h.placed_at from sales_order_holds h
             where h.customer_no = o.customer_no and h.order_id = o.order_id
               and h.reason in ('Address', 'Customer Service')
             order by h.placed_at limit 1) h on true
      where o.is_unshipped and (o.hold_reasons && '{Address,"Customer Service"}' or o.stage = 'exception')
        and (h.reason is not null or o.stage = 'exception')
        and ($1::text[] is null or o.warehouse = any ($1::text[]))
      order by o.accepted_at, o.order_id limit $2`,
    [warehouses ?? null, top],
  );
  return [...parked, ...ofOrders].slice(0, top);
}
