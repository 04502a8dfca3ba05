/**
 * Reads a CSV file with a header into rows of named columns, and gathers what is wrong with single rows, so that a person
 * can fix the file: every fault names its line and its column.
 */
import { CsvSyntaxError, readCsv } from './csv.ts';

export interface CsvRowFault {
  /** In the file, counted from 1. */
  readonly line: number;
  /** `''` when the row as a whole is at fault. */
  readonly column: string;
  /** "must be FEX or UPS, not DHL" */
  readonly message: string;
}

/** The file as a whole cannot be used: nothing of it is. */
export class CsvTableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CsvTableError';
  }
}

/** A row by its columns; a column that the file does not have is `''`. Values are trimmed. */
export interface CsvTableRow<Column extends string> {
  readonly line: number;
  readonly value: (column: Column) => string;
}

/**
 * The rows of a file. Columns stand in any order, in any case; those that nobody knows are a fault of the file, so that no
 * column is ignored because it is misspelled.
 * @throws CsvTableError when it is no CSV, is empty, lacks a required column, has one twice or one that is unknown
 */
export function readCsvTable<Column extends string>(
  text: string,
  columns: { readonly required: readonly Column[]; readonly optional: readonly Column[] },
): { readonly rows: readonly CsvTableRow<Column>[]; readonly faults: readonly CsvRowFault[] } {
  const lines = rowsOf(text);
  const [header, ...body] = lines;
  if (header === undefined) throw new CsvTableError('the file is empty');
  const names = header.fields.map((name) => name.trim().toLowerCase());
  const known: readonly string[] = [...columns.required, ...columns.optional];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new CsvTableError(
      `unknown column ${unknown.map((name) => JSON.stringify(name)).join(', ')}: columns are ${known.join(', ')}`,
    );
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CsvTableError(`column ${twice} is there twice`);
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
    return [...readCsv(text)];
  } catch (error) {
    if (error instanceof CsvSyntaxError) throw new CsvTableError(error.message);
    throw error;
  }
}
