/** Integrity check of the order index: every row equals its order. Runs on one snapshot while the system is in use. */
import { isDeepStrictEqual } from 'node:util';
import type { DbReader } from '../platform/db/db.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import type { OrderIndexRow } from './index-row.ts';
import { readOrderIndexRows } from './index-store.ts';
import { orderIndexLogReaderName, readOrdersAsIndexRows } from './maintain.ts';

const pageSize = 1_000;
const maxFaultsOfAKind = 100;

/**
 * Returns one sentence for each row that is missing, differs from its order or has no order, at most 100. Customers whose backfill is
 * running, and orders with unread log entries, are not compared. Nor are the fields that follow from the calendar and the catalog, which
 * may have changed since: the time at which an order becomes late, the planned ship date, and the boxes for adults.
 */
export async function verifyOrderIndex(reader: DbReader): Promise<string[]> {
  const faults: string[] = [];
  const orphans = await reader.rows<{ customer_no: string; order_no: string }>(
    `select i.customer_no, i.order_no from order_index i
      where not exists (select from sales_orders o where o.customer_no = i.customer_no and o.order_id = i.order_id)
      limit ${maxFaultsOfAKind}`,
  );
  for (const row of orphans)
    faults.push(`${row.customer_no} order ${row.order_no}: it is in the index, but there is no such order`);
  const customers = await reader.rows<{ customer_no: string; seq: number }>(
    `select k.customer_no, k.seq from log_cursors k where k.reader = $1 and k.backfill_after is null order by 1`,
    [orderIndexLogReaderName],
  );
  for (const { customer_no: customerNo, seq } of customers) {
    let after: string | undefined;
    do {
      const page = await readPage(reader, customerNo, seq, after);
      after = page.length < pageSize ? undefined : page.at(-1)?.orderId;
      const unread = new Set(page.filter(({ isUnread }) => isUnread).map(({ orderId }) => orderId));
      const wanted = await readOrdersAsIndexRows(
        reader,
        page.filter(({ orderId }) => !unread.has(orderId)),
      );
      const rows = new Map((await readOrderIndexRows(reader, wanted)).map((row) => [row.orderId, row]));
      for (const row of wanted) {
        const fault = faultOf(row, rows.get(row.orderId));
        if (fault !== undefined) faults.push(fault);
      }
      if (faults.length >= maxFaultsOfAKind) return faults.slice(0, maxFaultsOfAKind);
    } while (after !== undefined);
  }
  return faults;
}

interface PageRow extends SalesOrderKey {
  readonly isUnread: boolean;
}

async function readPage(
  reader: DbReader,
  customerNo: string,
  seq: number,
  after: string | undefined,
): Promise<PageRow[]> {
  return await reader.rows<PageRow>(
    `select o.customer_no as "customerNo", o.order_id as "orderId",
            o.order_id in (select l.subject from log l where l.customer_no = $1 and l.seq > $2) as "isUnread"
       from sales_orders o
      where o.customer_no = $1 and ($3::uuid is null or o.order_id > $3) order by o.order_id limit ${pageSize}`,
    [customerNo, seq, after ?? null],
  );
}

function faultOf(wanted: OrderIndexRow, found: OrderIndexRow | undefined): string | undefined {
  const order = `${wanted.customerNo} order ${wanted.orderNo}`;
  if (found === undefined) return `${order}: it is missing in the index`;
  const different = (Object.keys(wanted) as (keyof OrderIndexRow)[]).filter(
    (property) =>
      !isFromSettings(property, wanted) && !isDeepStrictEqual(textOf(wanted[property]), textOf(found[property])),
  );
  return different.length === 0 ? undefined : `${order}: the index differs in ${different.join(', ')}`;
}

/**
 * Whether a property follows from the operator's calendars (planned days) or the catalog (boxes for adults), which may have changed
 * since the row was written. The ship date is planned until a box leaves, and for good where the operator ships none of the items.
 */
const isFromSettings = (property: keyof OrderIndexRow, { shippedBoxes }: OrderIndexRow): boolean =>
  property === 'shipBy' || property === 'adultBoxes' || (property === 'shipDate' && shippedBoxes === 0);

/** Temporal values have no own properties to compare. */
const textOf = (value: OrderIndexRow[keyof OrderIndexRow]): unknown =>
  typeof value === 'object' ? JSON.stringify(value) : value;
