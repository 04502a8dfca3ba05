/** Deletes what was printed of orders that have left or were canceled. */
import { column } from '../../platform/db/columns.ts';
import type { Db } from '../../platform/db/db.ts';
import { createRowSetSql } from '../../platform/db/row-set-sql.ts';
import type { SalesOrderKey } from '../../sales-orders/index.ts';

/** A document is kept so long after it was stored, and longer while its order is neither shipped nor canceled. */
const keptDays = 30;
const ordersPerBatch = 500;

const orderKeys = createRowSetSql({ customerNo: column.text(), orderId: column.uuid() });
const isOld = `d.stored_at < now() - interval '${keptDays} days'`;

/** Deletes documents and label files of shipped, canceled and missing orders after 30 days. Runs nightly, in small transactions. */
export async function deleteOldPrintedDocuments(db: Db, signal?: AbortSignal): Promise<void> {
  for (const table of ['printed_documents', 'carrier_label_files']) {
    for (let found = ordersPerBatch; found === ordersPerBatch && signal?.aborted !== true; ) {
      const orders = await db.rows<SalesOrderKey>(
        `select distinct d.customer_no as "customerNo", d.order_id as "orderId"
           from ${table} d left join sales_orders o on o.customer_no = d.customer_no and o.order_id = d.order_id
          where ${isOld} and (o.status is null or o.status in ('SHIPPED', 'CANCELED')) limit ${ordersPerBatch}`,
      );
      for (const keys of await db.shards.group(orders, ({ customerNo }) => customerNo)) {
        await db.rows(
          `delete from ${table} d using ${orderKeys.from('k')} where ${orderKeys.match('d', 'k')} and ${isOld}`,
          orderKeys.values(keys),
        );
      }
      found = orders.length;
    }
  }
}
