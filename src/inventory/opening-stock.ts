/**
 * Opening balances: the stock that a customer has when its first orders ship from here (docs/switching-over.md). A CSV
 * file, posted as adjustments with the reason OPENING; all of it or nothing.
 */
import { type CsvRowFault, type CsvTableRow, parseCsvTable } from '../lib/csv-table.ts';
import { quoteTruncated } from '../lib/quoted.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';
import { adjustStock } from './adjustments.ts';

interface OpeningStockRow {
  readonly line: number;
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
  /** Units, at least 1. */
  readonly quantity: number;
}

const required = ['item_no', 'warehouse', 'inventory_status', 'quantity'] as const;
type Column = (typeof required)[number];

const maxOpeningQuantity = 1_000_000_000;

/** The rows of a file, each item, warehouse and status once, and the faults by which the file is not posted. */
interface OpeningStockFile {
  readonly rows: readonly OpeningStockRow[];
  readonly faults: readonly CsvRowFault[];
}

/**
 * Reads the file. Faults: a wrong number of fields, a quantity that is no whole number from 1 to `maxOpeningQuantity`, and a row that
 * repeats item, warehouse and status of an earlier one.
 * @throws CsvTableError when the file as a whole cannot be used
 */
export function parseOpeningStockFile(text: string): OpeningStockFile {
  const table = parseCsvTable<Column>(text, { required, optional: [] });
  const faults: CsvRowFault[] = [...table.faults];
  const rows = new Map<string, OpeningStockRow>();
  for (const { line, value } of table.rows) {
    const row = parseStockRow({ line, value });
    const key = keyOf(row);
    const earlier = rows.get(key);
    const isQuantity = Number.isInteger(row.quantity) && row.quantity >= 1 && row.quantity <= maxOpeningQuantity;
    if (!isQuantity) {
      const message = `must be a whole number of units from 1 to 1,000,000,000, not ${quoteTruncated(value('quantity'))}`;
      faults.push({ line, column: 'quantity', message });
    }
    if (earlier !== undefined) faults.push({ line, column: '', message: `repeats line ${earlier.line}` });
    // One unit in place of a wrong quantity finds the other faults of the row. A file with faults is not posted.
    else rows.set(key, isQuantity ? row : { ...row, quantity: 1 });
  }
  return { rows: [...rows.values()], faults };
}

const parseStockRow = ({ line, value }: CsvTableRow<Column>): OpeningStockRow => ({
  line,
  itemNo: value('item_no'),
  warehouse: value('warehouse').toUpperCase(),
  status: value('inventory_status').toUpperCase(),
  quantity: /^\d{1,10}$/.test(value('quantity')) ? Number(value('quantity')) : Number.NaN,
});

const keyOf = ({ itemNo, warehouse, status }: Omit<OpeningStockRow, 'line' | 'quantity'>): string =>
  JSON.stringify([itemNo, warehouse, status]);

/** Thrown to roll the transaction back, after faults and after a preview. */
class UnusableRows extends Error {
  readonly faults: readonly CsvRowFault[];

  constructor(faults: readonly CsvRowFault[]) {
    super('rows of an opening balance cannot be posted');
    this.faults = faults;
  }
}

/**
 * Posts the rows in one transaction. Returns the faults of the file and of the rows by line; when there are any, nothing was posted. A
 * row whose item, warehouse and status have a movement already, which may be archived, is a fault, so that the same file cannot be
 * posted twice. `onPosted` runs in the transaction; with `preview`, nothing is posted.
 */
export async function importOpeningStock(
  db: Db,
  context: Omit<CommandContext, 'reference'>,
  { rows, faults }: OpeningStockFile,
  onPosted: 'preview' | ((tx: Tx) => void),
): Promise<readonly CsvRowFault[]> {
  const post = async (tx: Tx): Promise<void> => {
    const allFaults = [...faults, ...(await postRows(tx, context, rows))];
    if (allFaults.length > 0) throw new UnusableRows(allFaults.sort((a, b) => a.line - b.line));
    if (onPosted === 'preview') throw new UnusableRows([]);
    onPosted(tx);
  };
  try {
    await db.write(post, { longRunning: true });
    return [];
  } catch (error) {
    if (error instanceof UnusableRows) return error.faults;
    throw error;
  }
}

/** Posts the rows that have no fault; the caller rolls back when there are any. */
async function postRows(
  tx: Tx,
  context: Omit<CommandContext, 'reference'>,
  rows: readonly OpeningStockRow[],
): Promise<readonly CsvRowFault[]> {
  // Another import for the customer waits here, and then sees the movements of this one.
  tx.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`opening stock ${context.customerNo}`]);
  const used = await tx.rows<Pick<OpeningStockRow, 'itemNo' | 'warehouse' | 'status'>>(
    `select item_no as "itemNo", warehouse, status from movements
      where customer_no = $1 and item_no = any ($2::text[])
      union
     select item_no, warehouse, status from movement_days
      where customer_no = $1 and item_no = any ($2::text[])
        and month in (select month from movement_months where detached_at is not null)`,
    [context.customerNo, rows.map(({ itemNo }) => itemNo)],
  );
  const usedKeys = new Set(used.map(keyOf));
  const again = rows.filter((row) => usedKeys.has(keyOf(row)));
  const unused = rows.filter((row) => !usedKeys.has(keyOf(row)));
  const groups = [...Map.groupBy(unused, ({ warehouse, status }) => JSON.stringify([warehouse, status])).values()];
  const outcomes = await adjustStock(
    tx,
    groups.map((group) => ({
      ...context,
      reference: uuidv7(),
      warehouse: group[0]?.warehouse ?? '',
      status: group[0]?.status ?? '',
      reasonCode: 'OPENING',
      items: group.map(({ itemNo, quantity }) => ({ itemNo, quantity })),
    })),
  );
  const message = 'has movements here already, so there is no opening balance';
  return [
    ...again.map(({ line }) => ({ line, column: '', message })),
    ...outcomes.flatMap((outcome, index) =>
      'ok' in outcome ? [] : refusalFaults(groups[index] ?? [], outcome.refused),
    ),
  ];
}

/** The faults of a group of rows by the lines of the file. */
function refusalFaults(
  group: readonly OpeningStockRow[],
  { reason, faults = [] }: { readonly reason: string; readonly faults?: readonly Fault[] | undefined },
): CsvRowFault[] {
  const [first] = group;
  if (first === undefined) return [];
  if (faults.length === 0) return [{ line: first.line, column: '', message: reason }];
  return faults.map(({ field, message }) => {
    const [, index] = /^Items\[(\d+)\]/.exec(field) ?? [];
    const row = index === undefined ? first : (group[Number(index)] ?? first);
    const column = index !== undefined ? 'item_no' : field === 'Warehouse' ? 'warehouse' : 'inventory_status';
    return { line: row.line, column, message };
  });
}
