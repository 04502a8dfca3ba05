/** SQL that appends `movements` (append-only), and inserts `movement_names`, which can be erased. */
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { MovementType, Posting } from './stock.ts';
import { documentKeyColumns, stockKeyColumns } from './stock-columns.ts';

const movements = new Table(
  'movements',
  {
    ...stockKeyColumns,
    seq: column.bigint(),
    occurredAt: column.instant(),
    quantity: column.bigint(),
    type: column.text<MovementType>(),
    reference: column.text(),
    subject: column.uuid(),
    poNumber: column.text(),
    orderType: column.text(),
    itemDescription: column.text(),
    itemUnit: column.text(),
    alcoholPercentage: column.text(),
  },
  ['customerNo', 'seq'],
);
const writer = movements.numberedInsert({ seq: ['seq'] });

/** Appends movements. They get their commit numbers at the end of the transaction. */
export function appendMovements(tx: Tx, postings: readonly Posting[]): void {
  for (const { poNumber = '', orderType = '', alcoholPercentage = '', ...posting } of postings) {
    tx.number(writer, { ...posting, poNumber, orderType, alcoholPercentage });
  }
}

const names = new Table('movement_names', { ...documentKeyColumns, shipToName: column.text() }, [
  'customerNo',
  'subject',
]);

/** Saves the ShipToName of a document's movements (interface: Inventory transaction record). The first one is kept. */
export const insertMovementShipToNames = names.insertOrIgnore();
