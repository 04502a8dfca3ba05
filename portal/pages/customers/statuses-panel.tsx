/** The inventory statuses that a winery has of its own, besides those of the interface. */
import { Button } from '@mantine/core';
import { useOperation } from '../../api/queries.ts';
import { DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { buildInventoryStatusTableColumns } from '../statuses/status-columns.tsx';
import { type StatusDialogState, StatusDialogs } from '../statuses/status-dialogs.tsx';

export function StatusesPanel({ customerNo }: { readonly customerNo: string }) {
  const { dialog, open, close } = useAdminDialog<StatusDialogState>();
  const list = useOperation('/api/Statuses/List', { CustomerNo: customerNo });
  const columns = buildInventoryStatusTableColumns(open).filter(({ key }) => key !== 'owner');
  return (
    <Panel
      title="Inventory statuses"
      note="Of its own, besides those of the interface"
      flush
      actions={
        open && (
          <Button variant="default" onClick={() => open({ kind: 'new', customerNo })}>
            New status…
          </Button>
        )
      }
    >
      <QueryState query={list}>
        <DataTable
          label="Inventory statuses"
          columns={columns}
          rows={list.data?.Records}
          rowKey={({ InventoryStatus }) => InventoryStatus}
          skeletonRows={1}
          empty={<EmptyState title="None of its own">Its stock has the statuses of the interface.</EmptyState>}
        />
      </QueryState>
      {dialog && <StatusDialogs dialog={dialog} onClose={close} />}
    </Panel>
  );
}
