/**
 * The work that was done for customers in a month, as the basis of invoices: orders that left, deliveries, returns,
 * storage.
 *
 * Orders are of the month of their ShipDate at their warehouse, as Orders/List shows it, and their boxes and bottles
 * are those that left; an order without boxes, of fees or of items that the winery ships itself, is not counted.
 * Deliveries are movements, without what was written off in transit, and storage is the balance at the end of each day,
 * both by the operator's time zone. Everything is read on one snapshot. The cost grows with what happened in the month,
 * not with the history.
 */

import { type DailyStockOnHand, readDailyStockOnHand } from '../inventory/index.ts';
import { startOfDay, startOfNextDay } from '../lib/dates.ts';
import type { DbReader } from '../platform/db/db.ts';

/** Days of one month, from `first` to `last` inclusive, and the time zone in which they begin. */
export interface DaysOfMonth {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  readonly timeZone: string;
}

/** The shipments for orders of one type. */
interface ShippedOrderTotals {
  readonly customerNo: string;
  readonly orderType: string;
  readonly orders: number;
  readonly boxes: number;
  readonly bottles: number;
  /** Orders that were to have an ice pack. */
  readonly icePacks: number;
  /** Boxes that carriers deliver to adults only. */
  readonly adultSignatures: number;
}

/** What a customer received in the month: purchase orders and transfers of which units arrived, and these units. */
interface ReceivedUnitTotals {
  readonly customerNo: string;
  readonly purchaseOrders: number;
  readonly purchaseUnits: number;
  readonly transfers: number;
  readonly transferUnits: number;
}

/** A customer's returns that arrived in the month, their boxes (at least one each) and the bottles found in them. */
interface ReturnedBoxTotals {
  readonly customerNo: string;
  readonly returns: number;
  readonly boxes: number;
  readonly bottles: number;
}

export interface MonthlyActivity {
  readonly shipped: readonly ShippedOrderTotals[];
  readonly received: Omit<ReceivedUnitTotals, 'customerNo'>;
  readonly returned: Omit<ReturnedBoxTotals, 'customerNo'>;
  readonly storage: readonly DailyStockOnHand[];
}

/** The sums of a customer's month: over all order types, and of the units on hand at the end of each day. */
export function sumShippingAndStorage({ shipped, storage }: Pick<MonthlyActivity, 'shipped' | 'storage'>) {
  const sum = (of: (row: ShippedOrderTotals) => number): number => shipped.reduce((total, row) => total + of(row), 0);
  return {
    orders: sum(({ orders }) => orders),
    boxes: sum(({ boxes }) => boxes),
    bottles: sum(({ bottles }) => bottles),
    icePacks: sum(({ icePacks }) => icePacks),
    adultSignatures: sum(({ adultSignatures }) => adultSignatures),
    unitDays: storage.reduce((total, { onHand }) => total + onHand, 0),
  };
}

/** `2026-11` in the operator's time zone; undefined when it is no month. */
export function parseMonth(text: string, timeZone: string): DaysOfMonth | undefined {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return undefined;
  const first = Temporal.PlainDate.from(`${text}-01`);
  return { first, last: first.with({ day: first.daysInMonth }), timeZone };
}

/** `2026-11` of a day. */
export const formatMonth = (day: Temporal.PlainDate): string => day.toString().slice(0, 7);

/** The days of the month up to today; undefined when it is to come. */
export function clipDaysOfMonthToToday(
  { first, last, timeZone }: DaysOfMonth,
  today: Temporal.PlainDate,
): DaysOfMonth | undefined {
  const end = Temporal.PlainDate.compare(last, today) > 0 ? today : last;
  return Temporal.PlainDate.compare(first, end) > 0 ? undefined : { first, last: end, timeZone };
}

/**
 * Reads the activity of customers in a month, in their order. `reader` has to be of a snapshot. Days after today have
 * no storage.
 */
export async function readMonthlyActivity(
  reader: DbReader,
  customers: readonly string[],
  month: DaysOfMonth,
  today: Temporal.PlainDate,
): Promise<MonthlyActivity[]> {
  const past = clipDaysOfMonthToToday(month, today);
  const [shipped, received, returned, storage] = await Promise.all([
    readShippedOrders(reader, customers, month),
    readReceivedUnits(reader, customers, month),
    readReturnedBoxes(reader, customers, month),
    past === undefined ? new Map<string, DailyStockOnHand[]>() : readDailyStockOnHand(reader, customers, past),
  ]);
  return customers.map((customerNo) => ({
    shipped: shipped.filter((row) => row.customerNo === customerNo),
    received: received.find((row) => row.customerNo === customerNo) ?? nothingReceived,
    returned: returned.find((row) => row.customerNo === customerNo) ?? nothingReturned,
    storage: storage.get(customerNo) ?? [],
  }));
}

const nothingReceived = { purchaseOrders: 0, purchaseUnits: 0, transfers: 0, transferUnits: 0 };
const nothingReturned = { returns: 0, boxes: 0, bottles: 0 };

async function readShippedOrders(
  reader: DbReader,
  customers: readonly string[],
  month: DaysOfMonth,
): Promise<ShippedOrderTotals[]> {
  return await reader.rows<ShippedOrderTotals>(
    `select o.customer_no as "customerNo", o.order_type as "orderType", count(*)::int as orders,
            sum(o.shipped_boxes)::int as boxes, sum(o.shipped_units)::bigint as bottles,
            count(*) filter (where o.has_ice_pack)::int as "icePacks", sum(o.adult_boxes)::int as "adultSignatures"
       from order_index o
      where o.customer_no = any ($1::text[]) and o.status = 'SHIPPED' and o.ship_date between $2 and $3 and o.shipped_boxes > 0
      group by o.customer_no, o.order_type order by o.customer_no, o.order_type`,
    [customers, month.first, month.last],
  );
}

/**
 * Units that arrived. A transfer is posted as `Transfer In` as it was shipped, and what is missing or too many as adjustments
 * of the order; one of which nothing arrived is not counted. Movements of archived months are kept as `archived_receipts`, which have the same sums.
 */
async function readReceivedUnits(
  reader: DbReader,
  customers: readonly string[],
  month: DaysOfMonth,
): Promise<ReceivedUnitTotals[]> {
  return await reader.rows<ReceivedUnitTotals>(
    `with received as (
       select m.customer_no, m.type, m.subject, m.quantity
         from movements m
        where m.customer_no = any ($1::text[]) and m.occurred_at >= $2 and m.occurred_at < $3
          and m.type in ('Purchase Order', 'Transfer In')
       union all
       select a.customer_no, a.type, a.subject, a.quantity
         from archived_receipts a
        where a.customer_no = any ($1::text[]) and a.occurred_at >= $2 and a.occurred_at < $3 and a.reason = ''
       union all
       select x.customer_no, 'Transfer In', x.subject, x.quantity
         from (select m.customer_no, m.subject, m.quantity
                 from movements m
                where m.customer_no = any ($1::text[]) and m.occurred_at >= $2 and m.occurred_at < $3
                  and m.type = 'Inventory Adjustment' and m.reference in ('TRANSFER-SHORT', 'TRANSFER-OVER')
                union all
               select a.customer_no, a.subject, a.quantity
                 from archived_receipts a
                where a.customer_no = any ($1::text[]) and a.occurred_at >= $2 and a.occurred_at < $3 and a.reason <> '') x
         join transfer_orders t on t.customer_no = any ($1::text[]) and t.customer_no = x.customer_no and t.order_id = x.subject),
          documents as (select customer_no, type, sum(quantity) as units from received group by customer_no, type, subject)
     select customer_no as "customerNo",
            count(*) filter (where type = 'Purchase Order')::int as "purchaseOrders",
            coalesce(sum(units) filter (where type = 'Purchase Order'), 0)::bigint as "purchaseUnits",
            count(*) filter (where type = 'Transfer In' and units <> 0)::int as transfers,
            coalesce(sum(units) filter (where type = 'Transfer In'), 0)::bigint as "transferUnits"
       from documents group by customer_no`,
    [customers, ...instantsOf(month)],
  );
}

async function readReturnedBoxes(
  reader: DbReader,
  customers: readonly string[],
  month: DaysOfMonth,
): Promise<ReturnedBoxTotals[]> {
  return await reader.rows<ReturnedBoxTotals>(
    `select r.customer_no as "customerNo", count(*)::int as returns,
            sum(greatest(1, cardinality(r.tracking_nos)))::int as boxes, coalesce(sum(f.bottles), 0)::int as bottles
       from returns r
      cross join lateral (select sum(f.quantity) as bottles from return_findings f
                           where f.customer_no = any ($1::text[]) and f.customer_no = r.customer_no and f.return_id = r.return_id) f
      where r.customer_no = any ($1::text[]) and r.received_at >= $2 and r.received_at < $3
      group by r.customer_no`,
    [customers, ...instantsOf(month)],
  );
}

const instantsOf = ({ first, last, timeZone }: DaysOfMonth): [Temporal.Instant, Temporal.Instant] => [
  startOfDay(first, timeZone),
  startOfNextDay(last, timeZone),
];
