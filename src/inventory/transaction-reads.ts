/**
 * Reads GetTransactions: a page of a customer's movements in the order of commits and the exact number of matches, on histories of
 * any length (decision 15). Of a divisible extent, at most `maxSkippedRows` skipped rows are read.
 */
import { type PageRange, selectRangesOfPage } from '../lib/paging.ts';
import { readWithCustomPlans } from '../platform/db/custom-plans.ts';
import type { Db, DbReader } from '../platform/db/db.ts';
import { equalsAnySql, runSql, type Sql, sql } from '../platform/db/sql.ts';
import {
  type InventoryTransactionFilter,
  type MovementSeqRange,
  movementAttributeFilterSql,
  movementsPostedInMonthsSql,
  movementTimeFilterSql,
  readFinerMovementSeqRanges,
  readMovementSeqRanges,
} from './movement-seq-ranges.ts';
import { finestRollupLevel } from './rollups.ts';
import type { MovementType } from './stock.ts';

export type { InventoryTransactionFilter };

export interface InventoryTransactionRow {
  /** Milliseconds since 1970. */
  readonly occurredAtMs: number;
  readonly itemNo: string;
  readonly itemDescription: string;
  readonly itemUnit: string;
  readonly alcoholPercentage: string;
  readonly warehouse: string;
  readonly status: string;
  /** Signed, in units. */
  readonly quantity: number;
  readonly type: MovementType;
  readonly reference: string;
  readonly poNumber: string;
  readonly orderType: string;
  /** Null when the movement has no name, or it was erased. */
  readonly shipToName: string | null;
}

interface TransactionPage {
  readonly rows: InventoryTransactionRow[];
  readonly total: number;
}

/** A page and the number of all matches. Pages neither skip nor repeat rows while movements are being posted. */
export async function readInventoryTransactions(
  db: Db,
  customerNo: string,
  filter: InventoryTransactionFilter,
  page: PageRange,
): Promise<TransactionPage> {
  // A generic plan would not know how few rows a range and a page select.
  return await readWithCustomPlans(db, async (reader) => {
    if (filter.references !== undefined) {
      const byReference = { ...filter, references: filter.references };
      return await readByReference(reader, customerNo, byReference, page);
    }
    const { mark, extents } = await readMovementSeqRanges(reader, customerNo, filter);
    const total = extents.reduce((sum, extent) => sum + extent.count, 0);
    let pageExtents: PageExtents = { ...selectRangesOfPage(extents, page), top: page.top };
    // Divides extents until few rows must be skipped, and few blocks without a match must be scanned.
    for (let coarse = extentsToDivide(pageExtents); coarse.length > 0; coarse = extentsToDivide(pageExtents)) {
      const divided = new Set(coarse);
      const finer = await readFinerMovementSeqRanges(reader, customerNo, filter, coarse, mark);
      const kept = pageExtents.extents.filter((extent) => !divided.has(extent));
      const sortedExtents = [...kept, ...finer].sort((a, b) => a.from - b.from);
      pageExtents = { ...selectRangesOfPage(sortedExtents, { skip: pageExtents.skip, top: page.top }), top: page.top };
    }
    return { rows: await readPageRows(reader, customerNo, filter, pageExtents), total };
  });
}

/** The extents that contain a page, and the number of their rows before it. */
interface PageExtents {
  readonly extents: readonly MovementSeqRange[];
  readonly skip: number;
  readonly top: number;
}

/** Rows that may be read only to be skipped. */
const maxSkippedRows = 500;

/** The extents to divide before the page is read. Pure. */
function extentsToDivide({ extents, skip }: PageExtents): readonly MovementSeqRange[] {
  const numbers = extents.reduce((sum, extent) => sum + extent.before - extent.from, 0);
  const matches = extents.reduce((sum, extent) => sum + extent.count, 0);
  const rare = matches < numbers / 2 ** finestRollupLevel;
  return extents.filter(({ divisible }, i) => divisible && (rare || (i === 0 && skip > maxSkippedRows)));
}

/** The columns of a page of movements with their names. */
const selectTransactions = (page: Sql) => sql`
  select floor(extract(epoch from m.occurred_at) * 1000)::bigint as "occurredAtMs", m.item_no as "itemNo",
         m.item_description as "itemDescription", m.item_unit as "itemUnit", m.alcohol_percentage as "alcoholPercentage",
         m.warehouse, m.status, m.quantity, m.type, m.reference, m.po_number as "poNumber", m.order_type as "orderType",
         n.ship_to_name as "shipToName"
    from (${page}) m left join movement_names n using (customer_no, subject) order by m.seq`;

async function readPageRows(
  reader: DbReader,
  customerNo: string,
  filter: InventoryTransactionFilter,
  { extents, skip, top }: PageExtents,
): Promise<InventoryTransactionRow[]> {
  const [first, last] = [extents[0], extents.at(-1)];
  if (first === undefined || last === undefined) return [];
  const matching = (where: Sql) => sql`
    select m.* from movements m
     where m.customer_no = ${customerNo} and ${where} and ${movementsPostedInMonthsSql(extents)} and ${movementTimeFilterSql(filter, true)}
       and ${movementAttributeFilterSql(filter)}
     order by m.seq`;
  const between = sql`m.seq >= ${first.from} and m.seq < ${last.before}`;
  // In each part: without it PostgreSQL plans the part for all of its rows, and sorts those of a whole history.
  const enough = sql`limit ${skip + top}::bigint`;
  const numbers = extents.reduce((sum, extent) => sum + extent.before - extent.from, 0);
  const rows =
    filter.itemNos !== undefined
      ? sql`select m.* from unnest(${[...new Set(filter.itemNos)]}::text[]) as wanted (item_no)
              cross join lateral (${matching(sql`m.item_no = wanted.item_no and ${between}`)} ${enough}) m`
      : numbers < (last.before - first.from) / 2
        ? sql`select m.* from unnest(${extents.map(({ from }) => from)}::bigint[],
                                     ${extents.map(({ before }) => before)}::bigint[]) as wanted (from_seq, before_seq)
                cross join lateral (
                      ${matching(sql`m.seq >= wanted.from_seq and m.seq < wanted.before_seq`)} ${enough}) m`
        : sql`${matching(between)} ${enough}`;
  return await runSql<InventoryTransactionRow>(
    reader,
    selectTransactions(sql`select * from (${rows}) found order by seq limit ${top}::bigint offset ${skip}::bigint`),
  );
}

/** Reads a page of the movements with these references, by the index on that column, in the order of commits. */
async function readByReference(
  reader: DbReader,
  customerNo: string,
  filter: InventoryTransactionFilter & { readonly references: readonly string[] },
  { skip, top }: PageRange,
): Promise<TransactionPage> {
  const matching = sql`from movements m
    where m.customer_no = ${customerNo} and ${equalsAnySql('m.reference', filter.references)} and ${movementTimeFilterSql(filter, true)}
      and ${movementAttributeFilterSql(filter)}`;
  const rows = await runSql<InventoryTransactionRow>(
    reader,
    selectTransactions(sql`select m.* ${matching} order by m.seq limit ${top}::bigint offset ${skip}::bigint`),
  );
  const isLast = rows.length < top && (rows.length > 0 || skip === 0);
  if (isLast) return { rows, total: skip + rows.length };
  const [count] = await runSql<{ count: number }>(reader, sql`select count(*) as count ${matching}`);
  return { rows, total: count?.count ?? 0 };
}
