/**
 * The SQL that writes and locks purchase orders, their lines and their details. Lookups by name (`documents`), `receiving` and
 * `order-index` read them with SQL of their own.
 */
import {
  joinOrdersWithLines,
  type OrderKey,
  type OrderLineUnits,
  orderKeyColumnNames,
  orderKeyColumns,
} from '../documents/index.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type {
  InboundTransportMethod,
  PurchaseOrder,
  PurchaseOrderDetails,
  PurchaseOrderDraft,
  PurchaseOrderStatus,
} from './purchase-order.ts';

const orders = new Table(
  'purchase_orders',
  {
    ...orderKeyColumns,
    customerReferenceNo: column.text(),
    number: column.named('purchase_order_number', column.text()),
    status: column.text<PurchaseOrderStatus>(),
    contentHash: column.bytes(),
    transportMethod: column.text<InboundTransportMethod>(),
    requestedDate: column.date(),
    warehouse: column.text(),
    inventoryStatus: column.text(),
    referenceNo: column.text(),
    createdAt: column.instant(),
    openReceipts: column.named('receivers', column.int()),
  },
  orderKeyColumnNames,
);
const lines = new Table(
  'purchase_order_lines',
  {
    ...orderKeyColumns,
    line: column.int(),
    itemNo: column.text(),
    description: column.named('item_description', column.text()),
    ordered: column.bigint(),
    received: column.bigint(),
  },
  ['customerNo', 'orderId', 'line'],
);
const details = new Table(
  'purchase_order_details',
  { ...orderKeyColumns, details: column.named('document', column.json<PurchaseOrderDetails>()) },
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
    'transportMethod',
    'requestedDate',
    'warehouse',
    'inventoryStatus',
    'referenceNo',
    'openReceipts',
  ],
} as const;
const lockOrders = orders.lock(orderColumns);
const findOrders = orders.find(orderColumns);
const updateOrders = orders.update({
  set: ['transportMethod', 'requestedDate', 'warehouse', 'inventoryStatus', 'referenceNo'],
});
const insertLines = lines.insert(['customerNo', 'orderId', 'line', 'itemNo', 'description', 'ordered']);
const findLines = lines.find({ by: orderKeyColumnNames });
const deleteLines = lines.delete({ by: orderKeyColumnNames });
const addReceived = lines.update({ add: ['received'] });
const insertDetails = details.insert();
const upsertDetails = details.upsert();
const findDetails = details.find();

interface NewPurchaseOrder extends OrderKey {
  readonly number: string;
  readonly contentHash: Buffer;
  readonly draft: PurchaseOrderDraft;
  readonly createdAt: Temporal.Instant;
}

type DraftedOrder = OrderKey & { readonly draft: PurchaseOrderDraft };

const toLines = ({ customerNo, orderId, draft }: DraftedOrder) =>
  draft.lines.map(({ itemNo, description, quantity: ordered }, index) => ({
    customerNo,
    orderId,
    line: index + 1,
    itemNo,
    description,
    ordered,
  }));

const toDetails = ({ customerNo, orderId, draft }: DraftedOrder) => ({ customerNo, orderId, details: draft.details });

/** Inserts orders, which are OPEN, with their lines and details. */
export function insertPurchaseOrders(tx: Tx, created: readonly NewPurchaseOrder[]): void {
  insertOrders(
    tx,
    created.map(({ draft, ...order }) => ({ ...draft, ...order, status: 'OPEN', openReceipts: 0 })),
  );
  insertLines(tx, created.flatMap(toLines));
  insertDetails(tx, created.map(toDetails));
}

/** The newest orders of a customer whose goods can be received, at most `limit`. */
export async function listReceivablePurchaseOrders(reader: DbReader, customerNo: string, limit: number) {
  const columns = ['customerReferenceNo', 'number', 'warehouse', 'status', 'requestedDate'] as const;
  return await orders.rows<Pick<PurchaseOrder, (typeof columns)[number]>>(
    reader,
    `select ${orders.select('o', columns)} from purchase_orders o
      where o.customer_no = $1 and o.status in ('OPEN', 'RECEIVING', 'PARTIALLY RECEIVED')
      order by o.order_id desc limit $2`,
    [customerNo, limit],
  );
}

/**
 * Purchase orders of these customers that people are receiving, at `warehouse` and in the inventory status `status` where given; at
 * most `limit`.
 */
export async function listPurchaseOrdersBeingReceived(
  reader: DbReader,
  customerNos: readonly string[],
  { warehouse, status }: { readonly warehouse?: string; readonly status?: string },
  limit: number,
) {
  const columns = ['customerNo', 'orderId', 'customerReferenceNo'] as const;
  return await orders.rows<Pick<PurchaseOrder, (typeof columns)[number]>>(
    reader,
    `select ${orders.select('o', columns)} from purchase_orders o
      where o.customer_no = any ($1::text[]) and o.status = 'RECEIVING'
        and ($2::text is null or o.warehouse = $2) and ($3::text is null or o.inventory_status = $3)
      order by o.customer_no, o.order_id limit $4`,
    [customerNos, warehouse ?? null, status ?? null, limit],
  );
}

/** Locks orders, in sorted order, and reads them with their lines. Unknown keys are left out; repeated keys count once. */
export async function lockPurchaseOrders(tx: Tx, keys: readonly OrderKey[]): Promise<PurchaseOrder[]> {
  const locked = await lockOrders(tx, keys);
  return joinOrdersWithLines(locked, await findLines(tx, locked));
}

/** Reads orders with their lines, without a lock. */
export async function readPurchaseOrders(reader: DbReader, keys: readonly OrderKey[]): Promise<PurchaseOrder[]> {
  const [found, all] = await Promise.all([findOrders(reader, keys), findLines(reader, keys)]);
  return joinOrdersWithLines(found, all);
}

/** The details of orders, by order id. Erased details are left out. */
export async function readPurchaseOrderDetails(
  reader: DbReader,
  keys: readonly OrderKey[],
): Promise<Map<string, PurchaseOrderDetails>> {
  return new Map((await findDetails(reader, keys)).map((row) => [row.orderId, row.details]));
}

/** A locked order with its new content. */
interface PurchaseOrderToSave extends OrderKey {
  readonly draft: PurchaseOrderDraft;
  /** Whether the lines have changed. */
  readonly hasNewLines: boolean;
}

/** Saves the content of OPEN orders; reference and number stay. */
export function savePurchaseOrders(tx: Tx, saved: readonly PurchaseOrderToSave[]): void {
  updateOrders(
    tx,
    saved.map(({ customerNo, orderId, draft }) => ({ ...draft, customerNo, orderId })),
  );
  upsertDetails(tx, saved.map(toDetails));
  const renewed = saved.filter(({ hasNewLines }) => hasNewLines);
  deleteLines(tx, renewed);
  insertLines(tx, renewed.flatMap(toLines));
}

/** Sets the statuses of locked orders. */
export const updatePurchaseOrderStatuses = orders.update({ set: ['status'] });

/** Sets how many receipts are open on locked orders, and the statuses that follow. */
export const updatePurchaseOrderStatusesAndOpenReceipts = orders.update({ set: ['status', 'openReceipts'] });

/** The arrivals of a locked order, and its status and open receipts after them. */
interface PurchaseOrderArrival extends OrderKey {
  readonly status: PurchaseOrderStatus;
  readonly openReceipts: number;
  readonly arrivals: readonly OrderLineUnits[];
}

/** Adds arrivals to the received quantity of their lines, and sets the statuses and open receipts of the orders. */
export function addPurchaseOrderArrivals(tx: Tx, arrived: readonly PurchaseOrderArrival[]): void {
  addReceived(
    tx,
    arrived.flatMap(({ customerNo, orderId, arrivals }) =>
      [...Map.groupBy(arrivals, ({ line }) => line)].map(([line, units]) => ({
        customerNo,
        orderId,
        line,
        received: units.reduce((sum, { quantity }) => sum + quantity, 0),
      })),
    ),
  );
  updatePurchaseOrderStatusesAndOpenReceipts(tx, arrived);
}
