/** All SQL of `sales_orders`, their documents, holds and references. Locks and writes take `Tx`; reads take `Reader`. */
import { jsons, texts, uuids } from '../platform/db/arrays.ts';
import { boolean, copyTarget, date, hexBytes, instant, json, smallint, text, uuid } from '../platform/db/copy.ts';
import type { Reader, Tx } from '../platform/db/db.ts';
import type {
  Hold,
  HoldOwner,
  HoldReason,
  OrderDetails,
  OrderLine,
  OrderStatus,
  OrderType,
  SalesOrder,
} from './order.ts';

export interface SalesOrderKey {
  readonly customerNo: string;
  readonly orderId: string;
}

/** Why this warehouse, and what was short: kept for whoever asks why (decision 12). */
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
  readonly document: OrderDetails;
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

const keyColumns = (keys: readonly SalesOrderKey[]) => [
  texts(keys, (k) => k.customerNo),
  uuids(keys, (k) => k.orderId),
];
const keys = 'unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)';

const newDocuments = copyTarget<SalesOrderKey & { readonly document: OrderDetails }>('sales_order_details', {
  customer_no: text((d) => d.customerNo),
  order_id: uuid((d) => d.orderId),
  document: json((d) => JSON.stringify(d.document)),
});

/** Writes the documents of new orders. They lock nothing that others want: write them before the balances are locked. */
export function insertOrderDetails(
  tx: Tx,
  documents: readonly (SalesOrderKey & { readonly document: OrderDetails })[],
): void {
  tx.copy(newDocuments, documents);
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

/** Writes new orders, without their documents. */
export function insertOrders(tx: Tx, orders: readonly NewOrder[]): void {
  tx.copy(newOrders, orders);
}

/** Locks orders, sorted, and reads them as they are under the lock. Unknown ones are left out. */
export async function lockSalesOrders(tx: Tx, ids: readonly SalesOrderKey[]): Promise<SalesOrder[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<OrderRow>(
    `select ${orderColumns} from sales_orders o join ${keys} using (customer_no, order_id)
      order by o.customer_no, o.order_id for no key update of o`,
    keyColumns(ids),
  );
  return rows.map(orderOf);
}

/** Orders as they stand, not locked. Unknown ones are left out. */
export async function readSalesOrders(reader: Reader, ids: readonly SalesOrderKey[]): Promise<SalesOrder[]> {
  if (ids.length === 0) return [];
  const rows = await reader.rows<OrderRow>(
    `select ${orderColumns} from sales_orders o join ${keys} using (customer_no, order_id)`,
    keyColumns(ids),
  );
  return rows.map(orderOf);
}

export interface OrderStatusUpdate extends SalesOrderKey {
  readonly status: OrderStatus;
  readonly warehouse?: string;
  readonly carrier?: string;
  readonly service?: string;
}

/** Sets the status, and where given the warehouse, carrier and service, of orders that the caller has locked. */
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
      ...keyColumns(changes),
      changes.map((c) => c.status),
      changes.map((c) => c.warehouse ?? null),
      changes.map((c) => c.carrier ?? null),
      changes.map((c) => c.service ?? null),
    ],
  );
}

/** Sets status and lines of orders that the caller has locked. */
export async function updateOrderLines(
  tx: Tx,
  changes: readonly Pick<SalesOrder, 'customerNo' | 'orderId' | 'status' | 'lines'>[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.rows(
    `update sales_orders o set status = c.status, lines = c.lines
       from unnest($1::text[], $2::uuid[], $3::text[], $4::json[]) as c (customer_no, order_id, status, lines)
      where o.customer_no = c.customer_no and o.order_id = c.order_id`,
    [...keyColumns(changes), changes.map((c) => c.status), changes.map((c) => JSON.stringify(c.lines))],
  );
}

/** What the callers sent about people and texts, by order id. An erased document is left out. */
export async function readOrderDetails(
  reader: Reader,
  ids: readonly SalesOrderKey[],
): Promise<Map<string, OrderDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<{ order_id: string; document: OrderDetails }>(
    `select d.order_id, d.document from sales_order_details d join ${keys} using (customer_no, order_id)`,
    keyColumns(ids),
  );
  return new Map(rows.map((r) => [r.order_id, r.document]));
}

/** Every order of this number, live and canceled, of all shipment keys, oldest first. */
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

/** The ids of every order of these numbers, live and canceled. */
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

/** Holds in force by order id; orders without holds are left out. */
export async function readHolds(reader: Reader, ids: readonly SalesOrderKey[]): Promise<Map<string, Hold[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<{
    order_id: string;
    reason: HoldReason;
    owner: HoldOwner;
    cause: string;
    description: string;
    ends_at: Temporal.Instant | null;
  }>(
    `select h.order_id, h.reason, h.owner, h.cause, h.description, h.ends_at
       from sales_order_holds h join ${keys} using (customer_no, order_id)
      order by h.order_id, h.placed_at, h.reason, h.cause`,
    keyColumns(ids),
  );
  const holds = new Map<string, Hold[]>();
  for (const { order_id, ends_at, ...hold } of rows) {
    const list = holds.get(order_id) ?? [];
    list.push(ends_at === null ? hold : { ...hold, endsAt: ends_at });
    holds.set(order_id, list);
  }
  return holds;
}

/** What tells a hold of an order from its others. */
export type HoldKey = Pick<Hold, 'reason' | 'owner' | 'cause'>;

export interface PlacedHold extends SalesOrderKey {
  readonly hold: Hold;
  readonly placedAt: Temporal.Instant;
}

/** Puts holds on orders; the same hold (reason, owner, cause) again takes the newer description. */
export async function upsertHolds(tx: Tx, placed: readonly PlacedHold[]): Promise<void> {
  if (placed.length === 0) return;
  tx.send(
    `insert into sales_order_holds (customer_no, order_id, reason, owner, cause, description, placed_at, ends_at)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
                          $8::timestamptz[])
         on conflict (customer_no, order_id, reason, owner, cause) do update
            set description = excluded.description, ends_at = excluded.ends_at`,
    [
      ...keyColumns(placed),
      placed.map((p) => p.hold.reason),
      placed.map((p) => p.hold.owner),
      placed.map((p) => p.hold.cause),
      placed.map((p) => p.hold.description),
      placed.map((p) => p.placedAt.toString()),
      placed.map((p) => p.hold.endsAt?.toString() ?? null),
    ],
  );
}

/** Ends these holds of these orders. */
export async function deleteHolds(
  tx: Tx,
  ended: readonly (SalesOrderKey & { readonly hold: HoldKey })[],
): Promise<void> {
  if (ended.length === 0) return;
  await tx.rows(
    `delete from sales_order_holds h
      using unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as k (customer_no, order_id, reason, owner, cause)
      where (h.customer_no, h.order_id, h.reason, h.owner, h.cause) = (k.customer_no, k.order_id, k.reason, k.owner, k.cause)`,
    [
      ...keyColumns(ended),
      ended.map((e) => e.hold.reason),
      ended.map((e) => e.hold.owner),
      ended.map((e) => e.hold.cause),
    ],
  );
}

/** Ends every hold of these orders. */
export async function deleteAllHolds(tx: Tx, ids: readonly SalesOrderKey[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows(
    `delete from sales_order_holds h using ${keys} where h.customer_no = k.customer_no and h.order_id = k.order_id`,
    keyColumns(ids),
  );
}

/** Remembers references answered for changes of orders: each identifies its order from now on (decision 5). */
export async function addSalesOrderReferences(
  tx: Tx,
  added: readonly (SalesOrderKey & { readonly reference: string })[],
): Promise<void> {
  if (added.length === 0) return;
  await tx.rows(
    `insert into sales_order_references (customer_no, order_id, reference)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[])`,
    [...keyColumns(added), added.map((a) => a.reference)],
  );
}

export type SavedOrder = SalesOrder & {
  readonly document: OrderDetails;
  readonly allocation: AllocationNote | undefined;
};

/** Writes orders that the caller has locked anew, with their documents; identity, acceptance and place stay. */
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
      ...keyColumns(orders),
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
    [...keyColumns(orders), jsons(orders, (o) => JSON.stringify(o.document))],
  );
}

/** The allocations kept with these orders, by order id. */
export async function readAllocationNotes(
  reader: Reader,
  ids: readonly SalesOrderKey[],
): Promise<Map<string, AllocationNote>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows<{ order_id: string; allocation: AllocationNote }>(
    `select o.order_id, o.allocation from sales_orders o join ${keys} using (customer_no, order_id)
      where o.allocation is not null`,
    keyColumns(ids),
  );
  return new Map(rows.map((r) => [r.order_id, r.allocation]));
}
