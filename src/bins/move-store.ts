/** All SQL of `bin_moves` by customer, and the lock under which the bins of an item change. */
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
  /** '' of a put-away. */
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

export const insertMoves = moves.insert();

const findMoves = moves.find();

/** One transaction at a time makes the move with this id. Taken before everything else. */
export function lockMove(tx: Tx, { customerNo, moveId }: Pick<BinMove, 'customerNo' | 'moveId'>): void {
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bin move ${customerNo} ${moveId}`]);
}

/** The move with this id, if it was made. */
export const readMove = async (tx: Tx, key: Pick<BinMove, 'customerNo' | 'moveId'>): Promise<BinMove | undefined> =>
  (await findMoves(tx, [key]))[0];

/** One transaction at a time counts what is in no bin of a warehouse, where no location is locked. */
export function lockOutside(tx: Tx, warehouse: string): void {
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bins ${warehouse} outside`]);
}

/**
 * One transaction at a time puts more of an item into bins of a warehouse, also where there is no row to lock. Taken after the
 * locations and before the contents of bins.
 */
export function lockPlacement(
  tx: Tx,
  { customerNo, itemNo, warehouse }: Pick<BinMove, 'customerNo' | 'itemNo' | 'warehouse'>,
): void {
  const text = `bins ${warehouse} ${customerNo} ${itemNo}`;
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [text]);
}
