/**
 * What GetStatus and GetSellable read: all SQL of the two queries. Every statement names the customer first.
 */
import { type SqlBool, sql } from 'kysely';
import type { Page } from '../lib/paging.ts';
import type { Db, Reader } from '../platform/db/db.ts';
import { equalsAny, runQuery, queryBuilder as untypedBuilder } from './query-builder.ts';

interface BalancesTable {
  customer_no: string;
  item_no: string;
  warehouse: string;
  status: string;
  on_hand: number;
  reserved: number;
  back_ordered: number;
  expected: number;
  in_transit: number;
  first_seq: number;
}

const queryBuilder = untypedBuilder.withTables<{ balances: BalancesTable }>();

/** One page and the exact number of all rows. The count is asked for only where the page does not tell it. */
async function readPageOf<Row>(
  db: Db,
  page: Page,
  rows: Parameters<typeof runQuery<Row>>[1],
  count: Parameters<typeof runQuery<{ count: number }>>[1],
): Promise<{ rows: Row[]; total: number }> {
  return await db.snapshot(async (reader) => {
    const found = await runQuery(reader, rows);
    const isLast = found.length < page.top && (found.length > 0 || page.skip === 0);
    if (isLast) return { rows: found, total: page.skip + found.length };
    return { rows: found, total: (await runQuery(reader, count))[0]?.count ?? 0 };
  });
}

const countOfAll = sql<number>`count(*)`.as('count');

/** Absent filters do not filter. */
export interface InventoryStatusFilter {
  readonly warehouse: string | undefined;
  readonly itemNos: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** Also rows with nothing available. */
  readonly includeUnavailable: boolean;
}

export interface InventoryStatusRow {
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly backOrdered: number;
  /** On live purchase orders and not yet received. */
  readonly expected: number;
}

/** A customer's balances by item, warehouse and status. */
export async function readInventoryStatus(
  db: Db,
  customerNo: string,
  filter: InventoryStatusFilter,
  page: Page,
): Promise<{ rows: InventoryStatusRow[]; total: number }> {
  let matching = queryBuilder.selectFrom('balances').where('customer_no', '=', customerNo);
  if (filter.warehouse !== undefined) matching = matching.where('warehouse', '=', filter.warehouse);
  if (filter.itemNos !== undefined) matching = matching.where(equalsAny('item_no', filter.itemNos));
  if (filter.statuses !== undefined) matching = matching.where(equalsAny('status', filter.statuses));
  if (!filter.includeUnavailable) matching = matching.where('on_hand', '>', sql.ref<number>('reserved'));
  return await readPageOf(
    db,
    page,
    matching
      .select([
        'item_no as itemNo',
        'warehouse',
        'status',
        'on_hand as onHand',
        'reserved',
        'back_ordered as backOrdered',
        sql<number>`expected - in_transit`.as('expected'),
      ])
      // In the order in which the rows appeared: pages stay as they are while stock is moving (decision 15).
      .orderBy('first_seq')
      .limit(page.top)
      .offset(page.skip),
    matching.select(countOfAll),
  );
}

/** What of each item is available in these statuses at these warehouses; every item that was ever stocked or expected. */
export async function readSellableQuantities(
  reader: Reader,
  customerNo: string,
  where: { readonly warehouses: readonly string[]; readonly statuses: readonly string[] },
  itemNos: readonly string[] | undefined,
): Promise<Map<string, number>> {
  // Few rows have such a status, so that is asked first.
  const counted = sql<SqlBool>`${equalsAny('status', where.statuses)} and ${equalsAny('warehouse', where.warehouses)}`;
  const sellable = sql<number>`coalesce(sum(greatest(0, on_hand - reserved)) filter (where ${counted}), 0)::bigint`;
  let query = queryBuilder
    .selectFrom('balances')
    .where('customer_no', '=', customerNo)
    .select(['item_no as itemNo', sellable.as('sellable')])
    .groupBy('item_no');
  if (itemNos !== undefined) query = query.where(equalsAny('item_no', itemNos));
  const rows = await runQuery(reader, query);
  return new Map(rows.map((row) => [row.itemNo, row.sellable]));
}
