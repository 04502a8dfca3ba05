/** Stock in bins and outside of them, across customers: for lists of the operator, put-away, moves, counts, picking and departures. */
import { primaryInventoryStatus } from '../contract/operator-settings.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { itemTextSql, toItemTextLikePattern, upcMatchesScannedCodeSql } from '../skus/index.ts';

/** An item of a customer in one inventory status. */
export interface ItemStatusKey {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly status: string;
}

/** Units of an item in a status at a warehouse, by where they are. */
export interface PlacementTotals extends ItemStatusKey {
  readonly onHand: number;
  /** Units that are recorded in bins. */
  readonly binned: number;
  /**
   * Units that are picked in a task that is not done or for orders that have not left, also of orders with a problem, whose bottles stay
   * aside; that orders that were taken back left in totes; or that a count that is not approved has confirmed as missing.
   */
  readonly picked: number;
  readonly description: string;
}

/** Units in no bin: units of the ledger less those recorded in bins or picked, at least 0. */
export const computeUnplacedUnits = ({
  onHand,
  binned,
  picked,
}: Pick<PlacementTotals, 'onHand' | 'binned' | 'picked'>): number => Math.max(0, onHand - binned - picked);

/** Undefined fields match everything. */
interface PlacementFilter {
  readonly warehouse: string;
  readonly customerNo?: string | undefined;
  readonly itemNo?: string | undefined;
}

/** States of orders whose bottles were taken out of bins and have not left. */
const heldStates = "('picked', 'short', 'packing', 'labeling', 'labeled', 'staged', 'manifested')";

/** The bottles that were put aside for the work `f` on an order with a problem, whatever is reserved for the order. */
const bottlesAside = 'jsonb_to_recordset(f.bottles_aside) as a ("itemNo" text, status text, units bigint)';

/** The statuses of a pick. One without any was made before they were stored. */
const drawnOfPick = `coalesce(e.pick -> 'drawn',
                              jsonb_build_array(jsonb_build_object('status', '${primaryInventoryStatus}', 'units', e.pick -> 'units')))`;

/**
 * One row per item and status with units on hand, in bins or picked. Units that a confirmed count found missing are deducted
 * before its approval. $1 warehouse.
 */
export const placementTotalsSql = (isWanted: (customer: string, item: string) => string): string => `
  select k.customer_no as "customerNo", k.item_no as "itemNo", k.status, sum(k.on_hand)::bigint as "onHand",
         sum(k.binned)::bigint as binned, sum(k.picked)::bigint as picked
    from (select b.customer_no, b.item_no, b.status, b.on_hand, 0::bigint as binned, 0::bigint as picked
            from balances b
           where b.warehouse = $1 and b.on_hand > 0 and ${isWanted('b.customer_no', 'b.item_no')}
          union all
          select c.customer_no, c.item_no, c.status, 0, c.quantity, 0
            from bin_contents c
           where c.warehouse = $1 and c.quantity > 0 and ${isWanted('c.customer_no', 'c.item_no')}
          union all
          select d.customer_no, d.item_no, d.status, 0, 0, d.quantity
            from floor_work f
            join demands d on d.customer_no = f.customer_no and d.subject = f.order_id and d.state = 'in_work'
           where f.warehouse = $1 and f.state in ${heldStates} and f.pick_task_id is not null
             and ${isWanted('f.customer_no', 'd.item_no')}
          union all
          select f.customer_no, a."itemNo", a.status, 0, 0, a.units
            from floor_work f
           cross join lateral ${bottlesAside}
           where f.warehouse = $1 and f.state = 'problem' and f.pick_task_id is not null
             and ${isWanted('f.customer_no', 'a."itemNo"')}
          union all
          select p.customer_no, p.item_no, p.status, 0, 0, p.units
            from (select q.customer_no, e.pick ->> 'itemNo' as item_no, s.status, s.units
                    from pick_tasks t
                    join pick_parts q on q.task_id = t.task_id
                   cross join lateral jsonb_array_elements(q.picks) as e (pick)
                   cross join lateral jsonb_to_recordset(${drawnOfPick}) as s (status text, units int)
                   where t.warehouse = $1 and t.state = 'picking') p
           where ${isWanted('p.customer_no', 'p.item_no')}
          union all
          select o.customer_no, o.item_no, o.status, 0, 0, o.units
            from tote_leftovers o
           where o.warehouse = $1 and ${isWanted('o.customer_no', 'o.item_no')}
          union all
          select l.customer_no, l.item_no, l.inventory_status, 0, 0, l.on_hand - l.counted
            from count_lines l
           where l.warehouse = $1 and l.is_open and l.is_confirmed and l.counted < l.on_hand
             and ${isWanted('l.customer_no', 'l.item_no')}) k
   group by 1, 2, 3`;

/** $2 customer or null, $3 item or null. */
const placement = placementTotalsSql(
  (customer, item) => `($2::text is null or ${customer} = $2) and ($3::text is null or ${item} = $3)`,
);

/** $2 customers and $3 their items. */
const placementOfItems = placementTotalsSql(
  (customer, item) => `(${customer}, ${item}) in (select * from unnest($2::text[], $3::text[]))`,
);

const described = (condition: string) => `select x.*, coalesce(s.description, '') as description
    from (${placement}) x left join skus s on s.customer_no = x."customerNo" and s.item_no = x."itemNo"
   where ${condition} order by 1, 2, 3 limit $4`;

/**
 * A page of the rows with units in no bin, and their number up to $6, in one pass: a row without an item when the page is
 * empty.
 */
const unplacedRows = `
  with unplaced as materialized (
    select x.*, coalesce(s.description, '') as description
      from (${placement}) x left join skus s on s.customer_no = x."customerNo" and s.item_no = x."itemNo"
     where x."onHand" > x.binned + x.picked and ($5 = '' or s.customer_no is not null and ${itemTextSql} like lower($5)))
  select p.*, c.counted
    from (select count(*)::int as counted from (select 1 from unplaced limit $6) u) c
    left join lateral (select u.* from unplaced u
                        where $7::text is null or (u."customerNo", u."itemNo", u.status) > ($7, $8, $9)
                        order by 1, 2, 3 limit $4) p on true
   order by 1, 2, 3`;
const isOverclaimed = 'x."onHand" < x.binned';
const overclaimedRows = described(
  `${isOverclaimed} and ($5::text is null or (x."customerNo", x."itemNo", x.status) > ($5, $6, $7))`,
);
const overclaimedOfItems = described(
  `${isOverclaimed} and (x."customerNo", x."itemNo", x.status) in (select * from unnest($5::text[], $6::text[], $7::text[]))`,
);
const allRows = described('true');

const itemOf = ({ warehouse, customerNo, itemNo }: PlacementFilter) => [warehouse, customerNo ?? null, itemNo ?? null];

interface UnplacedStockPageRequest {
  /** A part of the item's number, description or UPC. */
  readonly text: string;
  readonly after: ItemStatusKey | undefined;
  readonly limit: number;
  /** The rows are counted up to this number. */
  readonly maxCounted: number;
}

/** A page of the rows with units in no bin, by customer, item and status, and the number of such rows, counted up to `maxCounted`. */
export async function listUnplacedStock(
  reader: DbReader,
  filter: PlacementFilter,
  { text, after, limit, maxCounted }: UnplacedStockPageRequest,
): Promise<{ readonly rows: PlacementTotals[]; readonly counted: number }> {
  const found = await reader.rows<(PlacementTotals | { customerNo: null }) & { readonly counted: number }>(
    unplacedRows,
    [
      ...itemOf(filter),
      limit,
      text === '' ? '' : toItemTextLikePattern(text),
      maxCounted,
      ...[after?.customerNo ?? null, after?.itemNo ?? null, after?.status ?? null],
    ],
  );
  return { rows: found.filter((row) => row.customerNo !== null), counted: found[0]?.counted ?? 0 };
}

/** A page of the items of which bins record more units than the ledger has. */
export const listItemsWithExcessInBins = (
  reader: DbReader,
  warehouse: string,
  { after, limit }: { readonly after: ItemStatusKey | undefined; readonly limit: number },
): Promise<PlacementTotals[]> =>
  reader.rows<PlacementTotals>(overclaimedRows, [
    ...itemOf({ warehouse }),
    ...[limit, after?.customerNo ?? null, after?.itemNo ?? null, after?.status ?? null],
  ]);

/** Those of these items of which bins record more units than the ledger has. */
export const findItemsWithExcessInBins = (
  reader: DbReader,
  warehouse: string,
  items: readonly ItemStatusKey[],
): Promise<PlacementTotals[]> =>
  reader.rows<PlacementTotals>(overclaimedOfItems, [
    ...[...itemOf({ warehouse }), items.length, items.map(({ customerNo }) => customerNo)],
    ...[items.map(({ itemNo }) => itemNo), items.map(({ status }) => status)],
  ]);

/** The placement of one item by status, at most 100 rows. */
export const readPlacementTotalsOfItem = (
  reader: DbReader,
  filter: PlacementFilter & { readonly itemNo: string },
): Promise<PlacementTotals[]> => reader.rows<PlacementTotals>(allRows, [...itemOf(filter), 100]);

/** The placements of items by status, without their descriptions. */
export const readPlacementTotals = (
  reader: DbReader,
  warehouse: string,
  items: readonly Pick<ItemStatusKey, 'customerNo' | 'itemNo'>[],
): Promise<Omit<PlacementTotals, 'description'>[]> =>
  reader.rows(placementOfItems, [
    warehouse,
    items.map(({ customerNo }) => customerNo),
    items.map(({ itemNo }) => itemNo),
  ]);

/**
 * Units of items that are in boxes of orders that were packed without a picking task, at most: the records of bins and the units in no
 * bin still have them until the orders depart. By item and status, as far as there are any.
 */
export const readUnitsPackedWithoutPicking = (
  reader: DbReader,
  warehouse: string,
  items: readonly Pick<ItemStatusKey, 'customerNo' | 'itemNo'>[],
): Promise<(ItemStatusKey & { readonly units: number })[]> =>
  reader.rows(
    `select k.customer_no as "customerNo", k.item_no as "itemNo", k.status, sum(k.units)::bigint as units
       from (select d.customer_no, d.item_no, d.status, d.quantity as units
               from floor_work f
               join demands d on d.customer_no = f.customer_no and d.subject = f.order_id and d.state = 'in_work'
              where f.warehouse = $1 and f.state in ${heldStates} and f.pick_task_id is null
                and (f.boxes <> '[]' or f.is_repacked)
             union all
             select f.customer_no, a."itemNo", a.status, a.units
               from floor_work f
              cross join lateral ${bottlesAside}
              where f.warehouse = $1 and f.state = 'problem' and f.pick_task_id is null) k
      where (k.customer_no, k.item_no) in (select * from unnest($2::text[], $3::text[]))
      group by 1, 2, 3`,
    [warehouse, items.map(({ customerNo }) => customerNo), items.map(({ itemNo }) => itemNo)],
  );

/** Maximum number of items, of all customers, of which a scan of a code looks for stock. */
const maxItemsOfCode = 1_000;

const itemKeys = createRowSetSql({ customerNo: column.text(), itemNo: column.text() });

/**
 * Items with stock or recorded contents at a warehouse that a code may stand for, at most 50. The caller compares their
 * codes. Begins with the items of the code, so that a scan does not read all stock of the warehouse.
 */
export async function findScannedItemCandidates(
  reader: DbReader,
  warehouse: string,
  { text, code }: { readonly text: string; readonly code: string },
): Promise<{ readonly customerNo: string; readonly itemNo: string }[]> {
  const items = await reader.rows<{ readonly customerNo: string; readonly itemNo: string }>(
    `select s.customer_no as "customerNo", s.item_no as "itemNo" from skus s where upper(s.item_no) = $1
     union
     select s.customer_no, s.item_no from skus s where ${upcMatchesScannedCodeSql('$1')}
     union
     select s.customer_no, s.item_no from skus s where ${upcMatchesScannedCodeSql('$2')}
     union
     select c.customer_no, c.item_no from item_codes c where c.code in ($1, $2)
     limit ${maxItemsOfCode}`,
    [text, code],
  );
  if (items.length === 0) return [];
  return await reader.rows(
    `select b.customer_no as "customerNo", b.item_no as "itemNo"
       from ${itemKeys.from('k')} join balances b on ${itemKeys.match('b', 'k')}
      where b.warehouse = $${itemKeys.nextParameter} and b.on_hand > 0
     union
     select c.customer_no, c.item_no
       from ${itemKeys.from('k')} join bin_contents c on ${itemKeys.match('c', 'k')}
      where c.warehouse = $${itemKeys.nextParameter}
      order by 1, 2 limit 50`,
    [...itemKeys.values(items), warehouse],
  );
}

/** Units in each of these locations, of all items; without the locations in which no item is recorded. */
export async function sumUnitsByLocation(
  reader: DbReader,
  warehouse: string,
  locations: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.rows<{ location: string; units: number }>(
    `select c.location, sum(c.quantity) as units from bin_contents c
      where c.warehouse = $1 and c.location = any ($2::text[]) group by 1`,
    [warehouse, locations],
  );
  return new Map(rows.map(({ location, units }) => [location, units]));
}

/**
 * The codes of the first `limit` free pick locations and of the first `limit` free reserve locations, by walk order.
 * Nothing lies in them, and no item belongs to a pick face by its contents or a rule. A location of the reserve that was
 * emptied is free, whatever lay there.
 */
export async function findFreeLocations(reader: DbReader | Tx, warehouse: string, limit: number): Promise<string[]> {
  const rows = await reader.rows<{ location: string }>(
    `with taken as (select c.location, bool_or(c.quantity > 0) as is_filled from bin_contents c where c.warehouse = $1 group by 1
                    union all
                    select r.location, false from bin_rules r where r.warehouse = $1)
     select l.location from unnest(array['pick', 'reserve']) as k (kind)
      cross join lateral (select l.location, l.walk_order from locations l
                           where l.warehouse = $1 and l.kind = k.kind
                             and not exists (select from taken t where t.location = l.location and (t.is_filled or l.kind = 'pick'))
                           order by l.walk_order, l.location limit $2) l`,
    [warehouse, limit],
  );
  return rows.map(({ location }) => location);
}
