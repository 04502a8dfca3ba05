/** Exports of lists: the file of all rows that the filters select. */
import { apiBase } from '../environment.ts';
import { ApiError } from './api-error.ts';
import { fetchOrThrowApiError } from './client.ts';
import type { OperationPath, RequestOf } from './operation-types.ts';
import { consumePersonActivity } from './person.ts';
import { readBodyWithinLimit } from './read-limit.ts';

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
  | '/api/Picking/ListLeftovers'
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

/** How long nothing of a file may come: longer than the server reads a part of it, also while it is busy. */
const silentMs = 130_000;

/** Downloads a whole export. Throws ApiError when it was rejected or interrupted, or the server could not be reached. */
export async function downloadList({ list, filters }: ExportedList): Promise<Download> {
  // Exporting is an action of a person.
  consumePersonActivity();
  let name: string | undefined;
  try {
    const blob = await readBodyWithinLimit(silentMs, async (signal) => {
      const response = await fetchOrThrowApiError(`${apiBase}${list.replace('/api/', '/exports/')}.csv`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(filters),
        signal,
      });
      name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv';
      return response;
    });
    return { name: name ?? '', blob };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (name === undefined) throw new ApiError(0, {});
    throw new ApiError(200, {
      Reason: 'The export was interrupted before its last row, so nothing was saved. Export it again.',
    });
  }
}
