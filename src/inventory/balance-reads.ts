/** The SQL of GetStatus and GetSellable, and of the balances in events. */
import { hasMoreRecords, type PageRange } from '../lib/paging.ts';
import type { Db, DbReader } from '../platform/db/db.ts';
import { allConditionsSql, equalsAnySql, rawSql, runSql, type Sql, sql } from '../platform/db/sql.ts';
import {
  type ContinuedInventoryStatusPagination,
  findInventoryStatusPagination,
  hasSoldOutSinceSql,
  type InventoryStatusPagination,
  startInventoryStatusPagination,
} from './inventory-status-pagination.ts';

/** A page and the exact number of all rows. Counts only when the page does not show that it is the last one. */
async function readPageOf<Row>(
  reader: DbReader,
  page: PageRange,
  rows: Sql,
  count: Sql,
): Promise<{ rows: Row[]; total: number }> {
  const found = await runSql<Row>(reader, rows);
  const isLast = found.length < page.top && (found.length > 0 || page.skip === 0);
  if (isLast) return { rows: found, total: page.skip + found.length };
  return { rows: found, total: (await runSql<{ count: number }>(reader, count))[0]?.count ?? 0 };
}

/** Undefined filters match everything. */
interface InventoryStatusFilter {
  readonly warehouse: string | undefined;
  readonly itemNos: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  /** Includes rows without available stock. */
  readonly includeUnavailable: boolean;
}

/** The balance of an item at a warehouse in one inventory status. Quantities are in units. */
export interface InventoryBalanceRow {
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

interface InventoryStatusPage {
  readonly rows: readonly InventoryBalanceRow[];
  readonly total: number;
  /**
   * Set on the first of several pages when sold-out rows are left out: `insertInventoryStatusPagination` records it, so
   * that later pages skip no row.
   */
  readonly reading?: InventoryStatusPagination;
  /** Set on a later page: `updateInventoryStatusPagination` records that it was read. */
  readonly continued?: ContinuedInventoryStatusPagination;
}

/**
 * A page of a customer's balances, in the order of their insertion. Pages skip no row while rows sell out, as far as
 * `inventory-status-pagination.ts` says.
 */
export async function readInventoryBalancePage(
  db: Db,
  { customerNo, userKey }: { readonly customerNo: string; readonly userKey: string },
  filter: InventoryStatusFilter,
  page: PageRange,
): Promise<InventoryStatusPage> {
  return await db.snapshot(async (reader) => {
    if (filter.includeUnavailable) return await readStatusPage(reader, customerNo, filter, page, undefined);
    const by = { customerNo, userKey, filter };
    const continued = page.skip === 0 ? undefined : await findInventoryStatusPagination(reader, by, page.skip);
    const found = await readStatusPage(reader, customerNo, filter, page, continued);
    if (continued !== undefined) return { ...found, continued };
    if (page.skip > 0 || !hasMoreRecords(page, found.total)) return found;
    return { ...found, reading: await startInventoryStatusPagination(reader, customerNo) };
  });
}

const statusColumns = rawSql(
  `item_no as "itemNo", warehouse, status, on_hand as "onHand", reserved, back_ordered as "backOrdered",
   expected - in_transit as expected, in_transit as "inTransit"`,
);

/** All balances of a customer's items, also those without stock. */
export async function readItemBalances(
  reader: DbReader,
  customerNo: string,
  itemNos: readonly string[],
): Promise<InventoryBalanceRow[]> {
  return await runSql<InventoryBalanceRow>(
    reader,
    sql`select ${statusColumns} from balances where customer_no = ${customerNo} and ${equalsAnySql('item_no', itemNos)}`,
  );
}

async function readStatusPage(
  reader: DbReader,
  customerNo: string,
  filter: InventoryStatusFilter,
  page: PageRange,
  begun: InventoryStatusPagination | undefined,
): Promise<{ rows: InventoryBalanceRow[]; total: number }> {
  const { warehouse, itemNos, statuses, includeUnavailable } = filter;
  const available = sql`on_hand > reserved`;
  const matching = sql`from balances where ${allConditionsSql([
    sql`customer_no = ${customerNo}`,
    warehouse !== undefined && sql`warehouse = ${warehouse}`,
    itemNos && equalsAnySql('item_no', itemNos),
    statuses && equalsAnySql('status', statuses),
    !includeUnavailable && (begun === undefined ? available : sql`(${available} or ${hasSoldOutSinceSql(begun)})`),
  ])}`;
  return await readPageOf(
    reader,
    page,
    // In the order of insertion, so that pages are stable while stock moves (decision 15).
    sql`select ${statusColumns} ${matching} order by first_seq limit ${page.top} offset ${page.skip}`,
    sql`select count(*) as count ${matching}`,
  );
}

/**
 * Units available per item in these statuses at these warehouses, including 0 for items with any other balance.
 * `includeIncoming` adds inbound units that no backorder at the same warehouse needs.
 */
export async function readSellableQuantities(
  reader: DbReader,
  customerNo: string,
  where: {
    readonly warehouses: readonly string[];
    readonly statuses: readonly string[];
    readonly includeIncoming: boolean;
  },
  itemNos: readonly string[] | undefined,
): Promise<Map<string, number>> {
  // The status first: it excludes most rows.
  const counted = sql`${equalsAnySql('status', where.statuses)} and ${equalsAnySql('warehouse', where.warehouses)}`;
  const ofItems = itemNos === undefined ? sql`` : sql`and ${equalsAnySql('item_no', itemNos)}`;
  const available = sql`coalesce(sum(greatest(0, on_hand - reserved)) filter (where ${counted}), 0)`;
  const rows = await runSql<{ itemNo: string; sellable: number }>(
    reader,
    where.includeIncoming
      ? sql`select item_no as "itemNo", sum(units)::bigint as sellable
              from (select item_no, ${available} + ${incomingSql(counted)} as units
                      from balances left join (${waitingInOneStatusSql(customerNo)}) o using (item_no, warehouse, status)
                     where customer_no = ${customerNo} ${ofItems} group by item_no, warehouse) w
             group by item_no`
      : sql`select item_no as "itemNo", ${available}::bigint as sellable from balances
             where customer_no = ${customerNo} ${ofItems} group by item_no`,
  );
  return new Map(rows.map((row) => [row.itemNo, row.sellable]));
}

/** Waiting demands that only one status may fill, such as those of wholesale orders. */
const waitingInOneStatusSql = (customerNo: string): Sql =>
  sql`select item_no, warehouse, status, sum(quantity) as wanted from demands
       where customer_no = ${customerNo} and state = 'waiting' and statuses is null group by item_no, warehouse, status`;

/**
 * Inbound units without those that backorders need: first each status without the demands that only it may fill, then all of them
 * without the others, which count in the first of the statuses that may fill them.
 */
function incomingSql(counted: Sql): Sql {
  const inOneStatus = sql`greatest(0, expected - coalesce(wanted, 0))`;
  const inSeveral = sql`back_ordered - coalesce(wanted, 0)`;
  return sql`greatest(0, coalesce(sum(${inOneStatus} - (${inSeveral})) filter (where ${counted}), 0))`;
}
