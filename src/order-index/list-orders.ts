/** Pages and counts of orders across customers, by keyset: never by offset, and never counted without a bound. */
import { maxExactListCount, toCappedCount } from '../contract/list-fields.ts';
import type { DbReader } from '../platform/db/db.ts';
import { readTextMatchContext } from './exact-names.ts';
import type { OrderIndexRow } from './index-row.ts';
import { orderIndexTable } from './index-store.ts';
import {
  mayScanManyOrders,
  type OrderFilter,
  orderFilterSqlConditions,
  StatementParameters,
  type TextMatchContext,
} from './order-filter.ts';

/** The end of a page: the time of acceptance and the id of its last order. */
export interface OrderListPosition {
  readonly acceptedAt: Temporal.Instant;
  readonly orderId: string;
}

/** Exact up to 10,000, else '10,000+'. */
export type BoundedOrderCount = number | '10,000+';

export type OrderListSequence = 'newest first' | 'oldest first';

/** Up to this many orders, finding and sorting all of them is faster than scanning in the sequence of the page. */
const maxSorted = 1_000;

interface OrderListPageRequest {
  readonly after: OrderListPosition | undefined;
  readonly top: number;
  readonly sequence: OrderListSequence;
}

/** A page of a filter, and how many orders it selects. */
export async function listOrdersWithCount(
  reader: DbReader,
  filter: OrderFilter,
  page: OrderListPageRequest,
): Promise<{ readonly rows: OrderIndexRow[]; readonly count: BoundedOrderCount }> {
  const meaning = await readTextMatchContext(reader, filter.text.trim());
  // The statement of the page depends on the count only where the page may scan many orders. Otherwise both statements are pipelined.
  if (!mayScanManyOrders(filter)) {
    const [rows, count] = await Promise.all([
      readPage(reader, filter, meaning, page, '10,000+'),
      readCount(reader, filter, meaning),
    ]);
    return { rows, count };
  }
  const count = await readCount(reader, filter, meaning);
  if (count === 0) return { rows: [], count };
  return { rows: await readPage(reader, filter, meaning, page, count), count };
}

/** A page of the orders of a filter, in the sequence that the page requests. */
export async function listOrders(
  reader: DbReader,
  filter: OrderFilter,
  page: OrderListPageRequest,
): Promise<OrderIndexRow[]> {
  return await readPage(reader, filter, await readTextMatchContext(reader, filter.text.trim()), page, '10,000+');
}

/** The number of orders that a filter selects: exact up to 10,000, else '10,000+'. */
export async function countOrders(reader: DbReader, filter: OrderFilter): Promise<BoundedOrderCount> {
  return await readCount(reader, filter, await readTextMatchContext(reader, filter.text.trim()));
}

/**
 * When `count` shows that the filter selects few orders, they are found first and then sorted: a scan in the order of the page
 * would read all other orders until the page is full.
 */
async function readPage(
  reader: DbReader,
  filter: OrderFilter,
  meaning: TextMatchContext,
  { after, top, sequence }: OrderListPageRequest,
  count: BoundedOrderCount,
): Promise<OrderIndexRow[]> {
  const parameters = new StatementParameters();
  const conditions = orderFilterSqlConditions(filter, parameters, meaning);
  const [comparison, direction] = sequence === 'newest first' ? ['<', 'desc'] : ['>', 'asc'];
  if (after !== undefined) {
    const [at, id] = [parameters.add(after.acceptedAt), parameters.add(after.orderId)];
    conditions.push(`(o.accepted_at, o.order_id) ${comparison} (${at}::timestamptz, ${id}::uuid)`);
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const inSequence = `order by o.accepted_at ${direction}, o.order_id ${direction} limit ${parameters.add(top)}`;
  const isFew = typeof count === 'number' && count <= maxSorted && mayScanManyOrders(filter);
  const text = isFew
    ? `with found as materialized (select o.* from order_index o ${where})
       select ${orderIndexTable.select('o')} from found o ${inSequence}`
    : `select ${orderIndexTable.select('o')} from order_index o ${where} ${inSequence}`;
  return await orderIndexTable.rows<OrderIndexRow>(reader, text, parameters.values);
}

async function readCount(reader: DbReader, filter: OrderFilter, meaning: TextMatchContext): Promise<BoundedOrderCount> {
  const parameters = new StatementParameters();
  const conditions = orderFilterSqlConditions(filter, parameters, meaning);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from order_index o ${where} limit ${maxExactListCount + 1}) c`,
    parameters.values,
  );
  return toCappedCount(row?.count ?? 0);
}
