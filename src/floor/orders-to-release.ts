/** Orders across customers that wait for their release, from the order index. Releasing an order locks it and reads it again. */
import { currentRealTime } from '../platform/clock.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';

/** Filter of waiting orders. Empty lists and undefined values match all orders, except `shipsBy`. */
export interface ReleaseFilter {
  readonly warehouse: string;
  readonly timeZone: string;
  /** Of the warehouse, 1 Monday to 7 Sunday. */
  readonly workingDays: readonly number[];
  readonly customers: readonly string[];
  readonly carriers: readonly string[];
  readonly services: readonly string[];
  readonly isOneUnit: boolean | undefined;
  readonly hasIcePack: boolean | undefined;
  /**
   * Only orders that are planned to leave on this day or before, and those without a planned day. Undefined: orders whose
   * requested day has come on their customer's clock; and orders without one when today is one of their ship days and a
   * working day of the warehouse, or on any day when all or none of its working days are their ship days. On a holiday a
   * release may be refused.
   */
  readonly shipsBy: Temporal.PlainDate | undefined;
}

/** A waiting order, with the attributes by which waves are formed. */
export interface ReleaseCandidate extends SalesOrderKey {
  readonly carrier: string;
  readonly service: string;
  readonly units: number;
  readonly hasIcePack: boolean;
}

/**
 * The day at the warehouse on the customer's clock. No subquery without tables: Citus permits only immutable functions in
 * these.
 */
const today = `(($8::timestamptz + coalesce(k.offset_ms, 0) * interval '1 millisecond') at time zone $9)::date`;

/**
 * Orders that wait for their release at a warehouse: received, without a hold. JIT orders wait for the scan of their label instead. The
 * index may be behind, as after many orders at once: it must not offer orders again that were released meanwhile.
 */
const waiting = `order_index o
  join sales_orders s on s.customer_no = o.customer_no and s.order_id = o.order_id
  left join customer_clocks k on k.customer_no = o.customer_no
 where o.warehouse = $1 and o.stage = 'to release' and o.order_type <> 'JIT' and s.status = 'RECEIVED'
   and ($2::text[] = '{}' or o.customer_no = any ($2)) and ($3::text[] = '{}' or o.carrier = any ($3))
   and ($4::text[] = '{}' or o.service = any ($4)) and ($5::boolean is null or (o.units = 1) = $5)
   and ($6::boolean is null or (s.ice_pack = 1) = $6)
   and case when $7::date is not null then coalesce(o.ship_date <= $7, true)
            when s.requested_ship_date is not null then s.requested_ship_date <= ${today}
            else s.ship_days = translate(s.ship_days, $10, '')
                 or translate($10, s.ship_days, '') = ''
                 or (position(extract(isodow from ${today})::text in s.ship_days) > 0
                     and position(extract(isodow from ${today})::text in $10) > 0) end`;

const waitingValues = (filter: ReleaseFilter): unknown[] => {
  const { warehouse, timeZone, workingDays, customers, carriers, services, isOneUnit, hasIcePack, shipsBy } = filter;
  return [
    ...[warehouse, customers, carriers, services, isOneUnit ?? null, hasIcePack ?? null],
    ...[shipsBy?.toString() ?? null, currentRealTime(), timeZone, workingDays.join('')],
  ];
};

/** At most `limit` waiting orders that match, oldest first. */
export async function listOrdersToRelease(
  reader: DbReader,
  filter: ReleaseFilter,
  limit: number,
): Promise<ReleaseCandidate[]> {
  return await reader.rows<ReleaseCandidate>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.carrier, o.service, o.units, s.ice_pack = 1 as "hasIcePack"
       from ${waiting} order by o.accepted_at, o.order_id limit $11`,
    [...waitingValues(filter), limit],
  );
}

interface ReleaseSums {
  readonly orders: number;
  readonly units: number;
  readonly lines: number;
}

/** The number of waiting orders that match, with their units and lines. */
export async function sumOrdersToRelease(reader: DbReader, filter: ReleaseFilter): Promise<ReleaseSums> {
  const [row] = await reader.rows<ReleaseSums>(
    `select count(*)::int as orders, coalesce(sum(o.units), 0)::int as units, coalesce(sum(o.lines), 0)::int as lines
       from ${waiting}`,
    waitingValues(filter),
  );
  return row ?? { orders: 0, units: 0, lines: 0 };
}

/**
 * The number of a warehouse's orders that wait for stock, and all their units that are to come from stock: a waiting order has none of them
 * reserved. `customers` empty: of all customers.
 */
export async function countOrdersWaitingForStock(
  reader: DbReader,
  warehouse: string,
  customers: readonly string[],
): Promise<{ readonly orders: number; readonly units: number }> {
  const [row] = await reader.rows<{ orders: number; units: number }>(
    `select count(*)::int as orders, coalesce(sum(o.short), 0)::int as units from order_index o
      where o.warehouse = $1 and o.stage = 'held' and 'Inventory' = any (o.hold_reasons)
        and ($2::text[] = '{}' or o.customer_no = any ($2))`,
    [warehouse, customers],
  );
  return row ?? { orders: 0, units: 0 };
}
