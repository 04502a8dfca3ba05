/** All SQL of `jit_labels` but for the checks of `dray verify`. Callers that write a label have locked its order. */
import { column } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Table } from '../../platform/db/table.ts';
import type { SalesOrderKey } from '../../sales-orders/index.ts';

const labels = new Table(
  'jit_labels',
  {
    customerNo: column.text(),
    labelId: column.named('jit_label_id', column.text()),
    orderId: column.uuid(),
    contentHash: column.bytes(),
    generatedAt: column.instant(),
    scannedAt: column.optional(column.instant()),
  },
  // An order has at most one label.
  ['customerNo', 'orderId'],
);

/** The labels of these orders; orders without one are absent. */
export const readJitLabelsOfOrders = labels.find();

/** The labels with these ids; unknown ids are absent. */
export const findJitLabelsById = labels.find({ by: ['customerNo', 'labelId'] });

/** Inserts labels, or updates their content hash; id and `generatedAt` of a label never change. */
export const upsertJitLabels = labels.upsert({ set: ['contentHash'] });

/** Marks labels as scanned; the first scan time is kept. */
export const markJitLabelsScanned = labels.update({
  set: ['scannedAt'],
  by: ['customerNo', 'labelId'],
  where: 't.scanned_at is null',
});

const saveScans = labels.update({ set: ['scannedAt'] });

/** Clears the scans of these orders' labels. */
export function clearJitLabelScans(tx: Tx, orders: readonly SalesOrderKey[]): void {
  saveScans(
    tx,
    orders.map(({ customerNo, orderId }) => ({ customerNo, orderId, scannedAt: undefined })),
  );
}
