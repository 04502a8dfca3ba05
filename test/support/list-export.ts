/** Exports of lists as CSV, as a client of the operator interface reads them. */
import { operatorBasePaths } from '../../src/api/server.ts';
import { parseCsv } from '../../src/lib/csv.ts';
import type { OperatorClient } from './operator.ts';
import type { TestServer } from './server.ts';

/** Requests the export of a list: `Orders/List`. Its body is not read yet. */
export const requestExport = (
  { url, environment }: Pick<TestServer, 'url' | 'environment'>,
  { cookie }: Pick<OperatorClient, 'cookie'>,
  list: string,
  filters: object = {},
  init: RequestInit = {},
): Promise<Response> =>
  fetch(`${url}${operatorBasePaths[environment.name]}/exports/${list}.csv`, {
    method: 'POST',
    body: JSON.stringify(filters),
    ...init,
    headers: { 'content-type': 'application/json', cookie, ...init.headers },
  });

/** The rows of a file by its headers. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = [...parseCsv(text)].map(({ fields }) => fields);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}

/** All rows of an export. Throws when it is refused. */
export async function exportedRows(...request: Parameters<typeof requestExport>): Promise<Record<string, string>[]> {
  const response = await requestExport(...request);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the export replied ${response.status}: ${text}`);
  return rowsOfCsv(text);
}
