/** Writes the rows of a list, with its filters, to a CSV file. The server writes the rows, page after page. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { countOf, formatCount } from './format.ts';
import { DownloadIcon } from './icons.tsx';
import { saveFile } from './save-file.ts';
import { notify, notifyError } from './toasts.tsx';

/** What a spreadsheet opens without trouble. */
const maxRows = 100_000;

interface ExportedPage {
  readonly Csv: string;
  readonly Rows: number;
  readonly Next?: string;
}

interface ExportProps {
  /** Calls the export of the list with its filters, from this page on. */
  readonly loadPage: (page: { readonly After?: string }) => Promise<ExportedPage>;
  /** What a row is: `order`. */
  readonly one: string;
  /** Several of them, where it does not end in `s`. */
  readonly many?: string;
  /** Undefined while it is loading. */
  readonly count: number | string | undefined;
}

export function ExportButton({ loadPage, one, many = `${one}s`, count }: ExportProps) {
  const [done, setDone] = useState<number>();
  const run = async (): Promise<void> => {
    setDone(0);
    try {
      const parts: string[] = [];
      let rows = 0;
      let after: string | undefined;
      do {
        const page = await loadPage(after === undefined ? {} : { After: after });
        parts.push(page.Csv);
        rows += page.Rows;
        after = page.Next;
        setDone(rows);
      } while (after !== undefined && rows < maxRows);
      saveFile(`${many}.csv`, parts, 'text/csv');
      notify(
        after === undefined
          ? `${countOf(rows, one, many)} exported.`
          : `The first ${countOf(rows, one, many)} exported. Narrow the filters for the others.`,
      );
    } catch (error) {
      notifyError(error);
    } finally {
      setDone(undefined);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={16} />}
      disabled={count === undefined || count === 0 || done !== undefined}
      onClick={() => void run()}
    >
      {done === undefined ? 'Export CSV' : `${formatCount(done)} read…`}
    </Button>
  );
}
