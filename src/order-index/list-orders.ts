/** Pages and counts of orders across customers, by keyset: never by offset, and never counted without a bound. */
import { boundedCount, maxCount } from '../contract/list-fields.ts';
import type { Reader } from '../platform/db/db.ts';
import { textMeaning } from './exact-names.ts';
import type { IndexRow } from './index-row.ts';
import { orderIndex } from './index-store.ts';
import { ConditionValues, filterConditions, isNarrowed, type OrderFilter } from './order-filter.ts';

/** Where a page ends: the time of acceptance and the id of its last order. */
export interface OrderPosition {
  readonly acceptedAt: Temporal.Instant;
  readonly orderId: string;
}

export type OrderCount = number | '10,000+';

export type OrderSequence = 'newest first' | 'oldest first';

/** So few orders are found and sorted sooner than a page of them is found in its order. */
const maxSorted = 1_000;

export interface OrderPageRequest {
  readonly after: OrderPosition | undefined;
  readonly top: number;
  readonly sequence: OrderSequence;
}

/** A page of a filter, and how many orders it selects. */
export async function listCountedOrders(
  reader: Reader,
  filter: OrderFilter,
  page: OrderPageRequest,
): Promise<{ readonly rows: IndexRow[]; readonly count: OrderCount }> {
  const count = await countOrders(reader, filter);
  if (count === 0) return { rows: [], count };
  return { rows: await listOrders(reader, filter, page, count), count };
}

/**
 * The orders of a filter after a position, in the sequence of acceptance. Where the filter selects few, as `count` says, they are
 * found first and then sorted: in the order of the page all others would be read until the page is full.
 */
export async function listOrders(
  reader: Reader,
  filter: OrderFilter,
  page: OrderPageRequest,
  count: OrderCount = '10,000+',
): Promise<IndexRow[]> {
  const { after, top, sequence } = page;
  const parameters = new ConditionValues();
  const conditions = filterConditions(filter, parameters, await textMeaning(reader, filter.text.trim()));
  const [comparison, direction] = sequence === 'newest first' ? ['<', 'desc'] : ['>', 'asc'];
  if (after !== undefined) {
    const [at, id] = [parameters.add(after.acceptedAt), parameters.add(after.orderId)];
    conditions.push(`(o.accepted_at, o.order_id) ${comparison} (${at}::timestamptz, ${id}::uuid)`);
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const inSequence = `order by o.accepted_at ${direction}, o.order_id ${direction} limit ${parameters.add(top)}`;
  const isFew = typeof count === 'number' && count <= maxSorted && isNarrowed(filter);
  const text = isFew
    ? `with found as materialized (select o.* from order_index o ${where})
       select ${orderIndex.select('o')} from found o ${inSequence}`
    : `select ${orderIndex.select('o')} from order_index o ${where} ${inSequence}`;
  return await orderIndex.rows<IndexRow>(reader, text, parameters.values);
}

/** How many orders a filter selects: exact up to 10,000. */
export async function countOrders(reader: Reader, filter: OrderFilter): Promise<OrderCount> {
  const parameters = new ConditionValues();
  const conditions = filterConditions(filter, parameters, await textMeaning(reader, filter.text.trim()));
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select from order_index o ${where} limit ${maxCount + 1}) c`,
    parameters.values,
  );
  return boundedCount(row?.count ?? 0);
}
