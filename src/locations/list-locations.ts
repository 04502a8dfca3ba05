/**
 * Lists of locations and their contents across customers, how locations are used, and whether they are being counted. Pages are
 * read by key.
 */
import type { DbReader } from '../platform/db/db.ts';
import type { BinContentKey, Location, LocationKey } from './location.ts';

interface LocationFilter {
  /** Undefined fields match everything. */
  readonly warehouses: readonly string[] | undefined;
  readonly kinds: readonly string[] | undefined;
  /** The beginning of a code or the whole zone, in capital letters; '' matches all. */
  readonly text: string;
}

const matches = `($1::text[] is null or l.warehouse = any ($1)) and ($2::text[] is null or l.kind = any ($2))
  and ($3 = '' or starts_with(l.location, $3) or upper(l.zone) = $3)`;

const valuesOf = ({ warehouses, kinds, text }: LocationFilter): unknown[] => [warehouses ?? null, kinds ?? null, text];

export type LocationListPosition = Pick<Location, 'warehouse' | 'walkOrder' | 'location'>;

/** At most `limit` locations after a position, by warehouse, walk order and code. */
export async function listLocations(
  reader: DbReader,
  filter: LocationFilter,
  { after, limit }: { readonly after: LocationListPosition | undefined; readonly limit: number },
): Promise<Location[]> {
  return await reader.rows<Location>(
    `select l.warehouse, l.location, l.zone, l.walk_order as "walkOrder", l.kind, l.capacity from locations l
      where ${matches} and (l.warehouse, l.walk_order, l.location) > ($4, $5::int, $6)
      order by l.warehouse, l.walk_order, l.location limit $7`,
    [...valuesOf(filter), after?.warehouse ?? '', after?.walkOrder ?? -1, after?.location ?? '', limit],
  );
}

/** How many locations match, counted up to `limit`. */
export async function countLocations(reader: DbReader, filter: LocationFilter, limit: number): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*)::int as count from (select 1 from locations l where ${matches} limit $4) found`,
    [...valuesOf(filter), limit],
  );
  return row?.count ?? 0;
}

interface ListedBinContent extends LocationKey {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly status: string;
  readonly quantity: number;
  readonly description: string;
}

/** Maximum number of contents in one read. */
const maxContents = 50_000;

/** The contents of locations, at most 50,000 entries. */
export async function listBinContents(reader: DbReader, keys: readonly LocationKey[]): Promise<ListedBinContent[]> {
  return await reader.rows<ListedBinContent>(
    `select b.customer_no as "customerNo", b.warehouse, b.location, b.item_no as "itemNo", b.status, b.quantity,
            coalesce(s.description, '') as description
       from unnest($1::text[], $2::text[]) as k (warehouse, location)
       join bin_contents b on b.warehouse = k.warehouse and b.location = k.location
       left join skus s on s.customer_no = b.customer_no and s.item_no = b.item_no
      order by b.warehouse, b.location, b.customer_no, b.item_no, b.status limit ${maxContents}`,
    [keys.map(({ warehouse }) => warehouse), keys.map(({ location }) => location)],
  );
}

/** How a location is used: units lie in it or an item belongs there; a rule says when it is filled; it is a place of an open count. */
export interface LocationUse {
  readonly hasContents: boolean;
  readonly hasRule: boolean;
  readonly isBeingCounted: boolean;
}

const unused: LocationUse = { hasContents: false, hasRule: false, isBeingCounted: false };

/** How a location is used; all false when it is not. The caller has locked it. */
export async function readLocationUse(reader: DbReader, { warehouse, location }: LocationKey): Promise<LocationUse> {
  return (await readLocationUses(reader, warehouse, [location])).get(location) ?? unused;
}

/**
 * The use of these locations; those without any are left out. A record of 0 units counts as content (the item belongs there), except in
 * a reserve location, which is then empty. The caller has locked them.
 */
export async function readLocationUses(
  reader: DbReader,
  warehouse: string,
  locations: readonly string[],
): Promise<ReadonlyMap<string, LocationUse>> {
  if (locations.length === 0) return new Map();
  const rows = await reader.rows<LocationUse & { readonly location: string }>(
    `select u.location, bool_or(u.used = 'contents') as "hasContents", bool_or(u.used = 'rule') as "hasRule",
            bool_or(u.used = 'count') as "isBeingCounted"
       from (select c.location, 'contents' as used
               from bin_contents c join locations l on l.warehouse = c.warehouse and l.location = c.location
              where c.warehouse = $1 and c.location = any ($2::text[]) and (c.quantity > 0 or l.kind <> 'reserve')
             union all
             select r.location, 'rule' from bin_rules r where r.warehouse = $1 and r.location = any ($2::text[])
             union all
             select p.location, 'count' from counts o join bin_counts p on p.customer_no = o.customer_no and p.count_id = o.count_id
              where o.open_warehouse = $1 and p.location = any ($2::text[])) u
      group by u.location`,
    [warehouse, locations],
  );
  return new Map(rows.map(({ location, ...use }) => [location, use]));
}

/**
 * Returns, in an array of at most one, the first of these contents that was counted while other places of its count are still to be
 * counted. At the end of the count the found units are saved as differences from the records, so these are not set meanwhile. The caller
 * has locked their locations.
 */
export async function findFirstBinContentBeingCounted(
  reader: DbReader,
  warehouse: string,
  contents: readonly Omit<BinContentKey, 'warehouse'>[],
): Promise<Omit<BinContentKey, 'warehouse'>[]> {
  return await reader.rows(
    `select p.customer_no as "customerNo", p.location, p.item_no as "itemNo", p.status
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as k (customer_no, location, item_no, status)
       join bin_counts p on p.customer_no = k.customer_no and p.location = k.location and p.item_no = k.item_no
            and p.status = k.status and p.warehouse = $1 and not p.is_open
       join counts c on c.customer_no = p.customer_no and c.count_id = p.count_id and c.status = 'OPEN'
      where exists (select from bin_counts o where o.customer_no = p.customer_no and o.count_id = p.count_id and o.is_open)
      order by p.location, p.item_no limit 1`,
    [
      warehouse,
      ...(['customerNo', 'location', 'itemNo', 'status'] as const).map((name) => contents.map((each) => each[name])),
    ],
  );
}
