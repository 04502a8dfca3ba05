/** Writes the orders of the view, with its filters, to a CSV file. The server writes the rows, page after page. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { countOf, formatCount } from '../../design/format.ts';
import { DownloadIcon } from '../../design/icons.tsx';
import { saveFile } from '../../design/save-file.ts';
import { notify, notifyError } from '../../design/toasts.tsx';
import type { SearchParams } from '../../search-params.ts';
import { orderFilters } from './filters.ts';

/** What a spreadsheet opens without trouble. */
const maxRows = 100_000;

interface ExportProps {
  readonly search: SearchParams;
  readonly count: number | string | undefined;
}

export function ExportButton({ search, count }: ExportProps) {
  const [done, setDone] = useState<number>();
  const run = async (): Promise<void> => {
    setDone(0);
    try {
      const parts: string[] = [];
      let rows = 0;
      let after: string | undefined;
      do {
        const page = await call('/api/Orders/Export', {
          ...orderFilters(search),
          ...(after !== undefined && { After: after }),
        });
        parts.push(page.Csv);
        rows += page.Rows;
        after = page.Next;
        setDone(rows);
      } while (after !== undefined && rows < maxRows);
      saveFile('orders.csv', parts, 'text/csv');
      notify(
        after === undefined
          ? `${countOf(rows, 'order')} exported.`
          : `The newest ${countOf(rows, 'order')} exported. Narrow the filters for the others.`,
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
