/** Pages and counts of transfer orders across customers, newest first, by keyset: never by offset, and never counted without a bound. */
import { isUuid } from '../lib/uuid.ts';
import type { Reader } from '../platform/db/db.ts';
import type { InboundListFilter } from './list-purchase-orders.ts';

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

/** At most `limit` orders that are older than one. A warehouse matches at both ends. */
export async function listTransferOrders(
  reader: Reader,
  filter: InboundListFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ListedTransferOrder[]> {
  const { conditions, values } = conditionsOf(filter);
  if (after !== undefined) conditions.push(`o.order_id < $${values.push(after)}::uuid`);
  return await reader.rows<ListedTransferOrder>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.transfer_order_number as number,
            o.customer_reference_no as "customerReferenceNo", o.status, o.from_warehouse as "fromWarehouse",
            o.to_warehouse as "toWarehouse", o.requested_date as "requestedDate", o.queued_at as "createdAt",
            l.units, l.shipped, l.received
       from transfer_orders o
      cross join lateral (select sum(l.units)::bigint as units, sum(l.shipped)::bigint as shipped,
                                 sum(l.received + l.surplus)::bigint as received from transfer_order_lines l
                           where l.customer_no = o.customer_no and l.order_id = o.order_id) l
      ${whereOf(conditions)} order by o.order_id desc limit $${values.push(limit)}`,
    values,
  );
}

/** How many orders match, counted up to `limit`. */
export async function countTransferOrders(reader: Reader, filter: InboundListFilter, limit: number): Promise<number> {
  const { conditions, values } = conditionsOf(filter);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from transfer_orders o ${whereOf(conditions)} limit $${values.push(limit)}) found`,
    values,
  );
  return row?.count ?? 0;
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;

function conditionsOf({ customers, statuses, warehouses, text }: InboundListFilter) {
  const conditions: string[] = [];
  const values: unknown[] = [];
  if (customers.length > 0) conditions.push(`o.customer_no = any ($${values.push(customers)}::text[])`);
  if (statuses.length > 0) conditions.push(`o.status = any ($${values.push(statuses)}::text[])`);
  if (warehouses.length > 0) {
    const codes = `$${values.push(warehouses)}::text[]`;
    conditions.push(`(o.from_warehouse = any (${codes}) or o.to_warehouse = any (${codes}))`);
  }
  if (isUuid(text)) conditions.push(`o.order_id = $${values.push(text)}::uuid`);
  else if (text !== '') {
    const name = `$${values.push(text.toUpperCase())}`;
    conditions.push(`(upper(o.transfer_order_number) = ${name} or upper(o.customer_reference_no) = ${name})`);
  }
  return { conditions, values };
}
