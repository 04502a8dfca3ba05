/**
 * Pages and counts of purchase orders across customers, newest first. Pages are read by key, not by offset, and counts
 * are bounded.
 */
import type { Reader } from '../platform/db/db.ts';
import { type InboundListFilter, type InboundListPageRequest, inboundListWhere } from './inbound-lists.ts';

export interface ListedPurchaseOrder {
  readonly customerNo: string;
  readonly orderId: string;
  readonly number: string;
  readonly customerReferenceNo: string;
  readonly referenceNo: string;
  readonly status: string;
  readonly warehouse: string;
  readonly inventoryStatus: string;
  readonly transportMethod: string;
  readonly requestedDate: Temporal.PlainDate;
  readonly createdAt: Temporal.Instant;
  readonly ordered: number;
  readonly received: number;
}

const columns = {
  warehouses: ['warehouse'],
  names: ['purchase_order_number', 'customer_reference_no', 'reference_no'],
};

/** At most `limit` orders, newest first, that are older than the order `after`. */
export async function listPurchaseOrders(
  reader: Reader,
  filter: InboundListFilter,
  { after, limit }: InboundListPageRequest,
): Promise<ListedPurchaseOrder[]> {
  const { where, values } = inboundListWhere(filter, columns, after);
  return await reader.rows<ListedPurchaseOrder>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.purchase_order_number as number,
            o.customer_reference_no as "customerReferenceNo", o.reference_no as "referenceNo", o.status, o.warehouse,
            o.inventory_status as "inventoryStatus", o.transport_method as "transportMethod",
            o.requested_date as "requestedDate", o.created_at as "createdAt", l.ordered, l.received
       from purchase_orders o
      cross join lateral (select sum(l.ordered)::bigint as ordered, sum(l.received)::bigint as received from purchase_order_lines l
                           where l.customer_no = o.customer_no and l.order_id = o.order_id) l
      ${where} order by o.order_id desc limit $${values.push(limit)}`,
    values,
  );
}

/** How many orders match, counted up to `limit`. */
export async function countPurchaseOrders(reader: Reader, filter: InboundListFilter, limit: number): Promise<number> {
  const { where, values } = inboundListWhere(filter, columns);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from purchase_orders o ${where} limit $${values.push(limit)}) found`,
    values,
  );
  return row?.count ?? 0;
}
