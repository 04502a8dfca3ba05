/** Pages and counts of balances across customers, by keyset: never by offset, and never counted without a bound. */
import type { Reader } from '../platform/db/db.ts';
import { itemTextLikePattern, itemTextSql } from '../skus/index.ts';
import type { StockKey } from './stock.ts';

/** Undefined and '' match everything. */
export interface BalanceFilter {
  readonly customers: readonly string[] | undefined;
  readonly items?: readonly string[] | undefined;
  readonly warehouses: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** A part of the item's number, description or UPC, in any letter case. */
  readonly text: string;
}

export interface ListedBalance extends StockKey {
  readonly onHand: number;
  readonly reserved: number;
  readonly backOrdered: number;
  /** On purchase orders, and on transfer orders in transit. */
  readonly expected: number;
  readonly description: string;
  readonly isRetired: boolean;
}

const from = 'from balances b left join skus s on s.customer_no = b.customer_no and s.item_no = b.item_no';

/** The condition of a filter, and its parameters: the first of the statement. */
function condition({ customers, items, warehouses, statuses, text }: BalanceFilter): {
  where: string;
  values: unknown[];
} {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (sql: (parameter: string) => string, value: unknown) => {
    values.push(value);
    conditions.push(sql(`$${values.length}`));
  };
  if (customers !== undefined) add((p) => `b.customer_no = any (${p}::text[])`, customers);
  if (items !== undefined) add((p) => `b.item_no = any (${p}::text[])`, items);
  if (warehouses !== undefined) add((p) => `b.warehouse = any (${p}::text[])`, warehouses);
  if (statuses !== undefined) add((p) => `b.status = any (${p}::text[])`, statuses);
  if (text !== '') add((p) => `${itemTextSql} like ${p}`, itemTextLikePattern(text));
  return { where: conditions.length === 0 ? 'true' : conditions.join(' and '), values };
}

/** At most `limit` balances after a balance, by customer, item, warehouse and status. */
export async function listBalances(
  reader: Reader,
  filter: BalanceFilter,
  { after, limit }: { readonly after: StockKey | undefined; readonly limit: number },
): Promise<ListedBalance[]> {
  const { where, values } = condition(filter);
  const n = values.length;
  return await reader.rows<ListedBalance>(
    `select b.customer_no as "customerNo", b.item_no as "itemNo", b.warehouse, b.status, b.on_hand as "onHand", b.reserved,
            b.back_ordered as "backOrdered", b.expected, coalesce(s.description, '') as description,
            s.retired_at is not null as "isRetired"
       ${from}
      where ${where} and (b.customer_no, b.item_no, b.warehouse, b.status) > ($${n + 1}, $${n + 2}, $${n + 3}, $${n + 4})
      order by b.customer_no, b.item_no, b.warehouse, b.status limit $${n + 5}`,
    [...values, after?.customerNo ?? '', after?.itemNo ?? '', after?.warehouse ?? '', after?.status ?? '', limit],
  );
}

/** The number of balances that match, counted up to `limit`. */
export async function countBalances(reader: Reader, filter: BalanceFilter, limit: number): Promise<number> {
  const { where, values } = condition(filter);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 ${from} where ${where} limit $${values.length + 1}) found`,
    [...values, limit],
  );
  return row?.count ?? 0;
}
