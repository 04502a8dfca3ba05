/** Orders by whole names: a transaction reference, a tracking number, an OrderNo. */
import { isUuid } from '../lib/uuid.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { hasRecipientNameTrigramIndex } from './name-index.ts';
import { normalizeTrackingNo, type TextMatchContext } from './order-filter.ts';

/** Looks up the data that decide how the text of a filter is matched. */
export async function readTextMatchContext(reader: DbReader, text: string): Promise<TextMatchContext> {
  return {
    hasNameParts: await hasRecipientNameTrigramIndex(reader),
    exact: text === '' ? [] : await findExactOrderKeys(reader, text),
  };
}

/** The orders for which the text was ever returned as a reference, or at most 100 that have it as a tracking number. */
export async function findOrderKeysByReferenceOrTracking(reader: DbReader, text: string): Promise<SalesOrderKey[]> {
  if (isUuid(text)) return await findOrderKeysByReference(reader, text);
  if (!/\d/.test(text)) return [];
  // Materialized: the planner overestimates how many orders have a tracking number, and would read all in the order of a page.
  return await reader.rows<SalesOrderKey>(
    `with tracked as materialized (
       select o.customer_no as "customerNo", o.order_id as "orderId" from order_index o
        where o.tracking_nos @> array[$1::text])
     select "customerNo", "orderId" from tracked limit 100`,
    [normalizeTrackingNo(text)],
  );
}

/** The orders that have the text as a reference or a tracking number, or else those that had it on a label that was canceled. */
async function findExactOrderKeys(reader: DbReader, text: string): Promise<SalesOrderKey[]> {
  const found = await findOrderKeysByReferenceOrTracking(reader, text);
  return found.length > 0 ? found : await findOrderKeysByCanceledTracking(reader, text);
}

/**
 * The orders that had the text as the tracking number of a label that was canceled, as after the order was packed again, its label
 * replaced or its box reported lost: at most 100 by packages, and as many by the labels of packages that have another one now.
 */
export async function findOrderKeysByCanceledTracking(reader: DbReader, text: string): Promise<SalesOrderKey[]> {
  if (isUuid(text) || !/\d/.test(text)) return [];
  const trackingNo = normalizeTrackingNo(text);
  const found = await Promise.all([
    reader.rows<SalesOrderKey>(
      `select p.customer_no as "customerNo", p.order_id as "orderId" from packages p
        where p.tracking_no = $1 and p.tracking_no <> '' and p.status = 'CANCELED' limit 100`,
      [trackingNo],
    ),
    reader.rows<SalesOrderKey>(
      `select i.customer_no as "customerNo", i.order_id as "orderId" from label_intents i
        where i.tracking_no = $1 and i.state in ('void_wanted', 'voided', 'void_refused') limit 100`,
      [trackingNo],
    ),
  ]);
  return [...new Map(found.flat().map((key) => [key.orderId, key])).values()];
}

/**
 * The orders with one of these numbers, in any letter case: of these customers, or of all if undefined. At most 100 times as many as
 * numbers. One that was just created may be missing.
 */
export async function findOrderKeysByOrderNos(
  reader: DbReader,
  orderNos: readonly string[],
  customerNos?: readonly string[],
): Promise<SalesOrderKey[]> {
  return await reader.rows<SalesOrderKey>(
    `select o.customer_no as "customerNo", o.order_id as "orderId"
       from unnest($1::text[]) n (order_no) join order_index o on lower(o.order_no) collate "C" = lower(n.order_no)
      where $2::text[] is null or o.customer_no = any ($2::text[]) limit $3`,
    [orderNos, customerNos, 100 * orderNos.length],
  );
}

/** The orders of all customers for which a reference was returned. */
export async function findOrderKeysByReference(reader: DbReader, reference: string): Promise<SalesOrderKey[]> {
  return await reader.rows<SalesOrderKey>(
    `select o.customer_no as "customerNo", o.order_id as "orderId"
       from customers c join sales_orders o on o.customer_no = c.customer_no and o.order_id = $1
      union
     select r.customer_no, r.order_id
       from customers c join sales_order_references r on r.customer_no = c.customer_no and r.reference = $1`,
    [reference],
  );
}
