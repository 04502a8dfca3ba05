/** All SQL of GetStatus and GetSellable. */
import { type SqlBool, sql } from 'kysely';
import { hasMore, type Page } from '../lib/paging.ts';
import type { Db, Reader } from '../platform/db/db.ts';
import { equalsAny, runQuery, queryBuilder as untypedBuilder } from './query-builder.ts';
import {
  type ContinuedReading,
  findStatusReading,
  readFirstPageState,
  type StatusReading,
  soldOutSince,
} from './status-readings.ts';

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

/** A page and the exact number of all rows. Counts only when the page does not show that it is the last one. */
async function readPageOf<Row>(
  reader: Reader,
  page: Page,
  rows: Parameters<typeof runQuery<Row>>[1],
  count: Parameters<typeof runQuery<{ count: number }>>[1],
): Promise<{ rows: Row[]; total: number }> {
  const found = await runQuery(reader, rows);
  const isLast = found.length < page.top && (found.length > 0 || page.skip === 0);
  if (isLast) return { rows: found, total: page.skip + found.length };
  return { rows: found, total: (await runQuery(reader, count))[0]?.count ?? 0 };
}

const countOfAll = sql<number>`count(*)`.as('count');

/** Undefined filters match everything. */
export interface InventoryStatusFilter {
  readonly warehouse: string | undefined;
  readonly itemNos: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** Includes rows without available stock. */
  readonly includeUnavailable: boolean;
}

export interface InventoryStatusRow {
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly backOrdered: number;
  /** On open purchase orders and not received. */
  readonly expected: number;
  /** On transfer orders that are in transit to the warehouse. */
  readonly inTransit: number;
}

export interface InventoryStatusPage {
  readonly rows: readonly InventoryStatusRow[];
  readonly total: number;
  /** Of a first page that rows can sell out after: `saveStatusReading` records it for the later pages. */
  readonly reading?: StatusReading;
  /** Of a later page: `advanceStatusReading` records that it was read. */
  readonly continued?: ContinuedReading;
}

/** A customer's balances by item, warehouse and status. Pages skip no row while rows sell out. */
export async function readInventoryStatus(
  db: Db,
  { customerNo, userKey }: { readonly customerNo: string; readonly userKey: string },
  filter: InventoryStatusFilter,
  page: Page,
): Promise<InventoryStatusPage> {
  return await db.snapshot(async (reader) => {
    if (filter.includeUnavailable) return await readStatusPage(reader, customerNo, filter, page, undefined);
    const by = { customerNo, userKey, filter };
    const continued = page.skip === 0 ? undefined : await findStatusReading(reader, by, page.skip);
    const found = await readStatusPage(reader, customerNo, filter, page, continued);
    if (continued !== undefined) return { ...found, continued };
    if (page.skip > 0 || !hasMore(page, found.total)) return found;
    return { ...found, reading: await readFirstPageState(reader, customerNo) };
  });
}

async function readStatusPage(
  reader: Reader,
  customerNo: string,
  filter: InventoryStatusFilter,
  page: Page,
  begun: StatusReading | undefined,
): Promise<{ rows: InventoryStatusRow[]; total: number }> {
  let matching = queryBuilder.selectFrom('balances').where('customer_no', '=', customerNo);
  if (filter.warehouse !== undefined) matching = matching.where('warehouse', '=', filter.warehouse);
  if (filter.itemNos !== undefined) matching = matching.where(equalsAny('item_no', filter.itemNos));
  if (filter.statuses !== undefined) matching = matching.where(equalsAny('status', filter.statuses));
  if (!filter.includeUnavailable) {
    const available = sql<SqlBool>`on_hand > reserved`;
    matching = matching.where(begun === undefined ? available : sql<SqlBool>`(${available} or ${soldOutSince(begun)})`);
  }
  return await readPageOf(
    reader,
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
        'in_transit as inTransit',
      ])
      // In the order of insertion, so that pages are stable while stock moves (decision 15).
      .orderBy('first_seq')
      .limit(page.top)
      .offset(page.skip),
    matching.select(countOfAll),
  );
}

/**
 * Units available per item in these statuses at these warehouses, including 0 for items with any other balance.
 * `includeIncoming` adds inbound units that no backorder needs.
 */
export async function readSellableQuantities(
  reader: Reader,
  customerNo: string,
  where: {
    readonly warehouses: readonly string[];
    readonly statuses: readonly string[];
    readonly includeIncoming: boolean;
  },
  itemNos: readonly string[] | undefined,
): Promise<Map<string, number>> {
  // The status first: it excludes most rows.
  const counted = sql<SqlBool>`${equalsAny('status', where.statuses)} and ${equalsAny('warehouse', where.warehouses)}`;
  const incoming = where.includeIncoming ? sql` + greatest(0, expected - back_ordered)` : sql``;
  const sellable = sql<number>`coalesce(sum(greatest(0, on_hand - reserved)${incoming}) filter (where ${counted}), 0)::bigint`;
  let query = queryBuilder
    .selectFrom('balances')
    .where('customer_no', '=', customerNo)
    .select(['item_no as itemNo', sellable.as('sellable')])
    .groupBy('item_no');
  if (itemNos !== undefined) query = query.where(equalsAny('item_no', itemNos));
  const rows = await runQuery(reader, query);
  return new Map(rows.map((row) => [row.itemNo, row.sellable]));
}
