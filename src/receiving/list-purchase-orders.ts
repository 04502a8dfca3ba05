/** Pages and counts of purchase orders across customers, newest first, by keyset: never by offset, and never counted without a bound. */
import { isUuid } from '../lib/uuid.ts';
import type { Reader } from '../platform/db/db.ts';

/** Empty lists and '' match everything. */
export interface InboundListFilter {
  readonly customers: readonly string[];
  readonly statuses: readonly string[];
  readonly warehouses: readonly string[];
  /** A whole number or reference, in any letter case, or a transaction reference. */
  readonly text: string;
}

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

/** At most `limit` orders that are older than one. */
export async function listPurchaseOrders(
  reader: Reader,
  filter: InboundListFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ListedPurchaseOrder[]> {
  const { conditions, values } = conditionsOf(filter);
  if (after !== undefined) conditions.push(`o.order_id < $${values.push(after)}::uuid`);
  return await reader.rows<ListedPurchaseOrder>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.purchase_order_number as number,
            o.customer_reference_no as "customerReferenceNo", o.reference_no as "referenceNo", o.status, o.warehouse,
            o.inventory_status as "inventoryStatus", o.transport_method as "transportMethod",
            o.requested_date as "requestedDate", o.created_at as "createdAt", l.ordered, l.received
       from purchase_orders o
      cross join lateral (select sum(l.ordered)::bigint as ordered, sum(l.received)::bigint as received from purchase_order_lines l
                           where l.customer_no = o.customer_no and l.order_id = o.order_id) l
      ${whereOf(conditions)} order by o.order_id desc limit $${values.push(limit)}`,
    values,
  );
}

/** How many orders match, counted up to `limit`. */
export async function countPurchaseOrders(reader: Reader, filter: InboundListFilter, limit: number): Promise<number> {
  const { conditions, values } = conditionsOf(filter);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count from (select 1 from purchase_orders o ${whereOf(conditions)} limit $${values.push(limit)}) found`,
    values,
  );
  return row?.count ?? 0;
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;

function conditionsOf({ customers, statuses, warehouses, text }: InboundListFilter) {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const isOneOf = (column: string, list: readonly string[]): void => {
    if (list.length > 0) conditions.push(`o.${column} = any ($${values.push(list)}::text[])`);
  };
  isOneOf('customer_no', customers);
  isOneOf('status', statuses);
  isOneOf('warehouse', warehouses);
  if (isUuid(text)) conditions.push(`o.order_id = $${values.push(text)}::uuid`);
  else if (text !== '') {
    const name = `$${values.push(text.toUpperCase())}`;
    conditions.push(
      `(upper(o.purchase_order_number) = ${name} or upper(o.customer_reference_no) = ${name} or upper(o.reference_no) = ${name})`,
    );
  }
  return { conditions, values };
}
