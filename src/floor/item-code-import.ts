/** A CSV file of codes of items. Pure. */
import { type CsvRowFault, CsvTableError, parseCsvTable } from '../lib/csv-table.ts';
import { quoteTruncated } from '../lib/quoted.ts';
import { describeItemCodeFault, type ItemCode, normalizeItemCode } from './item-code.ts';

const required = ['item_no', 'code'] as const;
const optional = ['units'] as const;

/** Maximum lines of a file. */
export const maxItemCodeFileLines = 2_000;
const maxUnitsOfCode = 10_000;
const maxItemNo = 255;
const maxCode = 100;

export interface ItemCodeFileRow extends ItemCode {
  readonly line: number;
}

/**
 * Reads the file. A line that repeats item and code of an earlier one has a fault.
 * @throws CsvTableError when the file as a whole cannot be used
 */
export function parseItemCodeFile(text: string): {
  readonly rows: readonly ItemCodeFileRow[];
  readonly faults: readonly CsvRowFault[];
} {
  const table = parseCsvTable<(typeof required)[number] | (typeof optional)[number]>(text, { required, optional });
  if (table.rows.length + table.faults.length > maxItemCodeFileLines) {
    throw new CsvTableError(`the file has more than ${maxItemCodeFileLines} lines: import it in parts`);
  }
  const faults: CsvRowFault[] = [...table.faults];
  const rows: ItemCodeFileRow[] = [];
  const lineOf = new Map<string, number>();
  for (const { line, value } of table.rows) {
    const row = {
      line,
      itemNo: value('item_no'),
      code: normalizeItemCode(value('code')),
      units: unitsOf(value('units')),
    };
    const key = JSON.stringify([row.itemNo, row.code]);
    const own = rowFaults(row, value('units'));
    const earlier = lineOf.get(key);
    if (earlier !== undefined) own.push(['code', `repeats line ${earlier}`]);
    faults.push(...own.map(([column, message]) => ({ line, column, message })));
    lineOf.set(key, earlier ?? line);
    if (own.length === 0) rows.push(row);
  }
  return { rows, faults: faults.sort((a, b) => a.line - b.line) };
}

const unitsOf = (text: string): number => (text === '' ? 1 : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN);

function rowFaults({ itemNo, code, units }: ItemCode, written: string): [column: string, message: string][] {
  const faults: [string, string][] = [];
  if (itemNo === '' || itemNo.length > maxItemNo) faults.push(['item_no', `must have 1 to ${maxItemNo} characters`]);
  const message = code.length > maxCode ? `must have at most ${maxCode} characters` : describeItemCodeFault(code);
  if (message !== undefined) faults.push(['code', message]);
  if (!(units >= 1 && units <= maxUnitsOfCode)) {
    faults.push(['units', `must be a whole number from 1 to ${maxUnitsOfCode}, not ${quoteTruncated(written)}`]);
  }
  return faults;
}
