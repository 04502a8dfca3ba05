/** Reads a CSV file of locations and their contents. Pure. */
import { maxQuantity } from '../contract/fields.ts';
import { type CsvRowFault, CsvTableError, type CsvTableRow, parseCsvTable } from '../lib/csv-table.ts';
import { quoteTruncated } from '../lib/quoted.ts';
import {
  type BinContent,
  type Location,
  type LocationKind,
  locationCodePattern,
  locationKinds,
  maxLocationCapacity,
  maxWalkOrder,
  normalizeLocationCode,
} from './location.ts';

const required = ['location', 'walk_order'] as const;
const optional = ['zone', 'kind', 'capacity', 'customer_no', 'item_no', 'inventory_status', 'quantity'] as const;
type Column = (typeof required)[number] | (typeof optional)[number];

/** Maximum number of lines of a file; larger files are imported in parts. */
export const maxLocationImportLines = 2_000;

export interface ImportedLocationRow {
  readonly line: number;
  readonly location: Location;
  /** Absent when the line names no item. */
  readonly content?: BinContent;
}

/**
 * Reads the file. A location may have several lines, one for each item, which repeat its properties.
 * @throws CsvTableError when the file as a whole cannot be used
 */
export function parseLocationFile(
  warehouse: string,
  text: string,
  defaultStatus: string,
): { readonly rows: readonly ImportedLocationRow[]; readonly faults: readonly CsvRowFault[] } {
  const table = parseCsvTable<Column>(text, { required, optional });
  if (table.rows.length + table.faults.length > maxLocationImportLines) {
    throw new CsvTableError(`the file has more than ${maxLocationImportLines} lines: import it in parts`);
  }
  const faults: CsvRowFault[] = [...table.faults];
  const rows: ImportedLocationRow[] = [];
  const seen = new Map<string, { readonly line: number; readonly properties: string }>();
  for (const row of table.rows) {
    const own = [...locationRowFaults(row), ...contentRowFaults(row)];
    faults.push(...own.map(([column, message]) => ({ line: row.line, column, message })));
    if (own.length > 0) continue;
    const location = locationOf(warehouse, row);
    const properties = JSON.stringify(location);
    const earlier = seen.get(location.location);
    if (earlier !== undefined && earlier.properties !== properties) {
      const message = `has other properties of ${location.location} than line ${earlier.line}`;
      faults.push({ line: row.line, column: 'location', message });
      continue;
    }
    seen.set(location.location, earlier ?? { line: row.line, properties });
    const content = contentOf(location, row, defaultStatus);
    rows.push({ line: row.line, location, ...(content === undefined ? {} : { content }) });
  }
  return { rows, faults };
}

const wholeNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

const locationOf = (warehouse: string, { value }: CsvTableRow<Column>): Location => ({
  warehouse,
  location: normalizeLocationCode(value('location')),
  zone: value('zone'),
  walkOrder: wholeNumber(value('walk_order')),
  kind: (value('kind').toLowerCase() || 'pick') as LocationKind,
  capacity: wholeNumber(value('capacity') || '0'),
});

function contentOf(
  { warehouse, location }: Location,
  { value }: CsvTableRow<Column>,
  defaultStatus: string,
): BinContent | undefined {
  if (value('item_no') === '') return undefined;
  const status = value('inventory_status').toUpperCase() || defaultStatus;
  const quantity = value('quantity') === '' ? 0 : wholeNumber(value('quantity'));
  return { customerNo: value('customer_no'), warehouse, location, itemNo: value('item_no'), status, quantity };
}

function locationRowFaults({ value }: CsvTableRow<Column>): [Column, string][] {
  const faults: [Column, string][] = [];
  if (!locationCodePattern.test(normalizeLocationCode(value('location')))) {
    faults.push([
      'location',
      'must be 1 to 30 letters, digits, ".", "_", "/" and "-", and begin with a letter or a digit',
    ]);
  }
  const walkOrder = wholeNumber(value('walk_order'));
  if (!(walkOrder <= maxWalkOrder)) {
    faults.push([
      'walk_order',
      `must be a whole number from 0 to ${maxWalkOrder}, not ${quoteTruncated(value('walk_order'))}`,
    ]);
  }
  if (value('zone').length > 30) faults.push(['zone', 'must have at most 30 characters']);
  if (!(wholeNumber(value('capacity') || '0') <= maxLocationCapacity)) {
    faults.push([
      'capacity',
      `must be a whole number of units up to ${maxLocationCapacity}, not ${quoteTruncated(value('capacity'))}`,
    ]);
  }
  const kind = value('kind').toLowerCase();
  if (kind !== '' && !locationKinds.some((each) => each === kind)) {
    faults.push(['kind', `must be ${locationKinds.join(', ')}, not ${quoteTruncated(value('kind'))}`]);
  }
  return faults;
}

function contentRowFaults({ value }: CsvTableRow<Column>): [Column, string][] {
  const isNamed = value('item_no') !== '';
  if (isNamed !== (value('customer_no') !== '')) {
    return [[isNamed ? 'customer_no' : 'item_no', 'is needed: an item is named by customer_no and item_no']];
  }
  if (value('quantity') === '') return [];
  if (!isNamed) return [['quantity', 'is of no item: customer_no and item_no are missing']];
  if (wholeNumber(value('quantity')) <= maxQuantity) return [];
  return [
    ['quantity', `must be a whole number of units up to ${maxQuantity}, not ${quoteTruncated(value('quantity'))}`],
  ];
}
