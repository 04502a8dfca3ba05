/**
 * The SQL that writes and locks transfer orders, their lines and their details. Lookups by name (`documents`), `receiving`,
 * `order-index`, `administration` and integrity checks read them with SQL of their own.
 */
import {
  joinOrdersWithLines,
  type OrderKey,
  type OrderLineUnits,
  orderKeyColumnNames,
  orderKeyColumns,
} from '../documents/index.ts';
import type { PendingTransferSource } from '../inventory/index.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';
import type {
  AcceptedTransferLine,
  TransferOrder,
  TransferOrderDetails,
  TransferOrderStatus,
  TransferRoute,
} from './transfer-order.ts';

const orders = new Table(
  'transfer_orders',
  {
    ...orderKeyColumns,
    customerReferenceNo: column.text(),
    number: column.named('transfer_order_number', column.text()),
    status: column.text<TransferOrderStatus>(),
    contentHash: column.bytes(),
    requestedDate: column.date(),
    fromWarehouse: column.text(),
    toWarehouse: column.text(),
    inventoryStatus: column.text(),
    toInventoryStatus: column.text(),
    queuedAt: column.instant(),
    openReceipts: column.named('receivers', column.int()),
  },
  orderKeyColumnNames,
);
const counts = {
  missing: column.bigint(),
  shipped: column.bigint(),
  received: column.bigint(),
  short: column.bigint(),
  surplus: column.bigint(),
};
const lines = new Table(
  'transfer_order_lines',
  {
    ...orderKeyColumns,
    line: column.int(),
    itemNo: column.text(),
    description: column.named('item_description', column.text()),
    quantity: column.int(),
    quantityUnit: column.text<'RETAIL' | 'WHOLESALE'>(),
    units: column.bigint(),
    taxStatus: column.text(),
    unitPrice: column.optional(column.numericNumber()),
    ...counts,
  },
  ['customerNo', 'orderId', 'line'],
);

const details = new Table(
  'transfer_order_details',
  { ...orderKeyColumns, details: column.named('document', column.jsonb<Partial<TransferOrderDetails>>()) },
  orderKeyColumnNames,
);

const insertOrders = orders.insert();
const orderColumns = {
  columns: [
    'customerNo',
    'orderId',
    'customerReferenceNo',
    'number',
    'status',
    'requestedDate',
    'fromWarehouse',
    'toWarehouse',
    'inventoryStatus',
    'toInventoryStatus',
    'queuedAt',
    'openReceipts',
  ],
} as const;
const lockOrders = orders.lock(orderColumns);
const findOrders = orders.find(orderColumns);
const insertLines = lines.insert([
  'customerNo',
  'orderId',
  'line',
  'itemNo',
  'description',
  'quantity',
  'quantityUnit',
  'units',
  'taxStatus',
  'unitPrice',
]);
const findLines = lines.find({ by: orderKeyColumnNames });
const findDetails = details.find();
const deleteLines = lines.delete({ by: orderKeyColumnNames });
const addCounts = lines.update({ add: ['missing', 'shipped', 'received', 'short', 'surplus'] });

const detailRows = createRowSetSql({ ...orderKeyColumns, document: column.jsonb<Partial<TransferOrderDetails>>() });

/** The newest orders of a customer whose goods are on the way, at most `limit`. */
export async function listArrivingTransfers(reader: DbReader, customerNo: string, limit: number) {
  const columns = ['customerReferenceNo', 'number', 'fromWarehouse', 'toWarehouse', 'status'] as const;
  return await orders.rows<{ readonly [Name in (typeof columns)[number]]: string }>(
    reader,
    `select ${orders.select('o', columns)} from transfer_orders o
      where o.customer_no = $1 and o.status in ('IN TRANSIT', 'RECEIVING')
      order by o.order_id desc limit $2`,
    [customerNo, limit],
  );
}

/** Where transfer orders are to arrive. */
type TransferDestination =
  | { readonly warehouse: string; readonly status?: never }
  | { readonly status: string; readonly warehouse?: never };

/**
 * At most `limit` transfer orders of these customers that are to arrive at a warehouse or in a status and have not left, or are
 * RECEIVING: no balance shows what they bring until they leave, nor the surplus that is found of them. By status, those that keep the
 * status of their stock are listed only while RECEIVING: until they leave, demands have that status.
 */
export async function listPendingTransfersTo(
  reader: DbReader,
  customerNos: readonly string[],
  { warehouse, status }: TransferDestination,
  limit: number,
): Promise<(OrderKey & { readonly customerReferenceNo: string })[]> {
  return await reader.rows<OrderKey & { readonly customerReferenceNo: string }>(
    `select o.customer_no as "customerNo", o.order_id as "orderId", o.customer_reference_no as "customerReferenceNo"
       from transfer_orders o
      where o.customer_no = any ($1::text[]) and o.status in ('OPEN', 'PICKING', 'RECEIVING')
        and ($2::text is null or o.to_warehouse = $2)
        and ($3::text is null or o.to_inventory_status = $3
             or o.status = 'RECEIVING' and o.to_inventory_status = '' and exists (
                  select from transfer_order_lines l
                   where l.customer_no = any ($1::text[]) and l.customer_no = o.customer_no and l.order_id = o.order_id
                     and coalesce(nullif(l.tax_status, ''), o.inventory_status) = $3))
      order by o.customer_no, o.order_id limit $4`,
    [customerNos, warehouse ?? null, status ?? null, limit],
  );
}

interface TransferOrderLines extends OrderKey {
  readonly lines: readonly AcceptedTransferLine[];
}

export interface NewTransferOrder extends TransferOrderLines, TransferRoute {
  readonly customerReferenceNo: string;
  readonly number: string;
  readonly contentHash: Buffer;
  readonly details: TransferOrderDetails;
  readonly queuedAt: Temporal.Instant;
}

const toLines = ({ customerNo, orderId, lines: accepted }: TransferOrderLines) =>
  accepted.map((line, index) => ({ ...line, customerNo, orderId, line: index + 1 }));

/** Inserts orders, which are OPEN, with their lines and details. */
export function insertTransferOrders(tx: Tx, created: readonly NewTransferOrder[]): void {
  insertOrders(
    tx,
    created.map((order) => ({ ...order, status: 'OPEN', openReceipts: 0 })),
  );
  insertLines(tx, created.flatMap(toLines));
  updateTransferOrderDetails(tx, created);
}

/** Replaces all lines of OPEN orders. */
export function replaceTransferOrderLines(tx: Tx, changed: readonly TransferOrderLines[]): void {
  deleteLines(tx, changed);
  insertLines(tx, changed.flatMap(toLines));
}

/** Saves the fields of routes that an update can change. */
export const updateChangeableTransferRouteFields = orders.update({
  set: ['requestedDate', 'inventoryStatus', 'toInventoryStatus'],
});

/** Merges fields into the details of orders; erased details start empty. */
export function updateTransferOrderDetails(
  tx: Tx,
  changed: readonly (OrderKey & { readonly details: Partial<TransferOrderDetails> })[],
): void {
  if (changed.length === 0) return;
  const rows = changed.map(({ customerNo, orderId, details: document }) => ({ customerNo, orderId, document }));
  tx.send(
    `insert into transfer_order_details as d (customer_no, order_id, document)
     select n.customer_no, u.order_id, u.document
       from ${detailRows.from('u')} join commit_counters n on ${detailRows.match('n', 'u', ['customerNo'])}
      where true
         on conflict (customer_no, order_id) do update set document = d.document || excluded.document`,
    detailRows.values(rows),
  );
}

/** Locks orders, in sorted order, and reads them with their lines. Unknown keys are left out; repeated keys count once. */
export async function lockTransferOrders(tx: Tx, keys: readonly OrderKey[]): Promise<TransferOrder[]> {
  const locked = await lockOrders(tx, keys);
  return joinOrdersWithLines(locked, await findLines(tx, locked));
}

/** Reads orders with their lines, without a lock. */
export async function readTransferOrders(reader: DbReader, keys: readonly OrderKey[]): Promise<TransferOrder[]> {
  const [found, all] = await Promise.all([findOrders(reader, keys), findLines(reader, keys)]);
  return joinOrdersWithLines(found, all);
}

/** The details of orders, by order id. Erased details are left out. */
export async function readTransferOrderDetails(
  reader: DbReader,
  keys: readonly OrderKey[],
): Promise<Map<string, Partial<TransferOrderDetails>>> {
  return new Map((await findDetails(reader, keys)).map((row) => [row.orderId, row.details]));
}

/** Sets the statuses of locked orders. */
export const updateTransferOrderStatuses = orders.update({ set: ['status'] });

/** Sets how many receipts are open on locked orders, and the statuses that follow. */
export const updateTransferOrderStatusesAndOpenReceipts = orders.update({ set: ['status', 'openReceipts'] });

/** Units of a line of an order, and the count that they are added to. */
export interface TransferLineCountIncrease extends OrderKey, Pick<OrderLineUnits, 'line' | 'quantity'> {
  readonly column: keyof typeof counts;
}

/** Adds units to the counts of their lines; a line may be named several times. */
export function addTransferLineCounts(tx: Tx, counted: readonly TransferLineCountIncrease[]): void {
  const perLine = Map.groupBy(counted, ({ customerNo, orderId, line }) => `${customerNo}\n${orderId}\n${line}`);
  addCounts(
    tx,
    [...perLine.values()].map((entries) => {
      const [{ customerNo, orderId, line }] = entries as [TransferLineCountIncrease];
      const sum = { missing: 0, shipped: 0, received: 0, short: 0, surplus: 0 };
      for (const { column: count, quantity } of entries) sum[count] += quantity;
      return { customerNo, orderId, line, ...sum };
    }),
  );
}

/** Transfers of a customer that have not been shipped: stock that is to arrive at their destination (decision 21). */
export const readPendingTransferOrders: PendingTransferSource = async (reader, customerNo) =>
  await reader.rows(
    `select order_id as subject, to_warehouse as warehouse, to_inventory_status as status from transfer_orders
      where customer_no = $1 and status in ('OPEN', 'PICKING')`,
    [customerNo],
  );
