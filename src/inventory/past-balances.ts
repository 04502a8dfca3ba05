/**
 * Balances at the end of a past day (decision 15), from the opening balances of a month and the daily sums between its
 * beginning and the day, without reading the whole history.
 *
 * A day is one of the operator's time zone and includes the movements that occurred on it (`occurred_at`), whenever they were
 * posted. Opening balances go by the time of posting, so movements of later days are subtracted and missing ones of earlier days
 * are added.
 */
import { startOfDay } from '../lib/dates.ts';
import type { Db, DbReader } from '../platform/db/db.ts';
import { itemTextSql, toItemTextLikePattern } from '../skus/index.ts';
import { type DailyMovementRollupMark, readDailyMovementRollupMarks } from './rollups.ts';
import type { StockKey } from './stock.ts';

/** The units on hand of one balance at the end of a past day, with the description of the item. */
export interface PastBalance extends StockKey {
  readonly description: string;
  /** In units. */
  readonly onHand: number;
}

/** Undefined and '' match everything. */
export interface PastBalanceFilter {
  readonly warehouses: readonly string[] | undefined;
  /** A part of the item's number, description or UPC, in any letter case. */
  readonly text: string;
}

/** A day of the operator's time zone. */
export interface PastDay {
  readonly day: Temporal.PlainDate;
  readonly timeZone: string;
}

const everyBalance: PastBalanceFilter = { warehouses: undefined, text: '' };

/** A customer's stock on hand at the end of `day`, without balances of 0, by item, warehouse and status. */
export async function readBalancesAtDayEnd(
  db: Db,
  customerNo: string,
  day: Temporal.PlainDate,
  timeZone: string,
): Promise<PastBalance[]> {
  return await readBalancesOfCustomersAtDayEnd(db, [customerNo], { day, timeZone }, everyBalance);
}

/** The stock of several customers on hand at the end of a day, without balances of 0, by customer, item, warehouse and status. */
export async function readBalancesOfCustomersAtDayEnd(
  db: Db,
  customers: readonly string[],
  past: PastDay,
  filter: PastBalanceFilter,
): Promise<PastBalance[]> {
  return await db.snapshot(
    async (reader) => {
      const marks = await readDailyMovementRollupMarks(reader, customers, past.timeZone);
      const rolled = marks.filter(({ mark }) => mark > 0);
      const unrolled = marks.filter(({ mark }) => mark === 0);
      const found = [
        ...(await readBalancesAt(reader, rolled, past, filter)),
        ...(await readBalancesAt(reader, unrolled, past, filter)),
      ];
      return found.sort(compareStockKeys);
    },
    { customPlans: true },
  );
}

/** By customer, item, warehouse and status. */
export const compareStockKeys = (one: StockKey, other: StockKey): number =>
  compareTexts(one.customerNo, other.customerNo) ||
  compareTexts(one.itemNo, other.itemNo) ||
  compareTexts(one.warehouse, other.warehouse) ||
  compareTexts(one.status, other.status);

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** Whether daily sums take the place of the movements of a month: up to the mark, and where the movements are detached. */
const isSum = `($2[1] > 0 or d.month <= (select max(month) from movement_months where detached_at is not null))`;

/** Rolled-up movements are read as daily sums, the others one by one. Either all customers have a mark, or none has. */
async function readBalancesAt(
  reader: DbReader,
  customers: readonly DailyMovementRollupMark[],
  { day, timeZone }: PastDay,
  { warehouses, text }: PastBalanceFilter,
): Promise<PastBalance[]> {
  if (customers.length === 0) return [];
  const opening = await findOpeningBalanceMonth(reader, day);
  return await reader.rows<PastBalance>(
    `with marks as (select * from unnest($1::text[], $2::bigint[]) m (customer_no, mark)),
          -- By the primary key, customer by customer: ORDER BY keeps the planner from reading all movements for a join.
          rest as materialized (
       select r.* from marks k
        cross join lateral (select m.customer_no, m.item_no, m.warehouse, m.status, m.at, m.occurred_at, m.quantity from movements m
                             where m.customer_no = any ($1::text[]) and m.customer_no = k.customer_no and m.seq > k.mark order by m.seq) r),
          parts as (
       select customer_no, item_no, warehouse, status, quantity from opening_balances
        where customer_no = any ($1::text[]) and month = $3
        union all
       select d.customer_no, d.item_no, d.warehouse, d.status, -d.quantity from movement_days d
        where d.customer_no = any ($1::text[]) and ${isSum} and d.day > $4
          and d.month = any ($9::date[])
        union all
       select d.customer_no, d.item_no, d.warehouse, d.status, d.quantity from movement_days d
        where d.customer_no = any ($1::text[]) and ${isSum} and d.day <= $4 and d.month >= $3
        union all
       select customer_no, item_no, warehouse, status, case when at < $6 then -quantity else quantity end
         from rest
        where (at < $6 and occurred_at >= $5) or (at >= $6 and occurred_at < $5)),
          sums as (
       select customer_no, item_no, warehouse, status, sum(quantity)::bigint as on_hand
         from parts where $7::text[] is null or warehouse = any ($7)
        group by customer_no, item_no, warehouse, status having sum(quantity) <> 0)
     select b.customer_no as "customerNo", b.item_no as "itemNo", b.warehouse, b.status, b.on_hand as "onHand",
            coalesce(s.description, '') as description
       from sums b left join skus s on s.customer_no = b.customer_no and s.item_no = b.item_no and s.customer_no = any ($1::text[])
      where $8 = '' or ${itemTextSql} like lower($8)`,
    [
      customers.map(({ customerNo }) => customerNo),
      customers.map(({ mark }) => mark),
      opening,
      day,
      startOfDay(day.add({ days: 1 }), timeZone),
      startOfDay(opening, 'UTC'),
      warehouses ?? null,
      text === '' ? '' : toItemTextLikePattern(text),
      await closedMonths(reader, opening),
    ],
  );
}

const startOfHistory = Temporal.PlainDate.from('0001-01-01');

async function closedMonths(reader: DbReader, before: Temporal.PlainDate): Promise<Temporal.PlainDate[]> {
  const rows = await reader.rows<{ month: Temporal.PlainDate }>('select month from movement_months where month < $1', [
    before,
  ]);
  return rows.map(({ month }) => month);
}

/**
 * The first day of the latest month with opening balances that is not after `day`; the start of history when there is none. It may be
 * one of a detached month: its daily sums are kept.
 */
export async function findOpeningBalanceMonth(reader: DbReader, day: Temporal.PlainDate): Promise<Temporal.PlainDate> {
  const [closed] = await reader.rows<{ month: Temporal.PlainDate | null }>(
    `select (max(month) + interval '1 month')::date as month from movement_months where month < date_trunc('month', $1::date)`,
    [day],
  );
  return closed?.month ?? startOfHistory;
}
