/** SQL of sales orders, their details and references. */

import type { DocumentName, DocumentNameSource } from '../inventory/index.ts';
import { jsons, texts, uuids } from '../platform/db/arrays.ts';
import { boolean, copyTarget, date, hexBytes, instant, json, smallint, text, uuid } from '../platform/db/copy.ts';
import type { Reader, Tx } from '../platform/db/db.ts';
import type { OrderDetails, OrderLine, OrderStatus, OrderType, SalesOrder } from './order.ts';

export interface SalesOrderKey {
  readonly customerNo: string;
  readonly orderId: string;
}

/** Why the warehouse was chosen and what was short, for support questions (decision 12). */
export interface AllocationNote {
  readonly because: string;
  readonly short?: readonly {
    readonly itemNo: string;
    readonly status: string;
    readonly wanted: number;
    readonly available: number;
  }[];
}

export interface NewOrder extends SalesOrder {
  /** 64 hex digits. */
  readonly contentHash: string;
  readonly details: OrderDetails;
  readonly allocation: AllocationNote | undefined;
}

interface OrderRow {
  customer_no: string;
  order_id: string;
  order_no: string;
  shipment_key: string;
  order_type: OrderType;
  status: OrderStatus;
  warehouse: string;
  warehouse_named: boolean;
  carrier: string;
  service: string;
  requested_ship_date: Temporal.PlainDate | null;
  ice_pack: 0 | 1;
  batch_id: string;
  jit_label_id: string | null;
  accepted_at: Temporal.Instant;
  queued_at: Temporal.Instant;
  lines: OrderLine[];
}

const orderColumns = `o.customer_no, o.order_id, o.order_no, o.shipment_key, o.order_type, o.status, o.warehouse,
  o.warehouse_named, o.carrier, o.service, o.requested_ship_date, o.ice_pack, o.batch_id, o.jit_label_id, o.accepted_at,
  o.queued_at, o.lines`;

function orderOf(row: OrderRow): SalesOrder {
  return {
    customerNo: row.customer_no,
    orderId: row.order_id,
    orderNo: row.order_no,
    shipmentKey: row.shipment_key,
    orderType: row.order_type,
    status: row.status,
    warehouse: row.warehouse,
    warehouseNamed: row.warehouse_named,
    carrier: row.carrier,
    service: row.service,
    requestedShipDate: row.requested_ship_date ?? undefined,
    icePack: row.ice_pack,
    batchId: row.batch_id,
    jitLabelId: row.jit_label_id ?? undefined,
    acceptedAt: row.accepted_at,
    queuedAt: row.queued_at,
    lines: row.lines,
  };
}

/** The parameters `$1` and `$2` of a statement about these orders. */
export const orderKeyColumns = (keys: readonly SalesOrderKey[]) => [
  texts(keys, (k) => k.customerNo),
  uuids(keys, (k) => k.orderId),
];
/** The FROM item of `orderKeyColumns`, as `k`. */
export const orderKeys = 'unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)';

type KeyedDetails = SalesOrderKey & { readonly details: OrderDetails };

const newDetails = copyTarget<KeyedDetails>('sales_order_details', {
  customer_no: text((d) => d.customerNo),
  order_id: uuid((d) => d.orderId),
  document: json((d) => JSON.stringify(d.details)),
});

/** Inserts the details of new orders. Call it before balances are locked, to keep those locks short. */
export function insertOrderDetails(tx: Tx, details: readonly KeyedDetails[]): void {
  tx.copy(newDetails, details);
}

const newOrders = copyTarget<NewOrder>('sales_orders', {
  customer_no: text((o) => o.customerNo),
  order_id: uuid((o) => o.orderId),
  order_no: text((o) => o.orderNo),
  shipment_key: text((o) => o.shipmentKey),
  order_type: text((o) => o.orderType),
  status: text((o) => o.status),
  content_hash: hexBytes((o) => o.contentHash),
  warehouse: text((o) => o.warehouse),
  warehouse_named: boolean((o) => o.warehouseNamed),
  carrier: text((o) => o.carrier),
  service: text((o) => o.service),
  requested_ship_date: date((o) => o.requestedShipDate),
  ice_pack: smallint((o) => o.icePack),
  batch_id: text((o) => o.batchId),
  accepted_at: instant((o) => o.acceptedAt),
  queued_at: instant((o) => o.queuedAt),
  lines: json((o) => JSON.stringify(o.lines)),
  allocation: json((o) => (o.allocation === undefined ? null : JSON.stringify(o.allocation))),
});

/** Inserts new orders without their details. */
export function insertOrders(tx: Tx, orders: readonly NewOrder[]): void {
  tx.copy(newOrders, orders);
}

/** Locks orders in key order and returns them. Unknown ones are omitted. */
export async function lockSalesOrders(tx: Tx, ids: readonly SalesOrderKey[]): Promise<SalesOrder[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<OrderRow>(
    `select ${orderColumns} from sales_orders o join ${orderKeys} using (customer_no, order_id)
      order by o.customer_no, o.order_id for no key update of o`,
    orderKeyColumns(ids),
  );
  return rows.map(orderOf);
}

/** Reads orders without locks. Unknown ones are omitted. */
export async function readSalesOrders(reader: Reader, ids: readonly SalesOrderKey[]): Promise<SalesOrder[]> {
  if (ids.length === 0) return [];
  const rows = await reader.rows<OrderRow>(
    `select ${orderColumns} from sales_orders o join ${orderKeys} using (customer_no, order_id)`,
    orderKeyColumns(ids),
  );
  return rows.map(orderOf);
}

export interface OrderStatusUpdate extends SalesOrderKey {
  readonly status: OrderStatus;
  readonly warehouse?: string;
  readonly carrier?: string;
  readonly service?: string;
}

/** Updates the status and, where given, warehouse, carrier and service of locked orders. */
export async function updateOrderStatuses(tx: Tx, changes: readonly OrderStatusUpdate[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.rows(
    `update sales_orders o
        set status = c.status, warehouse = coalesce(c.warehouse, o.warehouse), carrier = coalesce(c.carrier, o.carrier),
            service = coalesce(c.service, o.service)
       from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
         as c (customer_no, order_id, status, warehouse, carrier, service)
      where o.customer_no = c.customer_no and o.order_id = c.order_id`,
    [
      ...orderKeyColumns(changes),
      changes.map((c) => c.status),
      changes.map((c) => c.warehouse ?? null),
      changes.map((c) => c.carrier ?? null),
      changes.map((c) => c.service ?? null),
    ],
  );
}

/** Updates status and lines of locked orders. */
export async function updateOrderLines(
  tx: Tx,
  changes: readonly Pick<SalesOrder, 'customerNo' | 'orderId' | 'status' | 'lines'>[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.rows(
    `update sales_orders o set status = c.status, lines = c.lines
       from unnest($1::text[], $2::uuid[], $3::text[], $4::json[]) as c (customer_no, order_id, status, lines)
      where o.customer_no = c.customer_no and o.order_id = c.order_id`,
    [...orderKeyColumns(changes), changes.map((c) => c.status), changes.map((c) => JSON.stringify(c.lines))],
  );
}

/** The details of orders by order id. Erased ones are omitted. */
export async function readOrderDetails(
  reader: Reader,
  ids: readonly SalesOrderKey[],
): Promise<Map<string, OrderDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<{ order_id: string; document: OrderDetails }>(
    `select d.order_id, d.document from sales_order_details d join ${orderKeys} using (customer_no, order_id)`,
    orderKeyColumns(ids),
  );
  return new Map(rows.map((r) => [r.order_id, r.document]));
}

/** All orders with this number, live and canceled, of all shipment keys, sorted by acceptance. */
export async function findSalesOrders(reader: Reader, customerNo: string, orderNo: string): Promise<SalesOrder[]> {
  const rows = await reader.rows<OrderRow>(
    `select ${orderColumns}
       from (select i.order_id from sales_order_identities i
              where i.customer_no = $1 and i.kind = 1 and i.name = $2
              union
             select c.order_id from sales_orders c
              where c.customer_no = $1 and c.order_no = $2 and c.status = 'CANCELED') k
       join sales_orders o on o.customer_no = $1 and o.order_id = k.order_id
      order by o.queued_at, o.order_id`,
    [customerNo, orderNo],
  );
  return rows.map(orderOf);
}

/** Ids of all orders with these numbers, live and canceled. */
export async function findOrderIds(reader: Reader, customerNo: string, orderNos: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select i.order_id from sales_order_identities i
      where i.customer_no = $1 and i.kind = 1 and i.name = any ($2::text[])
      union
     select o.order_id from sales_orders o
      where o.customer_no = $1 and o.order_no = any ($2::text[]) and o.status = 'CANCELED'`,
    [customerNo, orderNos],
  );
  return rows.map((row) => row.order_id);
}

/** Inserts transaction references of changes. Each identifies its order from now on (decision 5). */
export async function addSalesOrderReferences(
  tx: Tx,
  added: readonly (SalesOrderKey & { readonly reference: string })[],
): Promise<void> {
  if (added.length === 0) return;
  await tx.rows(
    `insert into sales_order_references (customer_no, order_id, reference)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[])`,
    [...orderKeyColumns(added), added.map((a) => a.reference)],
  );
}

export type SavedOrder = SalesOrder & Pick<NewOrder, 'details' | 'allocation'>;

/** Writes locked orders and their details. Number, reference, acceptance and queue position do not change. */
export async function saveOrders(tx: Tx, orders: readonly SavedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `update sales_orders o
        set order_type = c.order_type, status = c.status, warehouse = c.warehouse, warehouse_named = c.warehouse_named,
            carrier = c.carrier, service = c.service, requested_ship_date = c.requested_ship_date,
            ice_pack = c.ice_pack, batch_id = c.batch_id, lines = c.lines, allocation = c.allocation
       from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[],
                   $9::date[], $10::smallint[], $11::text[], $12::json[], $13::json[])
         as c (customer_no, order_id, order_type, status, warehouse, warehouse_named, carrier, service,
               requested_ship_date, ice_pack, batch_id, lines, allocation)
      where o.customer_no = c.customer_no and o.order_id = c.order_id`,
    [
      ...orderKeyColumns(orders),
      orders.map((o) => o.orderType),
      orders.map((o) => o.status),
      orders.map((o) => o.warehouse),
      orders.map((o) => o.warehouseNamed),
      orders.map((o) => o.carrier),
      orders.map((o) => o.service),
      orders.map((o) => o.requestedShipDate?.toString() ?? null),
      orders.map((o) => o.icePack),
      orders.map((o) => o.batchId),
      orders.map((o) => JSON.stringify(o.lines)),
      orders.map((o) => (o.allocation === undefined ? null : JSON.stringify(o.allocation))),
    ],
  );
  await tx.rows(
    `insert into sales_order_details (customer_no, order_id, document)
     select * from unnest($1::text[], $2::uuid[], $3::json[])
         on conflict (customer_no, order_id) do update set document = excluded.document`,
    [...orderKeyColumns(orders), jsons(orders, (o) => JSON.stringify(o.details))],
  );
}

/** Allocation notes by order id. Orders without one are omitted. */
export async function readAllocationNotes(
  reader: Reader,
  ids: readonly SalesOrderKey[],
): Promise<Map<string, AllocationNote>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<{ order_id: string; allocation: AllocationNote }>(
    `select o.order_id, o.allocation from sales_orders o join ${orderKeys} using (customer_no, order_id)
      where o.allocation is not null`,
    orderKeyColumns(ids),
  );
  return new Map(rows.map((r) => [r.order_id, r.allocation]));
}

/** Stores the JIT labels of locked orders. The labels themselves belong to the labels slice. */
export async function recordJitLabels(
  tx: Tx,
  labels: readonly (SalesOrderKey & { readonly labelId: string })[],
): Promise<void> {
  if (labels.length === 0) return;
  await tx.rows(
    `update sales_orders o set jit_label_id = l.label_id
       from unnest($1::text[], $2::uuid[], $3::text[]) as l (customer_no, order_id, label_id)
      where o.customer_no = l.customer_no and o.order_id = l.order_id`,
    [...orderKeyColumns(labels), labels.map((l) => l.labelId)],
  );
}

/** Names sales orders in the explanation of a quantity. */
export const salesOrderNames: DocumentNameSource = async (reader, documents) => {
  const orders = await readSalesOrders(
    reader,
    documents.map(({ customerNo, subject }) => ({ customerNo, orderId: subject })),
  );
  return new Map(
    orders.map(({ orderId, orderNo, status }): [string, DocumentName] => [
      orderId,
      { kind: 'sales order', name: orderNo, status },
    ]),
  );
};
