/** The inventory statuses that a winery has of its own, besides those of the interface. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { DataTable } from '../../design/data-table.tsx';
import { Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { statusColumns } from '../statuses/status-columns.tsx';
import { type StatusDialogState, StatusDialogs } from '../statuses/status-dialogs.tsx';

interface StatusesPanelProps {
  readonly customerNo: string;
  readonly mayChange: boolean;
}

export function StatusesPanel({ customerNo, mayChange }: StatusesPanelProps) {
  const [dialog, setDialog] = useState<StatusDialogState>();
  const list = useOperation('/api/Statuses/List', { CustomerNo: customerNo });
  const close = (): void => {
    setDialog(undefined);
    void refreshAll();
  };
  const columns = statusColumns(mayChange ? setDialog : undefined).filter(({ key }) => key !== 'owner');
  return (
    <Panel
      title="Inventory statuses"
      note="Of its own, besides those of the interface"
      flush
      actions={
        mayChange && (
          <Button variant="default" onClick={() => setDialog({ kind: 'new', customerNo })}>
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
