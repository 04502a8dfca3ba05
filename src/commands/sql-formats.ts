/** How `dray sql` prints results: an aligned table, CSV (quoted as in RFC 4180), or JSON. */
import type { SqlResultColumn, SqlResultWriter } from '../platform/db/operator-sql.ts';

export const sqlResultFormats = ['table', 'csv', 'json'] as const;
export type SqlResultFormat = (typeof sqlResultFormats)[number];

/** `print` receives results, and in tables also the command tags of statements that return no rows; otherwise `report` receives these. */
export function createSqlResultWriter(
  format: SqlResultFormat,
  print: (text: string) => void,
  report: (text: string) => void,
): SqlResultWriter {
  return { table: tableWriter, csv: csvWriter, json: jsonWriter }[format](print, report);
}

type Row = readonly (string | null)[];
type Print = (text: string) => void;

const oids = {
  boolean: [16],
  number: [20, 21, 23, 26, 700, 701, 1700],
  json: [114, 3802],
} as const;
const isOf = (kind: keyof typeof oids, { type }: SqlResultColumn) => (oids[kind] as readonly number[]).includes(type);

function tableWriter(print: Print): SqlResultWriter {
  let columns: readonly SqlResultColumn[] = [];
  let rows: string[][] = [];
  return {
    begin: (found) => {
      columns = found;
      rows = [];
    },
    row: (values) => {
      rows.push(values.map((value) => printable(value ?? '')));
    },
    end: (tag, rowCount) => {
      if (columns.length === 0) print(`${tag}${rowCount === null ? '' : ` ${rowCount}`}\n`);
      else print(table(columns, rows));
      columns = [];
    },
  };
}

function table(columns: readonly SqlResultColumn[], rows: readonly string[][]): string {
  const names = columns.map(({ name }) => printable(name));
  const widths = names.map((name, at) => rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), name.length));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return isOf('number', columns[at] as SqlResultColumn) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(' | ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-');
  const count = `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`;
  return `${[line(names), rule, ...rows.map(line), count].join('\n')}\n`;
}

/** Control characters are escaped: they would break the table, and stored text must not control the terminal. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (found) => {
    const named = JSON.stringify(found).slice(1, -1);
    return named.length > 1 ? named : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function csvWriter(print: Print, report: Print): SqlResultWriter {
  let returnsRows = false;
  return {
    begin: (columns) => {
      returnsRows = true;
      print(csvLine(columns.map(({ name }) => name)));
    },
    row: (values) => print(csvLine(values)),
    end: (tag, rowCount) => {
      if (!returnsRows) report(`${tag}${rowCount === null ? '' : ` ${rowCount}`}\n`);
      returnsRows = false;
    },
  };
}

/** NULL is an empty field, an empty text a quoted one. */
function csvLine(values: Row): string {
  const fields = values.map((value) => {
    if (value === null) return '';
    return value === '' || /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  });
  return `${fields.join(',')}\n`;
}

function jsonWriter(print: Print, report: Print): SqlResultWriter {
  let columns: readonly SqlResultColumn[] = [];
  let count = 0;
  return {
    begin: (found) => {
      columns = found;
      count = 0;
      print('[');
    },
    row: (values) => {
      print(`${count === 0 ? '\n' : ',\n'}${jsonRow(columns, values)}`);
      count += 1;
    },
    end: (tag, rowCount) => {
      if (columns.length === 0) report(`${tag}${rowCount === null ? '' : ` ${rowCount}`}\n`);
      else print(count === 0 ? ']\n' : '\n]\n');
      columns = [];
    },
  };
}

/** Booleans and numbers are JSON's, numbers with all their digits; JSON columns are nested; everything else is PostgreSQL's text. */
function jsonRow(columns: readonly SqlResultColumn[], values: Row): string {
  const members = columns.map(
    (column, at) => `${JSON.stringify(column.name)}:${jsonValue(column, values[at] ?? null)}`,
  );
  return `{${members.join(',')}}`;
}

function jsonValue(column: SqlResultColumn, value: string | null): string {
  if (value === null) return 'null';
  if (isOf('boolean', column)) return value === 't' ? 'true' : 'false';
  if (isOf('number', column)) return /^-?\d/.test(value) ? value : JSON.stringify(value);
  return isOf('json', column) ? value.replaceAll(/\s*\n\s*/g, ' ') : JSON.stringify(value);
}
