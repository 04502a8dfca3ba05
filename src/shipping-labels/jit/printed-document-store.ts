/**
 * Reads and stores `printed_documents` and `carrier_label_files`. `printed-document-sweep.ts` deletes from them, and so does the erasure of
 * a recipient (decision 5): nothing is stored afterwards, also of what was being printed meanwhile.
 */
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import { column } from '../../platform/db/columns.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Table } from '../../platform/db/table.ts';
import { lockOrderDetailsForShare, type SalesOrderKey } from '../../sales-orders/index.ts';
import type { LabelContent } from './label-content.ts';

const documents = new Table(
  'printed_documents',
  {
    customerNo: column.text(),
    orderId: column.uuid(),
    packing: column.bytes(),
    content: column.json<LabelContent>(),
  },
  ['customerNo', 'orderId', 'packing'],
);

export const readPrintedDocuments = documents.find();
const insertMissingDocuments = documents.insertMissing();

/**
 * Stores documents and returns the keys of those that it stored; one that exists stays as it is. Those of orders whose recipient was
 * erased are not stored.
 */
export const savePrintedDocuments = async (tx: Tx, printed: Parameters<typeof insertMissingDocuments>[1]) =>
  await insertMissingDocuments(tx, await lockUnerased(tx, printed));

const files = new Table(
  'carrier_label_files',
  {
    customerNo: column.text(),
    orderId: column.uuid(),
    intentId: column.uuid(),
    kind: column.text<PrintableFile['kind']>(),
    file: column.bytes(),
  },
  ['customerNo', 'orderId', 'intentId'],
);

export const readStoredLabelFiles = files.find();
const insertFilesOrIgnore = files.insertOrIgnore();

/** Stores files; one that exists stays as it is. Those of orders whose recipient was erased are not stored. */
export async function saveLabelFiles(tx: Tx, saved: Parameters<typeof insertFilesOrIgnore>[1]): Promise<void> {
  insertFilesOrIgnore(tx, await lockUnerased(tx, saved));
}

/** Those whose orders have a recipient, who cannot be erased before the transaction ends. */
async function lockUnerased<T extends SalesOrderKey>(tx: Tx, copies: readonly T[]): Promise<T[]> {
  const details = await lockOrderDetailsForShare(tx, copies);
  return copies.filter(({ orderId }) => details.has(orderId));
}
