/** All SQL of `bin_counts` by customer, and of `count_sheets`, which are the operator's. */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';

/** A place where the item of a count is counted. */
export interface CountPlace {
  readonly customerNo: string;
  readonly countId: string;
  /** '' for the units in no bin. */
  readonly location: string;
  readonly warehouse: string;
  readonly itemNo: string;
  readonly status: string;
  /** Whether it is to be counted in this round. */
  readonly isOpen: boolean;
  readonly round: number;
  /** Whether the count covered all places of its item when it was confirmed; false before. */
  readonly isWhole: boolean;
  /** Units found by the last count; absent before the first. */
  readonly counted?: number | undefined;
  /**
   * Units recorded at the place when it was counted last, without those taken for transfers that had not departed; for the
   * place '', the unplaced units.
   */
  readonly claimed?: number | undefined;
  readonly personId?: string | undefined;
  readonly person: string;
  readonly countedAt?: Temporal.Instant | undefined;
}

export const countPlaceTable = new Table(
  'bin_counts',
  {
    customerNo: column.text(),
    countId: column.uuid(),
    location: column.text(),
    warehouse: column.text(),
    itemNo: column.text(),
    status: column.text(),
    isOpen: column.boolean(),
    round: column.int(),
    isWhole: column.boolean(),
    counted: column.optional(column.bigint()),
    claimed: column.optional(column.bigint()),
    personId: column.optional(column.uuid()),
    person: column.text(),
    countedAt: column.optional(column.instant()),
  },
  ['customerNo', 'countId', 'location'],
);

export const saveCountPlaces: (tx: Tx, places: readonly CountPlace[]) => void = countPlaceTable.upsert();

export const readCountPlaces: (
  reader: DbReader,
  counts: readonly Pick<CountPlace, 'customerNo' | 'countId'>[],
) => Promise<CountPlace[]> = countPlaceTable.find({ by: ['customerNo', 'countId'] });

/** The counts that a person sent for a place, with the reply. */
export interface CountSheet {
  readonly sheetId: string;
  readonly warehouse: string;
  readonly location: string;
  readonly lines: readonly unknown[];
  readonly reply: unknown;
  readonly personId: string;
  readonly person: string;
}

const sheets = new Table(
  'count_sheets',
  {
    sheetId: column.uuid(),
    warehouse: column.text(),
    location: column.text(),
    lines: column.jsonb<CountSheet['lines']>(),
    reply: column.jsonb<unknown>(),
    personId: column.uuid(),
    person: column.text(),
  },
  ['sheetId'],
);

const findSheets = sheets.find();
const insertSheets = sheets.insert();

/**
 * Locks the id of a sheet until the transaction ends, so that it is recorded once. Must be the first lock of the
 * transaction.
 */
export function lockCountSheetId(tx: Tx, { sheetId }: Pick<CountSheet, 'sheetId'>): void {
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`count sheet ${sheetId}`]);
}

export const readCountSheet = async (tx: Tx, sheetId: string): Promise<CountSheet | undefined> =>
  (await findSheets(tx, [{ sheetId }]))[0] as CountSheet | undefined;

export function insertCountSheet(tx: Tx, sheet: CountSheet): void {
  insertSheets(tx, [sheet]);
}
