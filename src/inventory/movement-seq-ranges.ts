/**
 * Counts the movements that match a filter, by ranges of commit numbers (decision 15).
 *
 * The search starts with the coarsest blocks: a block that is completely in the time range is counted by its rollup, one that is partly
 * in it is divided, and in the finest blocks that are partly in it the movements themselves are counted.
 *
 * Statements on movements restrict `at` to the months that they need, where these are known, so that other partitions are
 * pruned.
 */
import { startOfDay } from '../lib/dates.ts';
import type { DbReader } from '../platform/db/db.ts';
import { allConditionsSql, equalsAnySql, joinSql, rawSql, runSql, type Sql, sql } from '../platform/db/sql.ts';
import {
  coarsestRollupLevel,
  finestRollupLevel,
  type MovementRollupMark,
  readMovementRollupMark,
  rollupLevels,
} from './rollups.ts';
import type { MovementType } from './stock.ts';

/** Undefined filters match everything. */
export interface InventoryTransactionFilter {
  readonly from: Temporal.Instant;
  /** Exclusive. */
  readonly before: Temporal.Instant | undefined;
  readonly types: readonly MovementType[];
  readonly warehouses: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly references: readonly string[] | undefined;
  readonly itemNos: readonly string[] | undefined;
}

/** An extent: a range of a customer's commit numbers, and the number of movements in it that match a filter. */
export interface MovementSeqRange {
  /** Level of the block that contains it. */
  readonly level: number;
  /** Commit numbers from `from` (inclusive) to `before` (exclusive). */
  readonly from: number;
  readonly before: number;
  /** Matches; never 0. */
  readonly count: number;
  /** Months in which the matches were posted. */
  readonly firstMonth: Temporal.PlainDate;
  readonly lastMonth: Temporal.PlainDate;
  /** Whether `readFinerMovementSeqRanges` can split it. */
  readonly divisible: boolean;
}

interface BlockRow {
  readonly level: number;
  readonly block: number;
  readonly count: number;
  readonly firstMonth: Temporal.PlainDate;
  readonly lastMonth: Temporal.PlainDate;
  /** Whether it is completely in the time range; otherwise its movements must be counted. */
  readonly isWhole: boolean;
}

/** SQL condition of all filters except time and reference, on the alias `m`. */
export function movementAttributeFilterSql(filter: InventoryTransactionFilter): Sql {
  const { types, warehouses, statuses, itemNos } = filter;
  return allConditionsSql([
    equalsAnySql('m.type', types),
    warehouses && equalsAnySql('m.warehouse', warehouses),
    statuses && equalsAnySql('m.status', statuses),
    itemNos && equalsAnySql('m.item_no', itemNos),
  ]);
}

/** SQL condition of the time range on the alias `m`; with `withoutIndex` an expression for which the planner cannot use an index. */
export function movementTimeFilterSql({ from, before }: InventoryTransactionFilter, withoutIndex: boolean): Sql {
  const at = withoutIndex ? sql`m.occurred_at + interval '0'` : sql`m.occurred_at`;
  return before === undefined ? sql`${at} >= ${from}` : sql`${at} >= ${from} and ${at} < ${before}`;
}

/** Restricts `m` to movements posted from the first to the last of these months; at least one is given. */
export function movementsPostedInMonthsSql(months: readonly Pick<MovementSeqRange, 'firstMonth' | 'lastMonth'>[]): Sql {
  const sortedMonths = months
    .flatMap(({ firstMonth, lastMonth }) => [firstMonth, lastMonth])
    .sort(Temporal.PlainDate.compare);
  const [first, last] = [sortedMonths[0] as Temporal.PlainDate, sortedMonths.at(-1) as Temporal.PlainDate];
  return sql`m.at >= ${startOfDay(first, 'UTC')} and m.at < ${startOfDay(last.add({ months: 1 }), 'UTC')}`;
}

/**
 * The extents of all matches, in the order of commit numbers, and the rollup mark that they are based on. `references` is
 * ignored: rollups do not have them.
 */
export async function readMovementSeqRanges(
  reader: DbReader,
  customerNo: string,
  filter: InventoryTransactionFilter,
): Promise<{ mark: MovementRollupMark; extents: MovementSeqRange[] }> {
  const [mark, rolled] = await Promise.all([
    readMovementRollupMark(reader, customerNo),
    readBlocks(reader, customerNo, filter),
  ]);
  const [whole, partial] = [rolled.filter((row) => row.isWhole), rolled.filter((row) => !row.isWhole)];
  const byLevels = filter.itemNos === undefined;
  const counted = await Promise.all([
    countPartialBlocks(reader, customerNo, filter, partial, mark),
    countUnrolled(reader, customerNo, filter, mark),
  ]);
  const extents = [...whole.map((row) => rolledExtent(row, mark, byLevels)), ...counted.flat()];
  return { mark, extents: extents.sort((a, b) => a.from - b.from) };
}

/** The extent of a block. The block that contains the mark ends at it. */
function rolledExtent(row: BlockRow, { rolledTo }: MovementRollupMark, byLevels: boolean): MovementSeqRange {
  const { level, block, count, firstMonth, lastMonth } = row;
  const from = block * 2 ** level;
  const before = Math.min(from + 2 ** level, rolledTo + 1);
  return {
    level,
    from,
    before,
    count,
    firstMonth,
    lastMonth,
    divisible: byLevels && row.isWhole && level > finestRollupLevel,
  };
}

/** Matches blocks that are completely in the time range. */
function insideRange({ from, before }: InventoryTransactionFilter): Sql {
  return before === undefined ? sql`first_at >= ${from}` : sql`first_at >= ${from} and last_at < ${before}`;
}

/** Matches blocks that overlap the time range. */
function overlapsRange({ from, before }: InventoryTransactionFilter): Sql {
  return before === undefined ? sql`last_at >= ${from}` : sql`last_at >= ${from} and first_at < ${before}`;
}

const bounds = sql`block, count, month as first_month, month as last_month, first_at, last_at`;
const summed = sql`block, sum(count)::bigint as count, min(first_month) as first_month, max(last_month) as last_month,
  min(first_at) as first_at, max(last_at) as last_at`;

/** The coarsest blocks that are completely in the range, and the finest ones that overlap its ends. */
async function readBlocks(
  reader: DbReader,
  customerNo: string,
  filter: InventoryTransactionFilter,
): Promise<BlockRow[]> {
  const [parts, found] = filter.itemNos === undefined ? levelsOf(customerNo, filter) : itemLevelOf(customerNo, filter);
  return await runSql<BlockRow>(
    reader,
    sql`
      with ${joinSql(parts, ', ')}
      select level, block, count, first_month as "firstMonth", last_month as "lastMonth", whole as "isWhole"
        from (${joinSql(found, ' union all ')}) found`,
  );
}

const blocksOf = (level: number, filter: InventoryTransactionFilter, which: Sql) =>
  sql`select ${rawSql(level)} as level, block, count, first_month, last_month, ${insideRange(filter)} as whole
        from ${rawSql(`blocks_${level}`)} where ${which}`;

function levelsOf(customerNo: string, filter: InventoryTransactionFilter): [Sql[], Sql[]] {
  const coarseFirst = rollupLevels.toReversed();
  const parts = coarseFirst.map((level, i) => {
    const above = coarseFirst[i - 1];
    const counts = sql`select ${bounds} from movement_counts m
                        where m.customer_no = ${customerNo} and m.level = ${rawSql(level)} and ${movementAttributeFilterSql(filter)}`;
    const source =
      above === undefined
        ? counts
        : sql`select c.* from (select block as parent from ${rawSql(`blocks_${above}`)}
                                where ${overlapsRange(filter)} and not (${insideRange(filter)})) b
               cross join lateral (${counts} and m.block >= b.parent << 3 and m.block < (b.parent + 1) << 3) c`;
    return sql`${rawSql(`blocks_${level}`)} as materialized (select ${summed} from (${source}) r group by block)`;
  });
  const found = coarseFirst.map((level) =>
    blocksOf(level, filter, level === finestRollupLevel ? overlapsRange(filter) : insideRange(filter)),
  );
  return [parts, found];
}

/** Counts per item have the coarsest level only. */
function itemLevelOf(customerNo: string, filter: InventoryTransactionFilter): [Sql[], Sql[]] {
  const counts = sql`select ${bounds} from movement_item_counts m
                      where m.customer_no = ${customerNo} and ${movementAttributeFilterSql(filter)}`;
  return [
    [
      sql`${rawSql(`blocks_${coarsestRollupLevel}`)} as materialized (select ${summed} from (${counts}) r group by block)`,
    ],
    [blocksOf(coarsestRollupLevel, filter, overlapsRange(filter))],
  ];
}

const month = sql`date_trunc('month', m.at at time zone 'UTC')::date`;
const counted = sql`count(*) as count, min(${month}) as "firstMonth", max(${month}) as "lastMonth"`;

/** Counts the movements of blocks that are partly in the range. */
async function countPartialBlocks(
  reader: DbReader,
  customerNo: string,
  filter: InventoryTransactionFilter,
  blocks: readonly BlockRow[],
  mark: MovementRollupMark,
): Promise<MovementSeqRange[]> {
  if (blocks.length === 0) return [];
  const blockExtents = blocks.map((row) => rolledExtent(row, mark, false));
  const { itemNos } = filter;
  const items = itemNos === undefined ? sql`` : sql`cross join unnest(${[...new Set(itemNos)]}::text[]) as i (item_no)`;
  const itemCondition = itemNos === undefined ? sql`` : sql`and m.item_no = i.item_no`;
  const rows = await runSql<{ index: number } & Pick<MovementSeqRange, 'count' | 'firstMonth' | 'lastMonth'>>(
    reader,
    sql`
      select b.index::int as index, sum(c.count)::bigint as count, min(c."firstMonth") as "firstMonth",
             max(c."lastMonth") as "lastMonth"
        from unnest(${blockExtents.map((extent) => extent.from)}::bigint[], ${blockExtents.map((extent) => extent.before)}::bigint[])
             with ordinality as b (from_seq, before_seq, index) ${items}
       cross join lateral (
             select ${counted} from movements m
              where m.customer_no = ${customerNo} and m.seq >= b.from_seq and m.seq < b.before_seq and ${movementsPostedInMonthsSql(blockExtents)}
                and ${movementTimeFilterSql(filter, true)} and ${movementAttributeFilterSql(filter)} ${itemCondition}) c
       where c.count > 0 group by b.index`,
  );
  return rows.map(({ index, ...found }) => ({ ...(blockExtents[index - 1] as MovementSeqRange), ...found }));
}

/** Counts the movements after the mark, by the finest blocks. */
async function countUnrolled(
  reader: DbReader,
  customerNo: string,
  filter: InventoryTransactionFilter,
  { rolledTo, restPostedFrom }: MovementRollupMark,
): Promise<MovementSeqRange[]> {
  const posted = restPostedFrom === undefined ? sql`` : sql` and m.at >= ${restPostedFrom}`;
  const rest =
    rolledTo === 0
      ? movementTimeFilterSql(filter, false)
      : sql`m.seq > ${rolledTo}${posted} and ${movementTimeFilterSql(filter, true)}`;
  const rows = await runSql<Omit<BlockRow, 'level' | 'isWhole'>>(
    reader,
    sql`
      select m.seq >> ${rawSql(finestRollupLevel)} as block, ${counted} from movements m
       where m.customer_no = ${customerNo} and ${rest} and ${movementAttributeFilterSql(filter)} group by 1`,
  );
  return rows.map(({ block, count, firstMonth, lastMonth }) => {
    const start = block * 2 ** finestRollupLevel;
    const from = Math.max(start, rolledTo + 1);
    return {
      level: finestRollupLevel,
      from,
      before: start + 2 ** finestRollupLevel,
      count,
      firstMonth,
      lastMonth,
      divisible: false,
    };
  });
}

/** Divides extents that are completely in the time range into those of the level below. */
export async function readFinerMovementSeqRanges(
  reader: DbReader,
  customerNo: string,
  filter: InventoryTransactionFilter,
  extents: readonly MovementSeqRange[],
  mark: MovementRollupMark,
): Promise<MovementSeqRange[]> {
  const rows = await runSql<Omit<BlockRow, 'isWhole'>>(
    reader,
    sql`
      select c.*
        from unnest(${extents.map((extent) => extent.level - 3)}::int[],
                    ${extents.map(({ from, level }) => Math.floor(from / 2 ** level))}::bigint[]) as wanted (level, parent)
       cross join lateral (
             select m.level, m.block, sum(m.count)::bigint as count, min(m.month) as "firstMonth", max(m.month) as "lastMonth"
               from movement_counts m
              where m.customer_no = ${customerNo} and m.level = wanted.level and m.block >= wanted.parent << 3
                and m.block < (wanted.parent + 1) << 3 and ${movementAttributeFilterSql(filter)}
              group by m.level, m.block) c`,
  );
  return rows.map((row) => rolledExtent({ ...row, isWhole: true }, mark, true));
}
