/**
 * Pages and counts of returns across customers, newest first. Pages are read by key, not by offset, and counts are
 * bounded.
 */
import type { TimePosition } from '../contract/time-pages.ts';
import { isUuid } from '../lib/uuid.ts';
import type { DbReader } from '../platform/db/db.ts';
import { allConditionsSql, equalsAnySql, runSql, type Sql, sql } from '../platform/db/sql.ts';
import type { ReturnStatus } from './return.ts';

/** Empty lists, '' and undefined match everything. */
export interface OperatorReturnFilter {
  readonly customers: readonly string[];
  readonly statuses: readonly ReturnStatus[];
  readonly warehouses: readonly string[];
  /** A part of the RMA number or of the order's number, or a whole tracking number, in any letter case; or the id of the return or its order. */
  readonly text: string;
  /** When the return was announced; `before` is exclusive. */
  readonly from: Temporal.Instant | undefined;
  readonly before: Temporal.Instant | undefined;
}

/** The key of a return on a page, and the time by which pages are sorted. */
interface ReturnPageKey {
  readonly customerNo: string;
  readonly returnId: string;
  readonly announcedAt: Temporal.Instant;
}

/** The keys of at most `limit` returns, newest first: from the newest, or from the first that is older than a position. */
export async function findReturnPageKeys(
  reader: DbReader,
  filter: OperatorReturnFilter,
  { after, limit }: { readonly after: TimePosition | undefined; readonly limit: number },
): Promise<ReturnPageKey[]> {
  const older =
    after !== undefined && sql`(r.announced_at, r.return_id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return await runSql<ReturnPageKey>(
    reader,
    sql`select r.customer_no as "customerNo", r.return_id as "returnId", r.announced_at as "announcedAt"
          from returns r where ${allConditionsSql([...conditionsOf(filter), older])}
         order by r.announced_at desc, r.return_id desc limit ${limit}`,
  );
}

/** How many returns match, counted up to `limit`. */
export async function countReturns(reader: DbReader, filter: OperatorReturnFilter, limit: number): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    reader,
    sql`select count(*) as count
          from (select 1 from returns r where ${allConditionsSql(conditionsOf(filter))} limit ${limit}) found`,
  );
  return row?.count ?? 0;
}

const conditionsOf = ({ customers, statuses, warehouses, text, from, before }: OperatorReturnFilter) => [
  customers.length > 0 && equalsAnySql('r.customer_no', customers),
  statuses.length > 0 && equalsAnySql('r.status', statuses),
  warehouses.length > 0 && equalsAnySql('r.warehouse', warehouses),
  from !== undefined && sql`r.announced_at >= ${from}::timestamptz`,
  before !== undefined && sql`r.announced_at < ${before}::timestamptz`,
  namedBy(text),
];

function namedBy(text: string): Sql | undefined {
  if (text === '') return undefined;
  if (isUuid(text)) return sql`(r.return_id = ${text}::uuid or r.order_id = ${text}::uuid)`;
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const trackingNo = text.replaceAll(/\s/g, '').toUpperCase();
  return sql`(lower(r.rma_number || ' ' || r.order_no) like lower(${part}) or r.tracking_nos @> array[${trackingNo}::text])`;
}
