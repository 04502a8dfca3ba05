/** SQL of sales orders, their details and references. */
import {
  createOrderNameSource,
  createReferenceInserter,
  type OrderKey,
  orderKeyColumnNames,
  orderKeyColumns,
} from '../documents/index.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { LeanOrderDetails, OrderDetails, OrderLine, OrderStatus, OrderType, SalesOrder } from './order.ts';

export type SalesOrderKey = OrderKey;

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

/** An accepted order as it is inserted: decided, without holds. */
export interface NewSalesOrder extends SalesOrder {
  /** 64 hex digits. */
  readonly contentHash: string;
  readonly details: OrderDetails;
  readonly allocation: AllocationNote | undefined;
}

const orderColumns = {
  ...orderKeyColumns,
  orderNo: column.text(),
  shipmentKey: column.text(),
  orderType: column.text<OrderType>(),
  status: column.text<OrderStatus>(),
  warehouse: column.text(),
  warehouseNamed: column.boolean(),
  carrier: column.text(),
  service: column.text(),
  requestedShipDate: column.optional(column.date()),
  shipDays: column.text(),
  icePack: column.smallint<0 | 1>(),
  batchId: column.text(),
  jitLabelId: column.optional(column.text()),
  acceptedAt: column.instant(),
  queuedAt: column.instant(),
  lines: column.json<readonly OrderLine[]>(),
};

/** The columns of `SalesOrder`. */
const orderProperties = Object.keys(orderColumns) as (keyof typeof orderColumns)[];

const orders = new Table(
  'sales_orders',
  {
    ...orderColumns,
    contentHash: column.hexBytes(),
    allocation: column.optional(column.json<AllocationNote>()),
    isWaiting: column.boolean(),
  },
  orderKeyColumnNames,
);

const details = new Table(
  'sales_order_details',
  { ...orderKeyColumns, details: column.named('document', column.json<OrderDetails>()) },
  orderKeyColumnNames,
);

/** Inserts the details of new orders. Call it before balances are locked, to keep those locks short. */
export const insertOrderDetails: (
  tx: Tx,
  rows: readonly (SalesOrderKey & { readonly details: OrderDetails })[],
) => void = details.insert();

/** Inserts new orders without their details. */
export const insertSalesOrders: (tx: Tx, rows: readonly NewSalesOrder[]) => void = orders.insert([
  ...orderProperties,
  ...(['contentHash', 'allocation'] as const),
]);

/** Locks orders in key order and returns them. Unknown ones are omitted. */
export const lockSalesOrders: (tx: Tx, keys: readonly SalesOrderKey[]) => Promise<SalesOrder[]> = orders.lock({
  columns: orderProperties,
});

/** Reads orders without locks. Unknown ones are omitted. */
export const readSalesOrders: (reader: DbReader, keys: readonly SalesOrderKey[]) => Promise<SalesOrder[]> = orders.find(
  {
    columns: orderProperties,
  },
);

const headerProperties = [...orderKeyColumnNames, 'orderNo', 'orderType', 'icePack'] as const;

/** What lists show of the order of a package: reading all of a hundred orders, with their lines, takes a third of a list's time. */
export type OrderHeader = Pick<SalesOrder, (typeof headerProperties)[number]>;

/** Reads what lists of packages show of orders, without locks. Unknown ones are omitted. */
export const readOrderHeaders: (reader: DbReader, keys: readonly SalesOrderKey[]) => Promise<OrderHeader[]> =
  orders.find({
    columns: headerProperties,
  });

/** Updates the status and, where given, warehouse, carrier and service of locked orders. */
export const updateOrderStatusesAndRoutes = orders.update({
  set: ['status'],
  setIfGiven: ['warehouse', 'carrier', 'service'],
});

/** Updates the lines of locked orders. */
export const updateOrderLines = orders.update({ set: ['lines'] });

/** Updates status and lines of locked orders. */
export const updateOrderStatusesAndLines = orders.update({ set: ['status', 'lines'] });

const setWaiting = orders.update({ set: ['isWaiting'], where: 'not t.is_waiting' });

/**
 * Marks locked orders that were due and now wait until a person starts them. The mark is never removed; readers consider it for
 * RECEIVED orders only.
 */
export function markOrdersWaitingToStart(tx: Tx, keys: readonly SalesOrderKey[]): void {
  setWaiting(
    tx,
    keys.map(({ customerNo, orderId }) => ({ customerNo, orderId, isWaiting: true })),
  );
}

const findWaiting = orders.find({ columns: [...orderKeyColumnNames, 'status', 'isWaiting'] });

/** The ids of those of the orders that were due and wait until a person starts them. */
export async function findOrderIdsWaitingToStart(
  reader: DbReader,
  keys: readonly SalesOrderKey[],
): Promise<Set<string>> {
  const rows = await findWaiting(reader, keys);
  return new Set(rows.flatMap((row) => (row.isWaiting && row.status === 'RECEIVED' ? row.orderId : [])));
}

const updateJitLabelIds = orders.update({ set: ['jitLabelId'] });

/** Stores the JIT labels of locked orders. The labels themselves belong to another slice. */
export function setJitLabelIds(tx: Tx, labels: readonly (SalesOrderKey & { readonly labelId: string })[]): void {
  updateJitLabelIds(
    tx,
    labels.map(({ customerNo, orderId, labelId }) => ({ customerNo, orderId, jitLabelId: labelId })),
  );
}

const findDetails = details.find();
const keepDetails = details.keep();
/** `AdditionalFields` may take a megabyte. Documents that are stored in a few kilobytes are read as they are, which is faster. */
const leanExpressions = {
  details: `case when pg_column_size(t.document) <= 4096 then t.document
                 else (t.document::jsonb - 'additionalFields')::json end`,
};
const findLeanDetails = details.find({ expressions: leanExpressions });
const keepLeanDetails = details.keep({ expressions: leanExpressions });

const byOrderId = (rows: Awaited<ReturnType<typeof findDetails>>): Map<string, OrderDetails> =>
  new Map(rows.map((row) => [row.orderId, row.details]));

/** The details of orders by order id. Erased ones are omitted. */
export const readOrderDetails = async (reader: DbReader, keys: readonly SalesOrderKey[]) =>
  byOrderId(await findDetails(reader, keys));

/** `readOrderDetails` without `AdditionalFields`, for what reads many orders at a time. */
export const readLeanOrderDetails = async (
  reader: DbReader,
  keys: readonly SalesOrderKey[],
): Promise<Map<string, LeanOrderDetails>> => byOrderId(await findLeanDetails(reader, keys));

/** `lockOrderDetailsForShare` without `AdditionalFields`. */
export const lockLeanOrderDetailsForShare = async (
  tx: Tx,
  keys: readonly SalesOrderKey[],
): Promise<Map<string, LeanOrderDetails>> => byOrderId(await keepLeanDetails(tx, keys));

/**
 * Like `readOrderDetails`, but locks the details against erasure until the transaction ends, for a caller that stores copies of them.
 * Waits for an erasure that is in progress.
 */
export const lockOrderDetailsForShare = async (tx: Tx, keys: readonly SalesOrderKey[]) =>
  byOrderId(await keepDetails(tx, keys));

/** At most `limit` JIT orders of these customers that are to ship from a warehouse: neither shipped nor canceled. */
export async function listUnshippedJitOrdersAtWarehouse(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
  limit: number,
): Promise<(SalesOrderKey & { readonly orderNo: string })[]> {
  return await reader.rows<SalesOrderKey & { readonly orderNo: string }>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.order_no as "orderNo" from sales_orders o
      where o.customer_no = any ($1::text[]) and o.warehouse = $2 and o.order_type = 'JIT'
        and o.status not in ('SHIPPED', 'CANCELED')
      order by o.customer_no, o.order_no limit $3`,
    [customerNos, warehouse, limit],
  );
}

/** All orders with this number, live and canceled, of all shipment keys, sorted by acceptance. */
export async function findSalesOrdersByNumber(
  reader: DbReader,
  customerNo: string,
  orderNo: string,
): Promise<SalesOrder[]> {
  return await orders.rows<SalesOrder>(
    reader,
    `select ${orders.select('o', orderProperties)}
       from (select i.order_id from sales_order_identities i
              where i.customer_no = $1 and i.kind = 1 and i.name = $2
              union
             select c.order_id from sales_orders c
              where c.customer_no = $1 and c.order_no = $2 and c.status = 'CANCELED') k
       join sales_orders o on o.customer_no = $1 and o.order_id = k.order_id
      order by o.queued_at, o.order_id`,
    [customerNo, orderNo],
  );
}

/** Ids of all orders with these numbers, live and canceled. */
export async function findOrderIdsByNumbers(
  reader: DbReader,
  customerNo: string,
  orderNos: readonly string[],
): Promise<string[]> {
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
export const addSalesOrderReferences = createReferenceInserter('sales_order_references');

/** A changed order with its details and allocation note, for `saveOrders`. */
export type OrderToSave = SalesOrder & Pick<NewSalesOrder, 'details' | 'allocation'>;

const saveColumns = orders.update({
  set: [
    ...['orderType', 'status', 'warehouse', 'warehouseNamed', 'carrier', 'service'],
    ...['requestedShipDate', 'icePack', 'batchId', 'lines', 'allocation'],
  ] as const,
});
const saveDetails = details.upsert();

/** Writes locked orders and their details. Number, reference, acceptance and queue position do not change. */
export function saveOrders(tx: Tx, saved: readonly OrderToSave[]): void {
  saveColumns(tx, saved);
  saveDetails(tx, saved);
}

const findAllocationNotes = orders.find({ columns: ['orderId', 'allocation'], where: 't.allocation is not null' });

/** Allocation notes by order id. Orders without one are omitted. */
export async function readAllocationNotes(
  reader: DbReader,
  keys: readonly SalesOrderKey[],
): Promise<Map<string, AllocationNote>> {
  const rows = await findAllocationNotes(reader, keys);
  return new Map(rows.flatMap(({ orderId, allocation }) => (allocation === undefined ? [] : [[orderId, allocation]])));
}

/** Names sales orders where `inventory` shows the documents of demands. */
export const salesOrderDocumentNameSource = createOrderNameSource('sales order', 'sales_orders', 'order_no');
