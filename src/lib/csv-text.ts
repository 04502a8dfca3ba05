/** CSV that spreadsheets open (RFC 4180). Pure. */

/** Columns by their headers. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | boolean>>;

export const formatCsvHeader = (columns: CsvColumns<never>): string => lineOf(Object.keys(columns));

/** One line per row. */
export function formatCsvLines<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const readers = Object.values(columns);
  return rows.map((row) => lineOf(readers.map((read) => String(read(row))))).join('');
}

const lineOf = (texts: readonly string[]): string => `${texts.map(field).join(',')}\r\n`;

/**
 * A spreadsheet runs a text that begins with one of these characters as a formula: an apostrophe makes it a text. Numbers stay
 * numbers.
 */
function field(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
