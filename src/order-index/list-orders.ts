/** Pages and counts of orders across customers, by keyset: never by offset, and never counted without a bound. */
import { boundedCount, maxCount } from '../contract/list-fields.ts';
import type { Reader } from '../platform/db/db.ts';
import { textMeaning } from './exact-names.ts';
import type { IndexRow } from './index-row.ts';
import { orderIndex } from './index-store.ts';
import { ConditionValues, filterConditions, type OrderFilter } from './order-filter.ts';

/** Where a page ends: the time of acceptance and the id of its last order. */
export interface OrderPosition {
  readonly acceptedAt: Temporal.Instant;
  readonly orderId: string;
}

export type OrderSequence = 'newest first' | 'oldest first';

/** The orders of a filter after a position, in the sequence of acceptance. */
export async function listOrders(
  reader: Reader,
  filter: OrderFilter,
  page: { readonly after: OrderPosition | undefined; readonly top: number; readonly sequence: OrderSequence },
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
  const text = `select ${orderIndex.select('o')} from order_index o ${where}
    order by o.accepted_at ${direction}, o.order_id ${direction} limit ${parameters.add(top)}`;
  return await orderIndex.rows<IndexRow>(reader, text, parameters.values);
}

/** How many orders a filter selects: exact up to 10,000. */
export async function countOrders(reader: Reader, filter: OrderFilter): Promise<number | '10,000+'> {
  const parameters = new ConditionValues();
  const conditions = filterConditions(filter, parameters, await textMeaning(reader, filter.text.trim()));
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select from order_index o ${where} limit ${maxCount + 1}) c`,
    parameters.values,
  );
  return boundedCount(row?.count ?? 0);
}
