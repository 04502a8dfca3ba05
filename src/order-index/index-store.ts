/** SQL that maintains `order_index`. */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { HoldReason, OrderStatus, OrderType, SalesOrderKey } from '../sales-orders/index.ts';
import type { OrderIndexRow } from './index-row.ts';

export const orderIndexTable = new Table(
  'order_index',
  {
    customerNo: column.text(),
    orderId: column.uuid(),
    orderNo: column.text(),
    shipmentKey: column.text(),
    orderType: column.text<OrderType>(),
    status: column.text<OrderStatus>(),
    holdReasons: column.texts(),
    warehouse: column.text(),
    carrier: column.text(),
    service: column.text(),
    recipientName: column.text(),
    recipientEmail: column.text(),
    recipientPhone: column.text(),
    city: column.text(),
    state: column.text(),
    zipCode: column.text(),
    country: column.text(),
    units: column.bigint(),
    lines: column.int(),
    short: column.bigint(),
    acceptedAt: column.instant(),
    shipDate: column.optional(column.date()),
    shipBy: column.optional(column.instant()),
    trackingNos: column.texts(),
    shippedBoxes: column.int(),
    shippedUnits: column.bigint(),
    adultBoxes: column.int(),
    hasIcePack: column.boolean(),
  },
  ['customerNo', 'orderId'],
);

/** Inserts rows, and updates existing rows only when they differ: most log entries about packages change no row. */
export const upsertOrderIndexRows: (tx: Tx, rows: readonly OrderIndexRow[]) => void = orderIndexTable.upsert({
  ifChanged: true,
});

const findRows = orderIndexTable.find();

/** The rows of these orders. Orders that are not indexed are omitted. */
export async function readOrderIndexRows(reader: DbReader, keys: readonly SalesOrderKey[]): Promise<OrderIndexRow[]> {
  return (await findRows(reader, keys)).map((row) => ({ ...row, holdReasons: row.holdReasons as HoldReason[] }));
}

/** At most `limit` ids of the customer's orders after the id `after`, ascending. */
export async function listSalesOrderIds(
  reader: DbReader,
  customerNo: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader.rows<{ order_id: string }>(
    `select o.order_id from sales_orders o
      where o.customer_no = $1 and o.order_id > $2 order by o.order_id limit $3`,
    [customerNo, after, limit],
  );
  return rows.map((row) => row.order_id);
}

const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Deletes a customer's rows without an order whose ids are greater than `after` and at most `upTo`; undefined is no upper limit. The two
 * tables are not joined: PostgreSQL would compare each row with all orders of a customer that is not in its statistics yet.
 */
export function deleteOrphanedOrderIndexRows(
  tx: Tx,
  customerNo: string,
  after: string,
  upTo: string | undefined,
): void {
  tx.send(
    `delete from order_index i
      where i.customer_no = $1 and i.order_id = any (array(
              select x.order_id from order_index x where x.customer_no = $1 and x.order_id > $2 and x.order_id <= $3
              except
              select o.order_id from sales_orders o where o.customer_no = $1 and o.order_id > $2 and o.order_id <= $3))`,
    [customerNo, after, upTo ?? lastUuid],
  );
}
