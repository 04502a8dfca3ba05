/**
 * The rows and columns of a list as CSV, derived from the schema of its reply. Pure.
 *
 * A property is a column; those of a nested object are columns of their own, after its name. The items of an array are one text.
 * A reply with several arrays has the rows of all of them, and the name of the array in the first column.
 */
import type { TSchema } from 'typebox';
import type { CsvColumns } from '../lib/csv-text.ts';

type Json = Readonly<Record<string, unknown>>;

export interface CsvExportTable {
  readonly columns: CsvColumns<Json>;
  rowsOf(reply: Json): readonly Json[];
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly items?: ObjectSchema;
  readonly type?: string;
}

/** Properties that are left out: forms need them to save a record, a file does not. */
const leftOut = new Set(['Version']);
/** The column that names the array of a row. */
const arrayColumn = 'List';

/**
 * Derives the rows and columns of a CSV export from the schema of a list's reply. `declared`: the columns of a reply
 * with one array, where they are not to be derived. Throws when the reply has no array of objects.
 */
export function csvExportTableOf(reply: TSchema, declared: CsvColumns<Json> | undefined): CsvExportTable {
  const properties = Object.entries((reply as ObjectSchema).properties ?? {});
  const arrays = properties.flatMap(([name, { items }]) => (items?.properties ? [[name, items] as const] : []));
  const [first, ...others] = arrays;
  if (first === undefined) throw new Error('a list without rows cannot be exported');
  if (others.length === 0) {
    const [name, items] = first;
    return { columns: declared ?? Object.fromEntries(columnsOf(items)), rowsOf: (page) => page[name] as Json[] };
  }
  const named = arrays.flatMap(([, items]) => columnsOf(items));
  return {
    columns: { [arrayColumn]: (row) => textOf(row[arrayColumn]), ...Object.fromEntries(named) },
    rowsOf: (page) =>
      arrays.flatMap(([name]) => (page[name] as Json[]).map((row) => ({ ...row, [arrayColumn]: name }))),
  };
}

function columnsOf({ properties = {} }: ObjectSchema): [string, (row: Json) => string][] {
  return Object.entries(properties).flatMap(([name, schema]): [string, (row: Json) => string][] => {
    if (leftOut.has(name)) return [];
    if (schema.type !== 'object' || schema.properties === undefined) return [[name, (row) => textOf(row[name])]];
    return columnsOf(schema).map(([inner, read]) => [`${name}${inner}`, (row) => read((row[name] ?? {}) as Json)]);
  });
}

/** `TX; OK` of texts, `ItemNo: PIN, Units: 12; ItemNo: CAB, Units: 6` of objects. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).filter(([name, part]) => !leftOut.has(name) && part !== undefined);
  return parts.map(([name, part]) => `${name}: ${textOf(part)}`).join(', ');
}
