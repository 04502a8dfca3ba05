/**
 * Parses a CSV file with a header into rows of named columns, and reports rows with a wrong number of fields. Callers add the faults
 * of columns in the same form, with line and column, so that a person can fix the file.
 */
import { CsvSyntaxError, parseCsv } from './csv.ts';
import { quoteTruncated } from './quoted.ts';

export interface CsvRowFault {
  /** The line in the file, from 1. */
  readonly line: number;
  /** `''` when the fault concerns the whole row. */
  readonly column: string;
  /** "must be FEX or UPS, not DHL" */
  readonly message: string;
}

/** How many unknown columns a message names at most. */
const maxNamed = 5;

/** The file as a whole is unusable; nothing of it is used. */
export class CsvTableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CsvTableError';
  }
}

/** A row by column. Missing columns are `''`. Values are trimmed. */
export interface CsvTableRow<Column extends string> {
  readonly line: number;
  readonly value: (column: Column) => string;
}

/**
 * Parses the rows of a file. Columns may be in any order and case. An unknown column is an error, so that a misspelled
 * one is not silently ignored.
 * @throws CsvTableError when the file is not CSV, is empty, is not separated by commas, lacks a required column, or
 * has a duplicate or unknown one
 */
export function parseCsvTable<Column extends string>(
  text: string,
  columns: { readonly required: readonly Column[]; readonly optional: readonly Column[] },
): { readonly rows: readonly CsvTableRow<Column>[]; readonly faults: readonly CsvRowFault[] } {
  const lines = rowsOf(text);
  const [header, ...body] = lines;
  if (header === undefined) throw new CsvTableError('the file is empty');
  const separator = header.fields.length === 1 ? /[;\t]/.exec(header.fields[0] ?? '')?.[0] : undefined;
  if (separator !== undefined) {
    throw new CsvTableError(`its columns are separated by ${separator === ';' ? 'semicolons' : 'tabs'}: use commas`);
  }
  const names = header.fields.map((name) => name.trim().toLowerCase());
  const known: readonly string[] = [...columns.required, ...columns.optional];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const named = unknown.slice(0, maxNamed).map((name) => quoteTruncated(name));
    const others = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : '';
    throw new CsvTableError(`unknown column ${named.join(', ')}${others}: columns are ${known.join(', ')}`);
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CsvTableError(`column ${twice} appears twice`);
  const missing = columns.required.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new CsvTableError(`column ${missing.join(', ')} is missing`);

  const faults: CsvRowFault[] = [];
  const rows: CsvTableRow<Column>[] = [];
  for (const { line, fields } of body) {
    if (fields.length !== names.length) {
      faults.push({ line, column: '', message: `has ${fields.length} fields, the header ${names.length}` });
      continue;
    }
    rows.push({ line, value: (column) => (fields[names.indexOf(column)] ?? '').trim() });
  }
  return { rows, faults };
}

function rowsOf(text: string) {
  try {
    return [...parseCsv(text)];
  } catch (error) {
    if (error instanceof CsvSyntaxError) throw new CsvTableError(error.message);
    throw error;
  }
}
