/** Exports of lists: the file of all rows that the filters select. */
import { apiBase } from '../environment.ts';
import { ApiError } from './api-error.ts';
import { readApiError } from './client.ts';
import type { OperationPath, RequestOf } from './operation-types.ts';
import { consumePersonActivity } from './person.ts';

type ListPath = Extract<
  OperationPath,
  | `${string}/List`
  | '/api/Activity/ListDays'
  | '/api/Bins/ListReplenishments'
  | '/api/Bins/ListUnplaced'
  | '/api/Counts/Differences'
  | '/api/Inventory/ListChanges'
  | '/api/Inventory/ListAt'
  | `/api/Calendars/List${string}`
  | `/api/Floor/${string}s`
  | '/api/Floor/ListWillCall'
  | '/api/Receiving/ListParked'
  | '/api/Warehouses/ListAddresses'
  | '/api/Webhooks/ListDeliveries'
>;

/** A list with its filters; the page, if there is one, does not matter. */
export type ExportedList = {
  [Path in ListPath]: { readonly list: Path; readonly filters: RequestOf<Path> };
}[ListPath];

interface Download {
  readonly name: string;
  readonly blob: Blob;
}

/** Downloads a whole export. Throws ApiError when it was rejected or interrupted, or the server could not be reached. */
export async function downloadList({ list, filters }: ExportedList): Promise<Download> {
  // Exporting is an action of a person.
  consumePersonActivity();
  const response = await fetch(`${apiBase}${list.replace('/api/', '/exports/')}.csv`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(filters),
  }).catch(() => {
    throw new ApiError(0, {});
  });
  if (!response.ok) throw await readApiError(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv';
  try {
    return { name, blob: await response.blob() };
  } catch {
    throw new ApiError(response.status, {
      Reason: 'The export was interrupted before its last row, so nothing was saved. Export it again.',
    });
  }
}
