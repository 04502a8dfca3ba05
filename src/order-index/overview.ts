/** Figures of the overview: what is late, held, short, to release and shipped, and what comes in and leaves by day. */
import type { Reader } from '../platform/db/db.ts';
import { countOrders } from './list-orders.ts';
import { type OrderView, unfilteredOrders } from './order-filter.ts';

export type BoundedCount = number | '10,000+';

export interface Figures {
  readonly late: BoundedCount;
  readonly held: BoundedCount;
  readonly short: BoundedCount;
  readonly toRelease: BoundedCount;
  readonly shippedToday: number;
}

/** Counts of the views. `warehouses` undefined: of all. */
export async function readFigures(
  reader: Reader,
  warehouses: readonly string[] | undefined,
  today: Temporal.PlainDate,
): Promise<Figures> {
  const count = (view: OrderView) => countOrders(reader, { ...unfilteredOrders, view, warehouses });
  const [late, held, short, toRelease, [shipped]] = await Promise.all([
    count('late'),
    count('held'),
    count('short'),
    count('to release'),
    reader.rows<{ count: number }>(
      // Later days are those of test clocks.
      `select count(*) as count from order_index o
        where o.status = 'SHIPPED' and o.ship_date >= $1 and ($2::text[] is null or o.warehouse = any ($2::text[]))`,
      [today, warehouses ?? null],
    ),
  ]);
  return { late, held, short, toRelease, shippedToday: shipped?.count ?? 0 };
}

export interface DayFigures {
  readonly day: Temporal.PlainDate;
  readonly accepted: number;
  readonly shipped: number;
}

/** Orders accepted and shipped on each of the last `days` days, oldest first. */
export async function readDays(
  reader: Reader,
  warehouses: readonly string[] | undefined,
  { today, days, timeZone }: { readonly today: Temporal.PlainDate; readonly days: number; readonly timeZone: string },
): Promise<DayFigures[]> {
  const first = today.subtract({ days: days - 1 });
  const from = first.toZonedDateTime(timeZone).toInstant();
  const to = today.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  const rows = await reader.rows<{ day: Temporal.PlainDate; accepted: number; shipped: number }>(
    `select d.day, sum(d.accepted)::int as accepted, sum(d.shipped)::int as shipped
       from (select (o.accepted_at at time zone $3)::date as day, 1 as accepted, 0 as shipped
               from order_index o
              where o.accepted_at >= $1 and o.accepted_at < $2 and ($4::text[] is null or o.warehouse = any ($4::text[]))
              union all
             select o.ship_date, 0, 1 from order_index o
              where o.status = 'SHIPPED' and o.ship_date between $5 and $6
                and ($4::text[] is null or o.warehouse = any ($4::text[]))) d
      group by d.day`,
    [from, to, timeZone, warehouses ?? null, first, today],
  );
  const byDay = new Map(rows.map((row) => [row.day.toString(), row]));
  return Array.from({ length: days }, (_, nth) => {
    const day = first.add({ days: nth });
    const row = byDay.get(day.toString());
    return { day, accepted: row?.accepted ?? 0, shipped: row?.shipped ?? 0 };
  });
}

export interface WaitingOrders {
  readonly warehouse: string;
  readonly carrier: string;
  readonly service: string;
  readonly orders: number;
}

/** Orders without a hold that are to leave by a day, by warehouse, carrier and service. */
export async function readOrdersToShip(
  reader: Reader,
  warehouses: readonly string[] | undefined,
  today: Temporal.PlainDate,
): Promise<WaitingOrders[]> {
  return await reader.rows<WaitingOrders>(
    `select o.warehouse, o.carrier, o.service, count(*)::int as orders
       from order_index o
      where o.is_unshipped and o.stage in ('to release', 'processing') and o.ship_date <= $1
        and ($2::text[] is null or o.warehouse = any ($2::text[]))
      group by 1, 2, 3`,
    [today, warehouses ?? null],
  );
}

export interface AttentionItem {
  readonly customerNo: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly reason: string;
  readonly cause: string;
  readonly description: string;
  readonly since: Temporal.Instant;
}

/**
 * What a person must look at, oldest first: deliveries that no order announced, then holds that do not end by themselves, and orders
 * with nothing left to ship. Their number is bounded by the orders that are not shipped.
 */
export async function readAttentionItems(
  reader: Reader,
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
