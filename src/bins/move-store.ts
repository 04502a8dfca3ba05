/** All SQL of `bin_moves` by customer, and the advisory locks of moves and counts, except those of items and of the id of a sheet. */
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';

const moveKinds = ['put away', 'move', 'replenish'] as const;

export interface BinMove {
  readonly customerNo: string;
  readonly moveId: string;
  readonly kind: (typeof moveKinds)[number];
  readonly warehouse: string;
  readonly itemNo: string;
  readonly status: string;
  /** '' for a put-away. */
  readonly fromLocation: string;
  readonly toLocation: string;
  readonly quantity: number;
  readonly personId: string;
  readonly person: string;
}

const moves = new Table(
  'bin_moves',
  {
    customerNo: column.text(),
    moveId: column.uuid(),
    kind: column.text<BinMove['kind']>(),
    warehouse: column.text(),
    itemNo: column.text(),
    status: column.text(),
    fromLocation: column.text(),
    toLocation: column.text(),
    quantity: column.int(),
    personId: column.uuid(),
    person: column.text(),
  },
  ['customerNo', 'moveId'],
);

export const insertBinMoves = moves.insert();

const findMoves = moves.find();

/**
 * Locks the id of a move until the transaction ends, so that it is made once. Must be the first lock of the
 * transaction.
 */
export function lockBinMoveId(tx: Tx, { customerNo, moveId }: Pick<BinMove, 'customerNo' | 'moveId'>): void {
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bin move ${customerNo} ${moveId}`]);
}

/** The move with this id, if it was made. */
export const readBinMove = async (tx: Tx, key: Pick<BinMove, 'customerNo' | 'moveId'>): Promise<BinMove | undefined> =>
  (await findMoves(tx, [key]))[0];

/** Locks the counting of unplaced units of a warehouse, for which there is no location to lock. */
export function lockUnplacedCounting(tx: Tx, warehouse: string): void {
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bins ${warehouse} outside`]);
}

/** Locks the opening of counts of a whole warehouse: one page at a time. Must be the first lock of the transaction. */
export function lockStockTake(tx: Tx, warehouse: string): void {
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`stock-take ${warehouse}`]);
}
