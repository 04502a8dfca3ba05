/** The inventory statuses: those of the interface, and those of wineries. */

import { useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { Page } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { buildInventoryStatusTableColumns } from './status-columns.tsx';
import { type StatusDialogState, StatusDialogs } from './status-dialogs.tsx';

export function StatusesPage() {
  const { text = '' } = useSearch({ from: '__root__' });
  const { dialog, open, close } = useAdminDialog<StatusDialogState>();
  const list = useOperation('/api/Statuses/List', {});
  const wanted = text.toLowerCase();
  const rows = list.data?.Records.filter(({ CustomerNo, CustomerName, InventoryStatus, Description }) =>
    `${CustomerNo} ${CustomerName} ${InventoryStatus} ${Description}`.toLowerCase().includes(wanted),
  );
  return (
    <Page
      title="Inventory statuses"
      aside={rows && countOf(rows.length, 'status', 'statuses')}
      actions={
        <>
          <ExportButton exported={{ list: '/api/Statuses/List', filters: {} }} hasOthers={text !== ''} />
          {open && <NewButton label="New status…" onClick={() => open({ kind: 'new' })} />}
        </>
      }
    >
      <search className="bar">
        <TextFilter label="Part of the code, description or winery" placeholder="Code or description" />
      </search>
      <QueryState query={list}>
        <DataTable
          label="Inventory statuses"
          columns={buildInventoryStatusTableColumns(open)}
          rows={rows}
          rowKey={({ CustomerNo, InventoryStatus }) => `${CustomerNo} ${InventoryStatus}`}
          empty={<EmptyState title="No status matches">Check the spelling, or try a part of the code.</EmptyState>}
        />
      </QueryState>
      {dialog && <StatusDialogs dialog={dialog} onClose={close} />}
    </Page>
  );
}
