/**
 * Pages and counts of returns across customers, newest first. Pages are read by key, not by offset, and counts are
 * bounded.
 */
import type { TimePosition } from '../contract/time-pages.ts';
import { isUuid } from '../lib/uuid.ts';
import type { DbReader } from '../platform/db/db.ts';
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
  const { conditions, values } = conditionsOf(filter);
  if (after !== undefined) {
    conditions.push(`(r.announced_at, r.return_id) < ($${values.push(after.at)}, $${values.push(after.id)}::uuid)`);
  }
  return await reader.rows<ReturnPageKey>(
    `select r.customer_no as "customerNo", r.return_id as "returnId", r.announced_at as "announcedAt"
       from returns r ${whereOf(conditions)}
      order by r.announced_at desc, r.return_id desc limit $${values.push(limit)}`,
    values,
  );
}

/** How many returns match, counted up to `limit`. */
export async function countReturns(reader: DbReader, filter: OperatorReturnFilter, limit: number): Promise<number> {
  const { conditions, values } = conditionsOf(filter);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from returns r ${whereOf(conditions)} limit $${values.push(limit)}) found`,
    values,
  );
  return row?.count ?? 0;
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;

function conditionsOf({ customers, statuses, warehouses, text, from, before }: OperatorReturnFilter) {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const isOneOf = (column: string, list: readonly string[]): void => {
    if (list.length > 0) conditions.push(`r.${column} = any ($${values.push(list)}::text[])`);
  };
  isOneOf('customer_no', customers);
  isOneOf('status', statuses);
  isOneOf('warehouse', warehouses);
  if (from !== undefined) conditions.push(`r.announced_at >= $${values.push(from)}::timestamptz`);
  if (before !== undefined) conditions.push(`r.announced_at < $${values.push(before)}::timestamptz`);
  if (isUuid(text)) {
    const id = `$${values.push(text)}::uuid`;
    conditions.push(`(r.return_id = ${id} or r.order_id = ${id})`);
  } else if (text !== '') {
    const part = `$${values.push(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)}`;
    const trackingNo = `$${values.push(text.replaceAll(/\s/g, '').toUpperCase())}::text`;
    conditions.push(
      `(lower(r.rma_number || ' ' || r.order_no) like lower(${part}) or r.tracking_nos @> array[${trackingNo}])`,
    );
  }
  return { conditions, values };
}
