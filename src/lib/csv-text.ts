/** CSV that spreadsheets open (RFC 4180). Pure. */

/** Columns by their headers. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | boolean>>;

/** One line per row, after the headers where they are wanted. */
export function csvText<Row>(columns: CsvColumns<Row>, rows: readonly Row[], hasHeader: boolean): string {
  const lines = rows.map((row) => Object.values(columns).map((read) => field(String(read(row)))));
  return [...(hasHeader ? [Object.keys(columns)] : []), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** A spreadsheet runs a text that begins with one of these characters as a formula: an apostrophe makes it a text. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
