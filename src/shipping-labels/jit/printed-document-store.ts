/** Reads and stores `printed_documents` and `carrier_label_files`; `printed-document-sweep.ts` deletes from them. */
import type { PrintableFile } from '../../drawing/file-sheets.ts';
import { column } from '../../platform/db/columns.ts';
import { Table } from '../../platform/db/table.ts';
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
/** Stores documents and returns the keys of those that it stored; one that exists stays as it is. */
export const savePrintedDocuments = documents.insertMissing();

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
/** Stores files; one that exists stays as it is. */
export const saveLabelFiles = files.insertOrIgnore();
