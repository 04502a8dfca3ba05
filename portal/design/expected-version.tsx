/** The version that a dialog replaces. After a change by another person it keeps what was typed, and its next attempt replaces that change. */
import { useState } from 'react';
import { ApiError, call, type OperationPath, type ReplyOf, type RequestOf } from '../api/client.ts';
import { refreshAll } from '../api/queries.ts';

/** The text of a dialog whose change was rejected because another person has changed the record since it was opened. */
export const editConflictText =
  'What you typed is kept. Close the dialog to see the change; saving again replaces it where you changed the same field.';

/** Longer than a read takes. Without its reply the person sees only the refusal, and saves once more to go on. */
const readMs = 15_000;

/**
 * @param shown undefined where the person sees no version, so that nothing is checked
 * @param readAgain reads the record as it is now
 * @param typedKey the record that is named in the dialog, where its key is typed there; `shown` is the version of that record then
 */
export function useExpectedVersion(
  shown: string | undefined,
  readAgain: (signal: AbortSignal) => Promise<{ readonly Version?: string } | undefined>,
  typedKey?: string,
) {
  const [opened] = useState(shown);
  const [refused, setRefused] = useState<{ readonly key: string | undefined; readonly version: string | undefined }>();
  const isReplaced = refused !== undefined && refused.key === typedKey;
  const version = isReplaced ? refused.version : typedKey === undefined ? opened : shown;
  return {
    /**
     * Whether a change was refused because another person has changed the record, and the next attempt replaces that change.
     */
    isReplaced,
    send: async <Reply,>(
      change: (expected: { readonly ExpectedVersion?: string }) => Promise<Reply>,
    ): Promise<Reply> => {
      try {
        return await change(version === undefined ? {} : { ExpectedVersion: version });
      } catch (error) {
        if (error instanceof ApiError && error.state === 'CHANGED') {
          const now = await readAgain(AbortSignal.timeout(readMs)).catch(() => undefined);
          setRefused(now && { key: typedKey, version: now.Version });
          void refreshAll();
        }
        throw error;
      }
    },
  };
}

interface Versioned {
  readonly Version: string;
}

type ListedIn<Path extends OperationPath> =
  ReplyOf<Path> extends { readonly Records: readonly (infer Row)[] } ? Row : never;

interface ListPage<Path extends OperationPath> {
  readonly Records: readonly ListedIn<Path>[];
  /** Absent on the last page, and in lists without pages. */
  readonly Next?: string;
}

/** A row of a list, which is read page by page until it is found. */
export async function findListed<Path extends OperationPath>(
  list: Path,
  filters: RequestOf<Path>,
  isIt: (row: ListedIn<Path>) => boolean,
  signal: AbortSignal,
): Promise<ListedIn<Path> | undefined> {
  let after: string | undefined;
  do {
    const request = { ...filters, ...(after !== undefined && { After: after }) };
    const { Records, Next } = (await call(list, request, signal)) as ListPage<Path>;
    const found = Records.find(isIt);
    if (found !== undefined) return found;
    after = Next;
  } while (after !== undefined);
  return undefined;
}

/**
 * The version of a record that a dialog replaces as a whole, which its list is read again for, page by page.
 * @param record undefined for a new one
 * @param isIt whether a row of the list is the record
 * @param typedKey as that of `useExpectedVersion`
 */
export function useListedVersion<Path extends OperationPath>(
  record: Versioned | undefined,
  list: Path,
  filters: RequestOf<Path>,
  isIt: (row: ListedIn<Path>) => boolean,
  typedKey?: string,
): ReturnType<typeof useExpectedVersion> {
  return useExpectedVersion(
    record?.Version ?? '',
    // One that was removed meanwhile is entered again.
    async (signal) => ((await findListed(list, filters, isIt, signal)) as Versioned | undefined) ?? { Version: '' },
    typedKey,
  );
}

/** Says in a dialog that replaces a whole record what its next attempt does to the change of another person. */
export function ReplacementNote({ version }: { readonly version: ReturnType<typeof useExpectedVersion> }) {
  if (!version.isReplaced) return null;
  return <p>What you typed is kept. Close the dialog to see the change; saving again replaces it with what is here.</p>;
}
