/** SQL that writes `expectations`, and reads them by document. */
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { DocumentKey, ExpectedReceipt } from './stock.ts';
import { documentKeyColumns, stockKeyColumns } from './stock-columns.ts';

export interface ExpectedReceiptRow extends ExpectedReceipt {
  readonly inTransit: boolean;
  readonly received: number;
}

const table = new Table(
  'expectations',
  {
    ...documentKeyColumns,
    ...stockKeyColumns,
    line: column.int(),
    ordered: column.bigint(),
    received: column.bigint(),
    inTransit: column.boolean(),
  },
  ['customerNo', 'subject', 'line'],
);

const insertRows = table.insert();

/** Inserts expectations without received units. Their lines must be new. */
export const insertExpectedReceipts = (tx: Tx, expectations: readonly ExpectedReceipt[]): void =>
  insertRows(
    tx,
    expectations.map(({ inTransit = false, ...expectation }) => ({ ...expectation, received: 0, inTransit })),
  );

/** The expectations of documents, which the caller has locked, by customer, document and line. */
export const readExpectedReceipts: (tx: Tx, documents: readonly DocumentKey[]) => Promise<ExpectedReceiptRow[]> =
  table.find({
    by: ['customerNo', 'subject'],
  });

/** Adds received quantities to their lines. */
export const addReceivedUnits = table.update({ add: ['received'] });

export const deleteExpectedReceipts = table.delete({ by: ['customerNo', 'subject'] });
