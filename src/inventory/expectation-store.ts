/** SQL that writes `expectations`, and reads them by document. */
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { DocumentKey, Expectation } from './stock.ts';
import { documentColumns, stockColumns } from './stock-columns.ts';

export interface ExpectationRow extends Expectation {
  readonly inTransit: boolean;
  readonly received: number;
}

const table = new Table(
  'expectations',
  {
    ...documentColumns,
    ...stockColumns,
    line: column.int(),
    ordered: column.bigint(),
    received: column.bigint(),
    inTransit: column.boolean(),
  },
  ['customerNo', 'subject', 'line'],
);

const insertRows = table.insert();

/** Inserts expectations without received units. Their lines must be new. */
export const insertExpectations = (tx: Tx, expectations: readonly Expectation[]): void =>
  insertRows(
    tx,
    expectations.map(({ inTransit = false, ...expectation }) => ({ ...expectation, received: 0, inTransit })),
  );

/** The expectations of documents, which the caller has locked, by customer, document and line. */
export const readExpectations: (tx: Tx, documents: readonly DocumentKey[]) => Promise<ExpectationRow[]> = table.find({
  by: ['customerNo', 'subject'],
});

/** Adds received quantities to their lines. */
export const addReceived = table.update({ add: ['received'] });

export const deleteExpectations = table.delete({ by: ['customerNo', 'subject'] });
