/** All SQL of the transfer orders, their lines and documents. */
import type { OrderKey } from '../documents/index.ts';
import type { PendingTransferSource } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { LineUnits } from './arrival.ts';
import type {
  AcceptedTransferLine,
  TransferOrder,
  TransferOrderDetails,
  TransferOrderLine,
  TransferOrderStatus,
  TransferRoute,
} from './transfer-order.ts';

const keyColumns = (orders: readonly OrderKey[]) => [
  orders.map((order) => order.customerNo),
  orders.map((order) => order.orderId),
];

export interface NewTransferOrder extends OrderKey, TransferRoute {
  readonly customerReferenceNo: string;
  readonly number: string;
  readonly contentHash: Buffer;
  readonly details: TransferOrderDetails;
  readonly queuedAt: Temporal.Instant;
  readonly lines: readonly AcceptedTransferLine[];
}

/** Inserts orders with their lines and documents; three statements whatever their number. */
export async function insertTransferOrders(tx: Tx, orders: readonly NewTransferOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `insert into transfer_orders (customer_no, order_id, customer_reference_no, transfer_order_number, status,
                                  content_hash, requested_date, from_warehouse, to_warehouse, inventory_status,
                                  to_inventory_status, queued_at)
     select customer_no, order_id, customer_reference_no, transfer_order_number, 'OPEN', content_hash, requested_date,
            from_warehouse, to_warehouse, inventory_status, to_inventory_status, queued_at
       from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::date[], $7::text[], $8::text[],
                   $9::text[], $10::text[], $11::timestamptz[])
         as o (customer_no, order_id, customer_reference_no, transfer_order_number, content_hash, requested_date,
               from_warehouse, to_warehouse, inventory_status, to_inventory_status, queued_at)`,
    [
      ...keyColumns(orders),
      orders.map((o) => o.customerReferenceNo),
      orders.map((o) => o.number),
      orders.map((o) => o.contentHash),
      orders.map((o) => o.requestedDate.toString()),
      orders.map((o) => o.fromWarehouse),
      orders.map((o) => o.toWarehouse),
      orders.map((o) => o.inventoryStatus),
      orders.map((o) => o.toInventoryStatus),
      orders.map((o) => o.queuedAt.toString()),
    ],
  );
  await insertLines(tx, orders);
  await tx.rows(
    `insert into transfer_order_details (customer_no, order_id, document)
     select * from unnest($1::text[], $2::uuid[], $3::jsonb[])`,
    [...keyColumns(orders), orders.map((o) => JSON.stringify(o.details))],
  );
}

/** An order with the lines that it has from now on. */
export interface TransferOrderLines extends OrderKey {
  readonly lines: readonly AcceptedTransferLine[];
}

async function insertLines(tx: Tx, orders: readonly TransferOrderLines[]): Promise<void> {
  const lines = orders.flatMap((order) => order.lines.map((line, index) => ({ ...line, order, no: index + 1 })));
  await tx.rows(
    `insert into transfer_order_lines (customer_no, order_id, line, item_no, item_description, quantity, quantity_unit,
                                       units, tax_status, unit_price)
     select * from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::int[], $7::text[], $8::bigint[],
                          $9::text[], $10::numeric[])`,
    [
      ...keyColumns(lines.map((l) => l.order)),
      lines.map((l) => l.no),
      lines.map((l) => l.itemNo),
      lines.map((l) => l.description),
      lines.map((l) => l.quantity),
      lines.map((l) => l.quantityUnit),
      lines.map((l) => l.units),
      lines.map((l) => l.taxStatus),
      lines.map((l) => l.unitPrice ?? null),
    ],
  );
}

/** Replaces all lines of orders that nothing has left yet. */
export async function replaceLines(tx: Tx, orders: readonly TransferOrderLines[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `delete from transfer_order_lines l using unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
      where (l.customer_no, l.order_id) = (k.customer_no, k.order_id)`,
    keyColumns(orders),
  );
  await insertLines(tx, orders);
}

/** Writes what an update may change of the orders themselves. */
export async function updateTransferRoutes(tx: Tx, orders: readonly (OrderKey & TransferRoute)[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `update transfer_orders o
        set requested_date = k.requested_date, inventory_status = k.inventory_status,
            to_inventory_status = k.to_inventory_status
       from unnest($1::text[], $2::uuid[], $3::date[], $4::text[], $5::text[])
         as k (customer_no, order_id, requested_date, inventory_status, to_inventory_status)
      where (o.customer_no, o.order_id) = (k.customer_no, k.order_id)`,
    [
      ...keyColumns(orders),
      orders.map((o) => o.requestedDate.toString()),
      orders.map((o) => o.inventoryStatus),
      orders.map((o) => o.toInventoryStatus),
    ],
  );
}

/** Lays these fields over the orders' documents; one that was erased begins anew. */
export async function mergeTransferOrderDetails(
  tx: Tx,
  orders: readonly (OrderKey & { readonly details: Partial<TransferOrderDetails> })[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `insert into transfer_order_details as d (customer_no, order_id, document)
     select * from unnest($1::text[], $2::uuid[], $3::jsonb[])
         on conflict (customer_no, order_id) do update set document = d.document || excluded.document`,
    [...keyColumns(orders), orders.map((o) => JSON.stringify(o.details))],
  );
}

interface OrderRow {
  customer_no: string;
  order_id: string;
  customer_reference_no: string;
  transfer_order_number: string;
  status: TransferOrderStatus;
  requested_date: Temporal.PlainDate;
  from_warehouse: string;
  to_warehouse: string;
  inventory_status: string;
  to_inventory_status: string;
  queued_at: Temporal.Instant;
}

/** Locks, sorted, and answers the orders that exist under these keys, with their lines. Repeated keys count once. */
export async function lockTransferOrders(tx: Tx, keys: readonly OrderKey[]): Promise<TransferOrder[]> {
  if (keys.length === 0) return [];
  const rows = await tx.rows<OrderRow>(
    `select o.customer_no, o.order_id, o.customer_reference_no, o.transfer_order_number, o.status, o.requested_date,
            o.from_warehouse, o.to_warehouse, o.inventory_status, o.to_inventory_status, o.queued_at
       from transfer_orders o
      where (o.customer_no, o.order_id) in (select * from unnest($1::text[], $2::uuid[]))
      order by o.customer_no, o.order_id
        for no key update of o`,
    keyColumns(keys),
  );
  const lines = await readLines(
    tx,
    rows.map((row) => ({ customerNo: row.customer_no, orderId: row.order_id })),
  );
  return rows.map((row) => ({
    customerNo: row.customer_no,
    orderId: row.order_id,
    customerReferenceNo: row.customer_reference_no,
    number: row.transfer_order_number,
    status: row.status,
    requestedDate: row.requested_date,
    fromWarehouse: row.from_warehouse,
    toWarehouse: row.to_warehouse,
    inventoryStatus: row.inventory_status,
    toInventoryStatus: row.to_inventory_status,
    queuedAt: row.queued_at,
    lines: lines.get(row.order_id) ?? [],
  }));
}

async function readLines(tx: Tx, orders: readonly OrderKey[]): Promise<Map<string, TransferOrderLine[]>> {
  if (orders.length === 0) return new Map();
  const rows = await tx.rows<{
    order_id: string;
    line: number;
    item_no: string;
    item_description: string;
    quantity: number;
    quantity_unit: 'RETAIL' | 'WHOLESALE';
    units: number;
    tax_status: string;
    unit_price: string | null;
    missing: number;
    shipped: number;
    received: number;
    short: number;
  }>(
    `select l.order_id, l.line, l.item_no, l.item_description, l.quantity, l.quantity_unit, l.units, l.tax_status,
            l.unit_price, l.missing, l.shipped, l.received, l.short
       from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)
       join transfer_order_lines l using (customer_no, order_id)
      order by l.customer_no, l.order_id, l.line`,
    keyColumns(orders),
  );
  const lines = new Map<string, TransferOrderLine[]>();
  for (const r of rows) {
    const ofOrder = lines.get(r.order_id) ?? [];
    ofOrder.push({
      line: r.line,
      itemNo: r.item_no,
      description: r.item_description,
      quantity: r.quantity,
      quantityUnit: r.quantity_unit,
      units: r.units,
      taxStatus: r.tax_status,
      unitPrice: r.unit_price === null ? undefined : Number(r.unit_price),
      missing: r.missing,
      shipped: r.shipped,
      received: r.received,
      short: r.short,
    });
    lines.set(r.order_id, ofOrder);
  }
  return lines;
}

/** Sets the statuses of locked orders. */
export async function updateTransferOrderStatuses(
  tx: Tx,
  orders: readonly (OrderKey & { readonly status: TransferOrderStatus })[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.rows(
    `update transfer_orders o set status = k.status
       from unnest($1::text[], $2::uuid[], $3::text[]) as k (customer_no, order_id, status)
      where (o.customer_no, o.order_id) = (k.customer_no, k.order_id)`,
    [...keyColumns(orders), orders.map((o) => o.status)],
  );
}

/** Units of an order's line, counted as this. */
export interface LineCount extends OrderKey, Pick<LineUnits, 'line' | 'quantity'> {
  readonly column: 'missing' | 'shipped' | 'received' | 'short' | 'surplus';
}

/** Adds units to the counts of their lines; a line may be named more than once. */
export async function addLineCounts(tx: Tx, counted: readonly LineCount[]): Promise<void> {
  if (counted.length === 0) return;
  const of = (column: LineCount['column']) => counted.map((entry) => (entry.column === column ? entry.quantity : 0));
  await tx.rows(
    `update transfer_order_lines l
        set missing = l.missing + k.missing, shipped = l.shipped + k.shipped, received = l.received + k.received,
            short = l.short + k.short, surplus = l.surplus + k.surplus
       from (select customer_no, order_id, line, sum(missing)::bigint as missing, sum(shipped)::bigint as shipped,
                    sum(received)::bigint as received, sum(short)::bigint as short, sum(surplus)::bigint as surplus
               from unnest($1::text[], $2::uuid[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                           $8::bigint[])
                 as a (customer_no, order_id, line, missing, shipped, received, short, surplus)
              group by customer_no, order_id, line) k
      where (l.customer_no, l.order_id, l.line) = (k.customer_no, k.order_id, k.line)`,
    [
      ...keyColumns(counted),
      counted.map((entry) => entry.line),
      of('missing'),
      of('shipped'),
      of('received'),
      of('short'),
      of('surplus'),
    ],
  );
}

/** Transfers of a customer that have not been shipped: stock that is to arrive at their destination (decision 21). */
export const pendingTransfers: PendingTransferSource = async (reader, customerNo) =>
  await reader.rows(
    `select order_id as subject, to_warehouse as warehouse, to_inventory_status as status from transfer_orders
      where customer_no = $1 and status in ('OPEN', 'PICKING')`,
    [customerNo],
  );
