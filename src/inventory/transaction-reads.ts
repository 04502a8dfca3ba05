/**
 * What GetTransactions reads: a page of a customer's movements in the order of commits, and the exact number of all that
 * match, on histories of any length (decisions 15 and 24).
 *
 * Counts come from the rollups for whole days, and from the movements themselves for what is cut from a day or not yet
 * rolled up. Counted per block of commit numbers they also tell in which blocks the page lies, so that rows which are
 * skipped are not read. Exact with whatever has been rolled up, also with nothing.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayIn } from '../lib/dates.ts';
import type { Page } from '../lib/paging.ts';
import type { Db, Reader } from '../platform/db/db.ts';
import { blockBits, readMark, spanBits, startOfDay } from './rollups.ts';
import { isAny, textRows } from './sql-text.ts';
import type { MovementType } from './stock.ts';

/** Absent filters do not filter. */
export interface TransactionFilter {
  readonly from: Temporal.Instant;
  /** Exclusive. */
  readonly before: Temporal.Instant | undefined;
  readonly types: readonly MovementType[];
  readonly warehouses: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly reference: string | undefined;
  readonly itemNos: readonly string[] | undefined;
}

export interface TransactionRow {
  readonly occurredAt: Temporal.Instant;
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
  /** Null where nobody's name belongs to it, or it was erased. */
  readonly shipToName: string | null;
}

/** A page and the number of all rows. A page never skips or repeats a row while others are being posted. */
export async function readTransactions(
  db: Db,
  customerNo: string,
  filter: TransactionFilter,
  page: Page,
  timeZone: string,
): Promise<{ rows: TransactionRow[]; total: number }> {
  return await db.snapshot(async (reader) => {
    if (filter.reference !== undefined) return await readByReference(reader, customerNo, filter, page);
    const mark = await readMark(reader, customerNo, timeZone);
    const extents = await readExtents(reader, customerNo, filter, mark, timeZone);
    const total = extents.reduce((sum, extent) => sum + extent.count, 0);
    const stretch = locate(extents, page, filter.itemNos === undefined ? blockBits : spanBits);
    return { rows: stretch === undefined ? [] : await readStretch(reader, customerNo, filter, stretch), total };
  });
}

/** How many movements match within one block or span of commit numbers, and in which months they were posted. */
interface Extent {
  readonly block: number;
  readonly count: number;
  readonly firstMonth: Temporal.PlainDate;
  readonly lastMonth: Temporal.PlainDate;
}

/** What of a time range is whole days, and the pieces of days that are left. */
interface CutRange {
  readonly firstDay: Temporal.PlainDate;
  /** Exclusive. */
  readonly beforeDay: Temporal.PlainDate | undefined;
  readonly edges: readonly { readonly from: Temporal.Instant; readonly before: Temporal.Instant }[];
}

/** Pure. */
export function cutRange(from: Temporal.Instant, before: Temporal.Instant | undefined, timeZone: string): CutRange {
  const day = dayIn(from, timeZone);
  const whole = Temporal.Instant.compare(startOfDay(day, timeZone), from) === 0;
  const firstDay = whole ? day : day.add({ days: 1 });
  const firstStart = startOfDay(firstDay, timeZone);
  if (before === undefined) {
    return { firstDay, beforeDay: undefined, edges: whole ? [] : [{ from, before: firstStart }] };
  }
  const beforeDay = dayIn(before, timeZone);
  if (Temporal.PlainDate.compare(firstDay, beforeDay) > 0) {
    return { firstDay, beforeDay: firstDay, edges: [{ from, before }] };
  }
  const lastStart = startOfDay(beforeDay, timeZone);
  return {
    firstDay,
    beforeDay,
    edges: [
      ...(whole ? [] : [{ from, before: firstStart }]),
      ...(Temporal.Instant.compare(lastStart, before) < 0 ? [{ from: lastStart, before }] : []),
    ],
  };
}

/** Blocks in which anything matches, in the order of commits: spans where items are asked for. */
async function readExtents(
  reader: Reader,
  customerNo: string,
  filter: TransactionFilter,
  mark: number,
  timeZone: string,
): Promise<Extent[]> {
  const byItem = filter.itemNos !== undefined;
  const matching = conditions(filter);
  const counted = (where: RawBuilder<SqlBool>) => sql`
    select (m.seq >> ${sql.lit(byItem ? spanBits : blockBits)})::int as block,
           date_trunc('month', m.at at time zone 'UTC')::date as month, 1 as count
      from movements m where m.customer_no = ${customerNo} and ${where} and ${matching}`;
  const within = (from: Temporal.Instant, before: Temporal.Instant | undefined) =>
    before === undefined
      ? sql<SqlBool>`m.occurred_at >= ${from}`
      : sql<SqlBool>`m.occurred_at >= ${from} and m.occurred_at < ${before}`;
  const parts: RawBuilder<unknown>[] = [];
  if (mark === 0) parts.push(counted(within(filter.from, filter.before)));
  else {
    const { firstDay, beforeDay, edges } = cutRange(filter.from, filter.before, timeZone);
    const days = sql`customer_no = ${customerNo} and day >= ${firstDay}`;
    parts.push(
      sql`select ${sql.ref(byItem ? 'span' : 'block')} as block, month, count
            from ${sql.table(byItem ? 'movement_days' : 'movement_blocks')} m
           where ${days}${beforeDay === undefined ? sql`` : sql` and day < ${beforeDay}`} and count > 0 and ${matching}`,
      // Each piece is looked up by one index alone; the sums hide the other from the planner.
      ...edges.map((edge) => counted(sql`${within(edge.from, edge.before)} and m.seq + 0 <= ${mark}`)),
      counted(sql`m.seq > ${mark} and ${occurred(filter)}`),
    );
  }
  return await textRows(
    reader,
    sql<Extent>`select block, sum(count)::bigint as count, min(month) as "firstMonth", max(month) as "lastMonth"
                  from (${sql.join(parts, sql` union all `)}) counted group by block order by block`,
  );
}

/** All filters but the time and the reference. */
function conditions(filter: TransactionFilter): RawBuilder<SqlBool> {
  const { types, warehouses, statuses, itemNos } = filter;
  return sql<SqlBool>`${sql.join(
    [
      isAny('m.type', types),
      ...(warehouses === undefined ? [] : [isAny('m.warehouse', warehouses)]),
      ...(statuses === undefined ? [] : [isAny('m.status', statuses)]),
      ...(itemNos === undefined ? [] : [isAny('m.item_no', itemNos)]),
    ],
    sql` and `,
  )}`;
}

/** The time range, in a form that tempts the planner to no index. */
function occurred({ from, before }: TransactionFilter): RawBuilder<SqlBool> {
  const at = sql`m.occurred_at + interval '0'`;
  return before === undefined ? sql<SqlBool>`${at} >= ${from}` : sql<SqlBool>`${at} >= ${from} and ${at} < ${before}`;
}

/** Where a page lies. */
interface Stretch {
  /** Commit numbers: from the first, included, to the last, not included. */
  readonly from: number;
  readonly before: number;
  readonly blocks: readonly number[];
  readonly firstMonth: Temporal.PlainDate;
  readonly lastMonth: Temporal.PlainDate;
  /** Rows of it that come before the page. */
  readonly skip: number;
  readonly top: number;
}

/** The blocks that hold the page; undefined when it is empty. Pure. */
function locate(extents: readonly Extent[], { skip, top }: Page, bits: number): Stretch | undefined {
  let passed = 0;
  let within = 0;
  const touched: Extent[] = [];
  for (const extent of extents) {
    if (touched.length === 0 && passed + extent.count <= skip) {
      passed += extent.count;
      continue;
    }
    if (passed + within >= skip + top) break;
    touched.push(extent);
    within += extent.count;
  }
  const [first, last] = [touched[0], touched.at(-1)];
  if (top === 0 || first === undefined || last === undefined) return undefined;
  const months = touched.flatMap((extent) => [extent.firstMonth, extent.lastMonth]);
  months.sort(Temporal.PlainDate.compare);
  return {
    from: first.block * 2 ** bits,
    before: (last.block + 1) * 2 ** bits,
    blocks: touched.map((extent) => extent.block),
    firstMonth: months[0] as Temporal.PlainDate,
    lastMonth: months.at(-1) as Temporal.PlainDate,
    skip: skip - passed,
    top,
  };
}

const columns = sql`m.occurred_at as "occurredAt", m.item_no as "itemNo", m.item_description as "itemDescription",
  m.item_unit as "itemUnit", m.alcohol_percentage as "alcoholPercentage", m.warehouse, m.status, m.quantity, m.type,
  m.reference, m.po_number as "poNumber", m.order_type as "orderType",
  (select n.ship_to_name from movement_names n where n.customer_no = m.customer_no and n.subject = m.subject)
    as "shipToName"`;

/** A page of few blocks with matches among many is looked for block by block. */
const sparse = 4;

async function readStretch(
  reader: Reader,
  customerNo: string,
  filter: TransactionFilter,
  stretch: Stretch,
): Promise<TransactionRow[]> {
  const { from, before, blocks, firstMonth, lastMonth, skip, top } = stretch;
  // Which months is told, so that only their partitions are looked at.
  const posted = sql`m.at >= ${utc(firstMonth)} and m.at < ${utc(lastMonth.add({ months: 1 }))}`;
  const matching = (where: RawBuilder<unknown>) => sql`
    select m.* from movements m
     where m.customer_no = ${customerNo} and ${where} and ${posted} and ${occurred(filter)} and ${conditions(filter)}
     order by m.seq`;
  const inStretch = sql`m.seq >= ${from} and m.seq < ${before}`;
  const enough = sql`limit ${skip + top}::bigint`;
  const rows =
    filter.itemNos !== undefined
      ? sql`select m.* from unnest(${[...new Set(filter.itemNos)]}::text[]) as wanted (item_no)
              cross join lateral (${matching(sql`m.item_no = wanted.item_no and ${inStretch}`)} ${enough}) m`
      : (before - from) / 2 ** blockBits > sparse * blocks.length
        ? sql`select m.* from unnest(${blocks}::bigint[]) as wanted (block)
                cross join lateral (${matching(
                  sql`m.seq >= wanted.block << ${sql.lit(blockBits)} and m.seq < (wanted.block + 1) << ${sql.lit(blockBits)}`,
                )} ${enough}) m`
        : matching(inStretch);
  return await textRows(
    reader,
    sql<TransactionRow>`
      select ${columns}
        from (select * from (${rows}) found order by seq limit ${top}::bigint offset ${skip}::bigint) m order by m.seq`,
  );
}

const utc = (day: Temporal.PlainDate) => startOfDay(day, 'UTC');

/** By reference: an index of its own, in the order of commits. */
async function readByReference(
  reader: Reader,
  customerNo: string,
  filter: TransactionFilter,
  { skip, top }: Page,
): Promise<{ rows: TransactionRow[]; total: number }> {
  const matching = sql`from movements m
    where m.customer_no = ${customerNo} and m.reference = ${filter.reference} and ${occurred(filter)}
      and ${conditions(filter)}`;
  const rows = await textRows(
    reader,
    sql<TransactionRow>`
      select ${columns} from (select m.* ${matching} order by m.seq limit ${top}::bigint offset ${skip}::bigint) m
       order by m.seq`,
  );
  const isLast = rows.length < top && (rows.length > 0 || skip === 0);
  if (isLast) return { rows, total: skip + rows.length };
  const [count] = await textRows(reader, sql<{ count: number }>`select count(*) as count ${matching}`);
  return { rows, total: count?.count ?? 0 };
}
