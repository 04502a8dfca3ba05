/** Pages and counts of items across customers. Pages are read by key, not by offset, and counts are bounded. */
import type { DbReader } from '../platform/db/db.ts';
import { allConditionsSql, equalsAnySql, rawSql, runSql, type Sql, sql } from '../platform/db/sql.ts';
import { itemTextSql, toItemTextLikePattern } from './item-text.ts';
import type { ItemCategory, ItemStockHolder, WineClassification } from './sku.ts';
import type { SkuKey } from './sku-store.ts';

export interface SkuListFilter {
  /** Undefined matches all. */
  readonly customers: readonly string[] | undefined;
  /** A part of the item's number, description or UPC, in any letter case; '' matches all. */
  readonly text: string;
  /** Undefined matches both. */
  readonly isRetired: boolean | undefined;
}

export interface ListedSku extends SkuKey {
  /** The reference of its creation, and its subject in the log. */
  readonly skuId: string;
  readonly description: string;
  readonly category: ItemCategory;
  readonly storage: ItemStockHolder;
  readonly vintage: string;
  readonly varietal: string;
  readonly hasUnknownVarietal: boolean;
  readonly appellation: string;
  /** Dollars of one unit. */
  readonly value: string;
  /** Percent; null when unknown. */
  readonly alcoholByVolume: string | null;
  readonly upcCode: string;
  readonly uom: string;
  readonly bottlesPerCase: number | null;
  readonly casesPerPallet: number | null;
  readonly classification: WineClassification | '';
  readonly comments: string;
  readonly createdAt: Temporal.Instant;
  readonly retiredAt: Temporal.Instant | null;
}

const columns = `s.customer_no as "customerNo", s.item_no as "itemNo", s.sku_id as "skuId", s.description, s.category, s.storage,
  s.vintage, s.varietal, s.has_unknown_varietal as "hasUnknownVarietal", s.appellation, s.value::text as value,
  s.alcohol_by_volume::text as "alcoholByVolume", s.upc_code as "upcCode", s.uom, s.bottles_per_case as "bottlesPerCase",
  s.cases_per_pallet as "casesPerPallet", s.classification, s.comments, s.created_at as "createdAt",
  s.retired_at as "retiredAt"`;

/** At most `limit` items that match the filter, after an item, by customer and item number. */
export async function listSkus(
  reader: DbReader,
  filter: SkuListFilter,
  { after, limit }: { readonly after: SkuKey | undefined; readonly limit: number },
): Promise<ListedSku[]> {
  const { customerNo = '', itemNo = '' } = after ?? {};
  return await runSql<ListedSku>(
    reader,
    sql`select ${rawSql(columns)} from skus s
         where ${conditionSql(filter)} and (s.customer_no, s.item_no) > (${customerNo}, ${itemNo})
         order by s.customer_no, s.item_no limit ${limit}`,
  );
}

/** How many items match, counted up to `limit`. */
export async function countSkus(reader: DbReader, filter: SkuListFilter, limit: number): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    reader,
    sql`select count(*) as count from (select 1 from skus s where ${conditionSql(filter)} limit ${limit}) found`,
  );
  return row?.count ?? 0;
}

/** An item with all its fields; undefined when the customer has none with this number. */
export async function readListedSku(reader: DbReader, { customerNo, itemNo }: SkuKey): Promise<ListedSku | undefined> {
  const [row] = await reader.rows<ListedSku>(
    `select ${columns} from skus s where s.customer_no = $1 and s.item_no = $2`,
    [customerNo, itemNo],
  );
  return row;
}

function conditionSql({ customers, text, isRetired }: SkuListFilter): Sql {
  return allConditionsSql([
    customers && equalsAnySql('s.customer_no', customers),
    text !== '' && sql`${rawSql(itemTextSql)} like lower(${toItemTextLikePattern(text)})`,
    isRetired !== undefined && rawSql(`s.retired_at is ${isRetired ? 'not ' : ''}null`),
  ]);
}
