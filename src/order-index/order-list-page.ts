/** Pages of the lists of orders: their fields in requests and replies, and how they are read. */
import Type, { type TSchema } from 'typebox';
import { createListReplySchema, defaultListPageSize, takePage } from '../contract/list-fields.ts';
import { formatTimePosition, parseTimePosition } from '../contract/time-pages.ts';
import { readWithCustomPlans } from '../platform/db/custom-plans.ts';
import type { Db } from '../platform/db/db.ts';
import { listOrdersWithCount, type OrderListSequence } from './list-orders.ts';
import { orderIndexAsOfField, readOrderIndexAsOf } from './order-fields.ts';
import type { OrderFilter } from './order-filter.ts';

export const createOrderListReplySchema = <Listed extends TSchema>(listed: Listed) =>
  Type.Object({ ...createListReplySchema(listed).properties, AsOf: orderIndexAsOfField });

/** Reads the page that a request asks for: its orders, and the fields of the reply besides the records. */
export async function readOrderListPage(
  db: Db,
  filter: OrderFilter,
  { After, Top: top = defaultListPageSize }: { readonly After?: string; readonly Top?: number },
  sequence: OrderListSequence,
) {
  const position = parseTimePosition(After);
  const after = position && { acceptedAt: position.at, orderId: position.id };
  const { rows, count } = await readWithCustomPlans(db, (reader) =>
    listOrdersWithCount(reader, filter, { after, top: top + 1, sequence }),
  );
  const { shown, next } = takePage(rows, top, ({ acceptedAt: at, orderId: id }) => formatTimePosition({ at, id }));
  return { shown, fields: { ...next, Count: count, ...(await readOrderIndexAsOf(db)) } };
}
