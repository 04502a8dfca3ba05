/** Exports of lists as CSV, in pages: what they share in requests and replies, and the pages of a list as one. */

import Type, { type Static } from 'typebox';
import { type CsvColumns, csvText } from '../lib/csv-text.ts';

/** Rows of a page of an export. */
export const exportedRows = 2_000;
/** The longest page of a list. */
const listTop = 200;

export const exportDescription = (list: string): string =>
  `Returns up to ${exportedRows} rows of the filters of ${list} as CSV. Send \`Next\` as \`After\` for the following rows and append them: only the ` +
  'first page has the header. Texts that a spreadsheet would run as a formula begin with an apostrophe.';

export const ExportReply = Type.Object({
  Csv: Type.String(),
  Rows: Type.Integer(),
  Next: Type.Optional(Type.String()),
});

export const exportErrors = { 400: 'A filter is not valid, or `After` is not the `Next` of an earlier page.' };

/** Reads the pages of a list up to the size of a page of its export. */
export async function exportPages<Row>(
  after: string | undefined,
  columns: CsvColumns<Row>,
  readPage: (page: { Top: number; After?: string }) => Promise<{ Records: readonly Row[]; Next?: string }>,
): Promise<Static<typeof ExportReply>> {
  const rows: Row[] = [];
  let next = after;
  do {
    const page = await readPage({ Top: listTop, ...(next !== undefined && { After: next }) });
    rows.push(...page.Records);
    next = page.Next;
  } while (next !== undefined && rows.length < exportedRows);
  return {
    Csv: csvText(columns, rows, after === undefined),
    Rows: rows.length,
    ...(next !== undefined && { Next: next }),
  };
}
