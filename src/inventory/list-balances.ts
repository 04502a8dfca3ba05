/** Pages and counts of balances across customers, by keyset: never by offset, and never counted without a bound. */
import type { DbReader } from '../platform/db/db.ts';
import { allConditionsSql, equalsAnySql, rawSql, runSql, type Sql, sql } from '../platform/db/sql.ts';
import { itemTextSql, toItemTextLikePattern } from '../skus/index.ts';
import type { StockKey } from './stock.ts';

/** Undefined and '' match everything. */
interface BalanceFilter {
  readonly customers: readonly string[] | undefined;
  readonly items?: readonly string[] | undefined;
  readonly warehouses: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** A part of the item's number, description or UPC, in any letter case. */
  readonly text: string;
}

interface ListedBalance extends StockKey {
  readonly onHand: number;
  readonly reserved: number;
  readonly backOrdered: number;
  /** On purchase orders, and on transfer orders in transit. */
  readonly expected: number;
  readonly description: string;
  readonly isRetired: boolean;
}

const from = rawSql('from balances b left join skus s on s.customer_no = b.customer_no and s.item_no = b.item_no');

function conditionSql({ customers, items, warehouses, statuses, text }: BalanceFilter): Sql {
  return allConditionsSql([
    customers && equalsAnySql('b.customer_no', customers),
    items && equalsAnySql('b.item_no', items),
    warehouses && equalsAnySql('b.warehouse', warehouses),
    statuses && equalsAnySql('b.status', statuses),
    text !== '' && sql`${rawSql(itemTextSql)} like lower(${toItemTextLikePattern(text)})`,
  ]);
}

/** At most `limit` balances after a balance, by customer, item, warehouse and status. */
export async function listBalances(
  reader: DbReader,
  filter: BalanceFilter,
  { after, limit }: { readonly after: StockKey | undefined; readonly limit: number },
): Promise<ListedBalance[]> {
  const { customerNo = '', itemNo = '', warehouse = '', status = '' } = after ?? {};
  return await runSql<ListedBalance>(
    reader,
    sql`select b.customer_no as "customerNo", b.item_no as "itemNo", b.warehouse, b.status, b.on_hand as "onHand", b.reserved,
               b.back_ordered as "backOrdered", b.expected, coalesce(s.description, '') as description,
               s.retired_at is not null as "isRetired"
          ${from}
         where ${conditionSql(filter)}
           and (b.customer_no, b.item_no, b.warehouse, b.status) > (${customerNo}, ${itemNo}, ${warehouse}, ${status})
         order by b.customer_no, b.item_no, b.warehouse, b.status limit ${limit}`,
  );
}

/** The number of balances that match, counted up to `limit`. */
export async function countBalances(reader: DbReader, filter: BalanceFilter, limit: number): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    reader,
    sql`select count(*) as count from (select 1 ${from} where ${conditionSql(filter)} limit ${limit}) found`,
  );
  return row?.count ?? 0;
}
