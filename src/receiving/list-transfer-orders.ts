/**
 * Pages and counts of transfer orders across customers, newest first. Pages are read by key, not by offset, and counts
 * are bounded.
 */
import type { Reader } from '../platform/db/db.ts';
import { type InboundListFilter, type InboundListPageRequest, inboundListWhere } from './inbound-lists.ts';

export interface ListedTransferOrder {
  readonly customerNo: string;
  readonly orderId: string;
  readonly number: string;
  readonly customerReferenceNo: string;
  readonly status: string;
  readonly fromWarehouse: string;
  readonly toWarehouse: string;
  readonly requestedDate: Temporal.PlainDate;
  readonly createdAt: Temporal.Instant;
  readonly units: number;
  readonly shipped: number;
  readonly received: number;
}

const columns = {
  warehouses: ['from_warehouse', 'to_warehouse'],
  names: ['transfer_order_number', 'customer_reference_no'],
};

/**
 * At most `limit` orders, newest first, that are older than the order `after`. A warehouse matches as source or
 * destination.
 */
export async function listTransferOrders(
  reader: Reader,
  filter: InboundListFilter,
  { after, limit }: InboundListPageRequest,
): Promise<ListedTransferOrder[]> {
  const { where, values } = inboundListWhere(filter, columns, after);
  return await reader.rows<ListedTransferOrder>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.transfer_order_number as number,
            o.customer_reference_no as "customerReferenceNo", o.status, o.from_warehouse as "fromWarehouse",
            o.to_warehouse as "toWarehouse", o.requested_date as "requestedDate", o.queued_at as "createdAt",
            l.units, l.shipped, l.received
       from transfer_orders o
      cross join lateral (select sum(l.units)::bigint as units, sum(l.shipped)::bigint as shipped,
                                 sum(l.received + l.surplus)::bigint as received from transfer_order_lines l
                           where l.customer_no = o.customer_no and l.order_id = o.order_id) l
      ${where} order by o.order_id desc limit $${values.push(limit)}`,
    values,
  );
}

/** How many orders match, counted up to `limit`. */
export async function countTransferOrders(reader: Reader, filter: InboundListFilter, limit: number): Promise<number> {
  const { where, values } = inboundListWhere(filter, columns);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from transfer_orders o ${where} limit $${values.push(limit)}) found`,
    values,
  );
  return row?.count ?? 0;
}
