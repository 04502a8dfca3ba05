/** Columns that the tables of the ledger share. */
import { column } from '../platform/db/columns.ts';

/** Of a document that demands or expects stock. */
export const documentColumns = { customerNo: column.text(), subject: column.uuid() };

/** Of a balance: the key of `balances`. */
export const stockColumns = {
  customerNo: column.text(),
  itemNo: column.text(),
  warehouse: column.text(),
  status: column.text(),
};

export const stockKeyNames = ['customerNo', 'itemNo', 'warehouse', 'status'] as const;
