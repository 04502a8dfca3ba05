/** What a stock-take of a warehouse still has to open, how far its counts are, and what it can cancel: SQL across customers. */
import type { DbReader } from '../platform/db/db.ts';
import { type ItemStatusKey, placementTotalsSql } from './list-placement.ts';

/** The part of a warehouse that is counted. Undefined fields match everything. */
export interface StockTakeScope {
  readonly warehouse: string;
  /** Only bins of this zone, and nothing that is in no bin. */
  readonly zone?: string | undefined;
  readonly customerNo?: string | undefined;
}

/** An item in a status at a place; '' for the units in no bin. */
export interface PlaceToCount extends ItemStatusKey {
  readonly location: string;
}

/**
 * The parameters of all statements on places: $1 warehouse, $2 zone or null, $3 customer or null, $4 to $7 the position after
 * which places are listed, or null.
 */
const placement = placementTotalsSql(
  (customer, item) =>
    `($3::text is null or ${customer} = $3) and ($4::text is null or (${customer}, ${item}) >= ($4, $5))`,
);

/** Places with recorded units, and '' for items with units in no bin. */
const allPlaces = `
  select b.customer_no, b.item_no, b.status, b.location
    from bin_contents b
    join locations l on l.warehouse = b.warehouse and l.location = b.location
   where b.warehouse = $1 and b.quantity > 0 and ($3::text is null or b.customer_no = $3)
     and ($2::text is null or upper(l.zone) = upper($2))
     and ($4::text is null or (b.customer_no, b.item_no) >= ($4, $5))
   union all
  select x."customerNo", x."itemNo", x.status, ''
    from (${placement}) x
   where $2::text is null and x."onHand" > x.binned + x.picked`;

/** The condition that a place is after the position. */
const isAfter = '($4::text is null or (w.customer_no, w.item_no, w.status, w.location) > ($4, $5, $6, $7))';

const scopeOf = ({ warehouse, zone, customerNo }: StockTakeScope) => [warehouse, zone ?? null, customerNo ?? null];

const positionOf = (after: PlaceToCount | undefined) => [
  ...[after?.customerNo ?? null, after?.itemNo ?? null, after?.status ?? null, after?.location ?? null],
];

/** The next places of a scope, at most `limit`, whether they are counted or not, by customer, item, status and location. */
export async function listStockTakePlaces(
  reader: DbReader,
  scope: StockTakeScope,
  { after, limit }: { readonly after: PlaceToCount | undefined; readonly limit: number },
): Promise<PlaceToCount[]> {
  return await reader.rows<PlaceToCount>(
    `select w.customer_no as "customerNo", w.item_no as "itemNo", w.status, w.location
       from (${allPlaces}) w where ${isAfter} order by 1, 2, 3, 4 limit $8`,
    [...scopeOf(scope), ...positionOf(after), limit],
  );
}

/**
 * How many items in a status, and places, are left to open after a position. The open count of an item takes further places until all of
 * its places are counted. Citus plans no correlated subquery beside a subquery of FROM, so the counts with open places are joined.
 */
export async function countStockTakePlacesLeftToOpen(
  reader: DbReader,
  scope: StockTakeScope,
  after: PlaceToCount | undefined,
): Promise<{ readonly items: number; readonly places: number }> {
  const [found] = await reader.rows<{ items: number; places: number }>(
    `select count(*)::int as items, coalesce(sum(i.places), 0)::int as places
       from (select count(*) as places
               from (${allPlaces}) w
               left join count_lines o on o.customer_no = w.customer_no and o.warehouse = $1 and o.item_no = w.item_no
                                      and o.inventory_status = w.status and o.is_open
               left join bin_counts p on p.customer_no = o.customer_no and p.count_id = o.count_id and p.location = w.location
               left join (select distinct t.customer_no, t.count_id from bin_counts t
                           where t.warehouse = $1 and t.is_open and ($3::text is null or t.customer_no = $3)) u
                      on u.customer_no = o.customer_no and u.count_id = o.count_id
              where ${isAfter} and (o.count_id is null or p.count_id is null and u.count_id is not null)
              group by w.customer_no, w.item_no, w.status) i`,
    [...scopeOf(scope), ...positionOf(after)],
  );
  return found ?? { items: 0, places: 0 };
}

/** How many tasks (an item in a status) of a warehouse are in each state. */
interface StockTakeProgress {
  /** No place was counted. */
  readonly open: number;
  /** Some places were counted, others not. */
  readonly begun: number;
  /** All places were counted with a difference, and are counted again. */
  readonly recount: number;
  readonly toApprove: number;
  /** Places that are to be counted now. */
  readonly places: number;
}

/** The lines of the open counts of a warehouse by state; zeros where none is open. */
export async function readStockTakeProgress(
  reader: DbReader,
  warehouse: string,
): Promise<StockTakeProgress | undefined> {
  const [progress] = await reader.rows<StockTakeProgress>(
    `select (count(*) filter (where l.times_counted = 0 and p.counted = 0))::int as open,
            (count(*) filter (where l.times_counted = 0 and p.counted > 0))::int as begun,
            (count(*) filter (where l.times_counted > 0 and not l.is_confirmed))::int as recount,
            (count(*) filter (where l.is_confirmed))::int as "toApprove", coalesce(sum(p.open), 0)::int as places
       from counts c
       join count_lines l on l.customer_no = c.customer_no and l.count_id = c.count_id
      cross join lateral (select count(*) filter (where b.is_open) as open, count(*) filter (where not b.is_open) as counted
                            from bin_counts b where b.customer_no = c.customer_no and b.count_id = c.count_id) p
      where c.open_warehouse = $1`,
    [warehouse],
  );
  return progress;
}

/** How many counts of a warehouse were closed since a time: approved, with or without differences, and canceled. */
export async function countClosedCounts(
  reader: DbReader,
  warehouse: string,
  since: Temporal.Instant,
): Promise<{ readonly done: number; readonly canceled: number }> {
  const [closed] = await reader.rows<{ done: number; canceled: number }>(
    `select (count(*) filter (where c.status = 'APPROVED'))::int as done,
            (count(*) filter (where c.status = 'CANCELED'))::int as canceled
       from counts c where c.warehouse = $1 and c.closed_at >= $2`,
    [warehouse, since],
  );
  return closed ?? { done: 0, canceled: 0 };
}

/** The zones of a warehouse, each once, ignoring letter case, at most 500. */
export async function listZones(reader: DbReader, warehouse: string): Promise<string[]> {
  const rows = await reader.rows<{ zone: string }>(
    `select min(l.zone) as zone from locations l where l.warehouse = $1 and l.zone <> '' group by upper(l.zone) order by 1 limit 500`,
    [warehouse],
  );
  return rows.map(({ zone }) => zone);
}

/** Open counts without a confirmed line, so that no difference waits for approval. */
const unfinished = `
  from counts c
  where c.open_warehouse = $1 and ($3::text is null or c.customer_no = $3)
    and not exists (select from count_lines l where l.customer_no = c.customer_no and l.count_id = c.count_id and l.is_confirmed)
    and ($2::text is null
         or exists (select from bin_counts p join locations z on z.warehouse = p.warehouse and z.location = p.location
                     where p.customer_no = c.customer_no and p.count_id = c.count_id and upper(z.zone) = upper($2)))`;

/**
 * The open counts of a scope without a confirmed line, so that no difference waits for approval, by customer and id, at
 * most `limit`. With a zone: those with a place in it, which may have places elsewhere too.
 */
export async function listUnfinishedCounts(
  reader: DbReader,
  scope: StockTakeScope,
  limit: number,
): Promise<{ readonly customerNo: string; readonly countId: string }[]> {
  return await reader.rows(
    `select c.customer_no as "customerNo", c.count_id as "countId" ${unfinished} order by 1, 2 limit $4`,
    [...scopeOf(scope), limit],
  );
}

/** The number of counts that `listUnfinishedCounts` lists without a limit. */
export async function countUnfinishedCounts(reader: DbReader, scope: StockTakeScope): Promise<number> {
  const [found] = await reader.rows<{ counts: number }>(`select count(*)::int as counts ${unfinished}`, scopeOf(scope));
  return found?.counts ?? 0;
}
