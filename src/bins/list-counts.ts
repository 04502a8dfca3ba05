/** Counts by place, across customers: places to be counted, and differences. */
import type { DbReader } from '../platform/db/db.ts';
import { type CountPlace, countPlaceTable } from './count-place-store.ts';
import type { ItemStatusKey } from './list-placement.ts';

/** Maximum number of rows in one read. */
const maxPlaces = 20_000;

const ofOpenCounts = 'join counts c on c.customer_no = p.customer_no and c.count_id = p.count_id';

/** Places that are to be counted now at a location ('' for the units in no bin), at most 20,000. */
export async function listPlacesToCountAt(
  reader: DbReader,
  warehouse: string,
  location: string,
): Promise<CountPlace[]> {
  return await countPlaceTable.rows<CountPlace>(
    reader,
    `select ${countPlaceTable.select('p')} from bin_counts p ${ofOpenCounts}
      where p.warehouse = $1 and p.location = $2 and p.is_open and c.status = 'OPEN'
      order by p.location, p.customer_no, p.item_no, p.status limit ${maxPlaces}`,
    [warehouse, location],
  );
}

/** A location in walk order; '' stands for the units in no bin. */
export interface CountWalkPosition {
  readonly walkOrder: number;
  readonly location: string;
}

/** All places that are to be counted now at the next `limit` locations of a warehouse with such places, in walk order. */
export async function listPlacesToCountInWalkOrder(
  reader: DbReader,
  warehouse: string,
  { after, limit }: { readonly after: CountWalkPosition | undefined; readonly limit: number },
): Promise<(CountPlace & CountWalkPosition & { readonly zone: string })[]> {
  return await countPlaceTable.rows(
    reader,
    `select ${countPlaceTable.select('p')}, k.zone, k.walk_order as "walkOrder"
       from (select distinct p.location, coalesce(l.zone, '') as zone, coalesce(l.walk_order, 0) as walk_order
               from bin_counts p ${ofOpenCounts} left join locations l on l.warehouse = p.warehouse and l.location = p.location
              where p.warehouse = $1 and p.is_open and c.status = 'OPEN'
                and ($2::int is null or (coalesce(l.walk_order, 0), p.location) > ($2, $3))
              order by 3, 1 limit $4) k
       join bin_counts p on p.warehouse = $1 and p.location = k.location and p.is_open
       ${ofOpenCounts} and c.status = 'OPEN'
      order by k.walk_order, k.location, p.customer_no, p.item_no, p.status`,
    [warehouse, after?.walkOrder ?? null, after?.location ?? null, limit],
  );
}

/** One place of the open count of each of these items; nothing for a count without places. */
export async function listOnePlacePerOpenCount(reader: DbReader, warehouse: string, items: readonly ItemStatusKey[]) {
  return await countPlaceTable.rows<CountPlace>(
    reader,
    `select distinct on (p.customer_no, p.item_no, p.status) ${countPlaceTable.select('p')}
       from unnest($2::text[], $3::text[], $4::text[]) as k (customer_no, item_no, status)
       join count_lines o on o.customer_no = k.customer_no and o.warehouse = $1 and o.item_no = k.item_no
                         and o.inventory_status = k.status and o.is_open
       join bin_counts p on p.customer_no = o.customer_no and p.count_id = o.count_id
      order by p.customer_no, p.item_no, p.status, p.location`,
    [
      warehouse,
      ...['customerNo', 'itemNo', 'status'].map((name) => items.map((item) => item[name as keyof ItemStatusKey])),
    ],
  );
}

/** A line of an open count. */
interface OpenCountLine extends ItemStatusKey {
  readonly countId: string;
  readonly warehouse: string;
  readonly description: string;
  readonly openedAt: Temporal.Instant;
  readonly timesCounted: number;
  readonly counted: number | null;
  readonly onHand: number | null;
  readonly isConfirmed: boolean;
}

/** The position of a line in the list of open counts. */
export type OpenCountLinePosition = Pick<
  OpenCountLine,
  'isConfirmed' | 'openedAt' | 'customerNo' | 'countId' | 'status' | 'itemNo'
>;

/**
 * At most `limit` lines of the open counts of warehouses (undefined: of all) after a position. Lines to be approved come first, each kind from
 * the oldest on.
 */
export async function listOpenCountLines(
  reader: DbReader,
  warehouses: readonly string[] | undefined,
  { after, limit }: { readonly after: OpenCountLinePosition | undefined; readonly limit: number },
): Promise<OpenCountLine[]> {
  return await reader.rows<OpenCountLine>(
    `select c.customer_no as "customerNo", c.count_id as "countId", c.warehouse, c.opened_at as "openedAt", l.item_no as "itemNo",
            l.inventory_status as status, coalesce(s.description, '') as description, l.times_counted as "timesCounted",
            l.counted, l.on_hand as "onHand", l.is_confirmed as "isConfirmed"
       from counts c
       join count_lines l on l.customer_no = c.customer_no and l.count_id = c.count_id
       left join skus s on s.customer_no = l.customer_no and s.item_no = l.item_no
      where c.open_warehouse is not null and ($1::text[] is null or c.open_warehouse = any ($1))
        and ($2::boolean is null
             or (not l.is_confirmed, c.opened_at, c.customer_no, c.count_id, l.inventory_status, l.item_no) > (not $2, $3, $4, $5, $6, $7))
      order by not l.is_confirmed, c.opened_at, c.customer_no, c.count_id, l.inventory_status, l.item_no limit $8`,
    [
      ...[warehouses ?? null, after?.isConfirmed ?? null, after?.openedAt ?? null, after?.customerNo ?? null],
      ...[after?.countId ?? null, after?.status ?? null, after?.itemNo ?? null, limit],
    ],
  );
}

/** The locations in which these items are recorded, by item, at most 20,000. */
export async function listLocationsOfItems(reader: DbReader, warehouse: string, items: readonly ItemStatusKey[]) {
  return await reader.rows<ItemStatusKey & { readonly location: string }>(
    `select b.customer_no as "customerNo", b.item_no as "itemNo", b.status, b.location
       from unnest($2::text[], $3::text[], $4::text[]) as k (customer_no, item_no, status)
       join bin_contents b on b.customer_no = k.customer_no and b.item_no = k.item_no and b.status = k.status and b.warehouse = $1
      order by 1, 2, 3, 4 limit ${maxPlaces}`,
    [
      warehouse,
      ...['customerNo', 'itemNo', 'status'].map((name) => items.map((item) => item[name as keyof ItemStatusKey])),
    ],
  );
}
