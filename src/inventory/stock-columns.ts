/** Columns that the tables of the ledger share. */
import { column } from '../platform/db/columns.ts';

/** The key of a document that demands or expects stock. */
export const documentKeyColumns = { customerNo: column.text(), subject: column.uuid() };

/** The key of a balance. */
export const stockKeyColumns = {
  customerNo: column.text(),
  itemNo: column.text(),
  warehouse: column.text(),
  status: column.text(),
};

export const stockKeyColumnNames = ['customerNo', 'itemNo', 'warehouse', 'status'] as const;
