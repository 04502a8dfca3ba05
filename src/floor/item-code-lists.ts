/** Lists the codes of items across customers. */
import type { DbReader } from '../platform/db/db.ts';
import type { ItemCodeKey, SavedItemCode } from './item-code-store.ts';

interface ItemCodeFilter {
  /** Undefined matches all customers; an undefined `itemNo` or `codes` matches all likewise. */
  readonly customers: readonly string[] | undefined;
  readonly itemNo: string | undefined;
  /** Codes in the form of `normalizeItemCode`. */
  readonly codes: readonly string[] | undefined;
}

const matchesCode = `($1::text[] is null or c.customer_no = any ($1)) and ($2::text is null or c.item_no = $2)
  and ($3::text[] is null or c.code = any ($3))`;

/** The codes that match, after a position, by customer, code and item; at most `limit`. */
export async function listItemCodes(
  reader: DbReader,
  { customers, itemNo, codes }: ItemCodeFilter,
  { after, limit }: { readonly after: ItemCodeKey | undefined; readonly limit: number },
): Promise<(SavedItemCode & { readonly description: string })[]> {
  return await reader.rows(
    `select c.customer_no as "customerNo", c.item_no as "itemNo", c.code, c.units, coalesce(s.description, '') as description
       from item_codes c left join skus s using (customer_no, item_no)
      where ${matchesCode} and (c.customer_no, c.code, c.item_no) > ($4, $5, $6)
      order by c.customer_no, c.code, c.item_no limit $7`,
    [
      ...[customers ?? null, itemNo ?? null, codes ?? null],
      ...[after?.customerNo ?? '', after?.code ?? '', after?.itemNo ?? '', limit],
    ],
  );
}

/** The number of codes that match, counted up to `limit`. */
export async function countItemCodes(
  reader: DbReader,
  { customers, itemNo, codes }: ItemCodeFilter,
  limit: number,
): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from item_codes c where ${matchesCode} limit $4) found`,
    [customers ?? null, itemNo ?? null, codes ?? null, limit],
  );
  return row?.count ?? 0;
}
