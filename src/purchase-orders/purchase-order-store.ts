/** All SQL of purchase orders, their lines and their documents. */
import type { OrderKey } from '../documents/index.ts';
import type { Reader, Tx } from '../platform/db/db.ts';
import type {
  LineArrival,
  PurchaseOrder,
  PurchaseOrderDetails,
  PurchaseOrderDraft,
  PurchaseOrderLine,
  PurchaseOrderStatus,
  TransportMethod,
} from './purchase-order.ts';

export interface NewPurchaseOrder extends OrderKey {
  readonly number: string;
  readonly contentHash: Buffer;
  readonly draft: PurchaseOrderDraft;
  readonly createdAt: Temporal.Instant;
}

/** Inserts orders with their lines and documents; three statements whatever their number. */
export async function insertPurchaseOrders(tx: Tx, orders: readonly NewPurchaseOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `insert into purchase_orders (customer_no, order_id, customer_reference_no, purchase_order_number, status,
                                  content_hash, transport_method, requested_date, warehouse, inventory_status,
                                  reference_no, created_at)
     select customer_no, order_id, customer_reference_no, purchase_order_number, 'OPEN', content_hash,
            transport_method, requested_date, warehouse, inventory_status, reference_no, created_at
       from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::text[], $7::date[], $8::text[],
                   $9::text[], $10::text[], $11::timestamptz[])
         as o (customer_no, order_id, customer_reference_no, purchase_order_number, content_hash, transport_method,
               requested_date, warehouse, inventory_status, reference_no, created_at)`,
    [
      orders.map((o) => o.customerNo),
      orders.map((o) => o.orderId),
      orders.map((o) => o.draft.customerReferenceNo),
      orders.map((o) => o.number),
      orders.map((o) => o.contentHash),
      orders.map((o) => o.draft.transportMethod),
      orders.map((o) => o.draft.requestedDate),
      orders.map((o) => o.draft.warehouse),
      orders.map((o) => o.draft.inventoryStatus),
      orders.map((o) => o.draft.referenceNo),
      orders.map((o) => o.createdAt),
    ],
  );
  await insertLines(tx, orders);
  await tx.rows(
    `insert into purchase_order_details (customer_no, order_id, document)
     select * from unnest($1::text[], $2::uuid[], $3::json[])`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId), orders.map((o) => JSON.stringify(o.draft.details))],
  );
}

async function insertLines(
  tx: Tx,
  orders: readonly (OrderKey & { readonly draft: PurchaseOrderDraft })[],
): Promise<void> {
  const lines = orders.flatMap((order) => order.draft.lines.map((line, index) => ({ ...line, order, no: index + 1 })));
  await tx.rows(
    `insert into purchase_order_lines (customer_no, order_id, line, item_no, item_description, ordered)
     select * from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::bigint[])`,
    [
      lines.map((l) => l.order.customerNo),
      lines.map((l) => l.order.orderId),
      lines.map((l) => l.no),
      lines.map((l) => l.itemNo),
      lines.map((l) => l.description),
      lines.map((l) => l.quantity),
    ],
  );
}

interface OrderRow {
  customer_no: string;
  order_id: string;
  customer_reference_no: string;
  purchase_order_number: string;
  status: PurchaseOrderStatus;
  transport_method: TransportMethod;
  requested_date: Temporal.PlainDate;
  warehouse: string;
  inventory_status: string;
  reference_no: string;
}

/** Locks orders, in sorted order, and reads them with their lines. Unknown keys are left out; repeated keys count once. */
export async function lockPurchaseOrders(tx: Tx, keys: readonly OrderKey[]): Promise<PurchaseOrder[]> {
  if (keys.length === 0) return [];
  const rows = await tx.rows<OrderRow>(
    `select o.customer_no, o.order_id, o.customer_reference_no, o.purchase_order_number, o.status, o.transport_method,
            o.requested_date, o.warehouse, o.inventory_status, o.reference_no
       from purchase_orders o
      where (o.customer_no, o.order_id) in (select * from unnest($1::text[], $2::uuid[]))
      order by o.customer_no, o.order_id
        for no key update of o`,
    [keys.map((key) => key.customerNo), keys.map((key) => key.orderId)],
  );
  const lines = await readLines(
    tx,
    rows.map((row) => ({ customerNo: row.customer_no, orderId: row.order_id })),
  );
  return rows.map((row) => orderOf(row, lines.get(row.order_id) ?? []));
}

const orderOf = (row: OrderRow, lines: readonly PurchaseOrderLine[]): PurchaseOrder => ({
  customerNo: row.customer_no,
  orderId: row.order_id,
  customerReferenceNo: row.customer_reference_no,
  number: row.purchase_order_number,
  status: row.status,
  transportMethod: row.transport_method,
  requestedDate: row.requested_date,
  warehouse: row.warehouse,
  inventoryStatus: row.inventory_status,
  referenceNo: row.reference_no,
  lines,
});

async function readLines(tx: Tx, orders: readonly OrderKey[]): Promise<Map<string, PurchaseOrderLine[]>> {
  const rows = await tx.rows<{
    order_id: string;
    line: number;
    item_no: string;
    item_description: string;
    ordered: number;
    received: number;
  }>(
    `select l.order_id, l.line, l.item_no, l.item_description, l.ordered, l.received
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join purchase_order_lines l using (customer_no, order_id)
      order by l.customer_no, l.order_id, l.line`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  const lines = new Map<string, PurchaseOrderLine[]>();
  for (const row of rows) {
    const { order_id: orderId, line, item_no: itemNo, item_description: description, ordered, received } = row;
    const ofOrder = lines.get(orderId) ?? [];
    ofOrder.push({ line, itemNo, description, ordered, received });
    lines.set(orderId, ofOrder);
  }
  return lines;
}

/** People, addresses and texts of orders, by order id; those that were erased are left out. */
export async function readPurchaseOrderDetails(
  reader: Reader,
  orders: readonly OrderKey[],
): Promise<Map<string, PurchaseOrderDetails>> {
  if (orders.length === 0) return new Map();
  const rows = await reader.rows<{ order_id: string; document: PurchaseOrderDetails }>(
    `select d.order_id, d.document
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join purchase_order_details d using (customer_no, order_id)`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return new Map(rows.map((row) => [row.order_id, row.document]));
}

/** An order as it is to be from now on. It is locked. */
export interface SavedPurchaseOrder extends OrderKey {
  readonly draft: PurchaseOrderDraft;
  /** Whether its lines are others than before. */
  readonly hasNewLines: boolean;
}

/** Rewrites orders that are OPEN; its name and its number stay. */
export async function savePurchaseOrders(tx: Tx, orders: readonly SavedPurchaseOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const keys = [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)];
  await tx.rows(
    `update purchase_orders o
        set transport_method = k.transport_method, requested_date = k.requested_date, warehouse = k.warehouse,
            inventory_status = k.inventory_status, reference_no = k.reference_no
       from unnest($1::text[], $2::uuid[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[])
         as k (customer_no, order_id, transport_method, requested_date, warehouse, inventory_status, reference_no)
      where (o.customer_no, o.order_id) = (k.customer_no, k.order_id)`,
    [
      ...keys,
      orders.map((o) => o.draft.transportMethod),
      orders.map((o) => o.draft.requestedDate),
      orders.map((o) => o.draft.warehouse),
      orders.map((o) => o.draft.inventoryStatus),
      orders.map((o) => o.draft.referenceNo),
    ],
  );
  await tx.rows(
    `insert into purchase_order_details (customer_no, order_id, document)
     select * from unnest($1::text[], $2::uuid[], $3::json[])
         on conflict (customer_no, order_id) do update set document = excluded.document`,
    [...keys, orders.map((o) => JSON.stringify(o.draft.details))],
  );
  const renewed = orders.filter((order) => order.hasNewLines);
  if (renewed.length === 0) return;
  await tx.rows(
    `delete from purchase_order_lines l using unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
      where (l.customer_no, l.order_id) = (k.customer_no, k.order_id)`,
    [renewed.map((o) => o.customerNo), renewed.map((o) => o.orderId)],
  );
  await insertLines(tx, renewed);
}

/** Sets the statuses of orders that are locked. */
export async function updatePurchaseOrderStatuses(
  tx: Tx,
  orders: readonly (OrderKey & { readonly status: PurchaseOrderStatus })[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `update purchase_orders o set status = k.status
       from unnest($1::text[], $2::uuid[], $3::text[]) as k (customer_no, order_id, status)
      where (o.customer_no, o.order_id) = (k.customer_no, k.order_id)`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId), orders.map((o) => o.status)],
  );
}

/** What has arrived for an order, and its status from then on. The order is locked. */
export interface PurchaseOrderArrival extends OrderKey {
  readonly status: PurchaseOrderStatus;
  readonly arrivals: readonly LineArrival[];
}

/** Counts arrivals on the lines and sets the orders' statuses. */
export async function addPurchaseOrderArrivals(tx: Tx, orders: readonly PurchaseOrderArrival[]): Promise<void> {
  if (orders.length === 0) return;
  const lines = orders.flatMap((order) => order.arrivals.map((arrival) => ({ ...arrival, order })));
  await tx.rows(
    `update purchase_order_lines l set received = l.received + k.quantity
       from (select customer_no, order_id, line, sum(quantity)::bigint as quantity
               from unnest($1::text[], $2::uuid[], $3::int[], $4::bigint[]) as a (customer_no, order_id, line, quantity)
              group by customer_no, order_id, line) k
      where (l.customer_no, l.order_id, l.line) = (k.customer_no, k.order_id, k.line)`,
    [
      lines.map((l) => l.order.customerNo),
      lines.map((l) => l.order.orderId),
      lines.map((l) => l.line),
      lines.map((l) => l.quantity),
    ],
  );
  await updatePurchaseOrderStatuses(tx, orders);
}
