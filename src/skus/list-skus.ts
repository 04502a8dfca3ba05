/** Pages and counts of items across customers. Pages are read by key, not by offset, and counts are bounded. */
import type { Reader } from '../platform/db/db.ts';
import { itemTextLikePattern, itemTextSql } from './item-text.ts';
import type { ItemCategory, ItemStorage, WineClassification } from './sku.ts';
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
  readonly storage: ItemStorage;
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

/** At most `limit` items after an item, by customer and item number. */
export async function listSkus(
  reader: Reader,
  filter: SkuListFilter,
  { after, limit }: { readonly after: SkuKey | undefined; readonly limit: number },
): Promise<ListedSku[]> {
  const { where, values } = condition(filter);
  const n = values.length;
  return await reader.rows<ListedSku>(
    `select ${columns} from skus s
      where ${where} and (s.customer_no, s.item_no) > ($${n + 1}, $${n + 2})
      order by s.customer_no, s.item_no limit $${n + 3}`,
    [...values, after?.customerNo ?? '', after?.itemNo ?? '', limit],
  );
}

/** How many items match, counted up to `limit`. */
export async function countSkus(reader: Reader, filter: SkuListFilter, limit: number): Promise<number> {
  const { where, values } = condition(filter);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from skus s where ${where} limit $${values.length + 1}) found`,
    [...values, limit],
  );
  return row?.count ?? 0;
}

/** An item with all its fields; undefined when the customer has none with this number. */
export async function readListedSku(reader: Reader, { customerNo, itemNo }: SkuKey): Promise<ListedSku | undefined> {
  const [row] = await reader.rows<ListedSku>(
    `select ${columns} from skus s where s.customer_no = $1 and s.item_no = $2`,
    [customerNo, itemNo],
  );
  return row;
}

function condition({ customers, text, isRetired }: SkuListFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions: string[] = [];
  if (customers !== undefined) conditions.push(`s.customer_no = any ($${values.push(customers)}::text[])`);
  if (text !== '') conditions.push(`${itemTextSql} like $${values.push(itemTextLikePattern(text))}`);
  if (isRetired !== undefined) conditions.push(`s.retired_at is ${isRetired ? 'not ' : ''}null`);
  return { where: conditions.length === 0 ? 'true' : conditions.join(' and '), values };
}
