/** The warehouses: where they are, when they work, and whether returns go there. */

import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { Page } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { weekdaysInWords } from '../../design/working-days.tsx';
import { WarehouseAddressDialog } from './warehouse-address-dialog.tsx';
import { RemoveWarehouseDialog, WarehouseDialog } from './warehouse-dialogs.tsx';

export type Warehouse = ReplyOf<'/api/Warehouses/List'>['Records'][number];

type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'change' | 'address' | 'remove'; readonly warehouse: Warehouse };

export function WarehousesPage() {
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const list = useOperation('/api/Warehouses/List', {});
  const rows = list.data?.Records;
  return (
    <Page
      title="Warehouses"
      aside={rows && countOf(rows.length, 'warehouse')}
      actions={
        <>
          <ExportButton exported={{ list: '/api/Warehouses/List', filters: {} }} />
          <ExportButton label="Export addresses" exported={{ list: '/api/Warehouses/ListAddresses', filters: {} }} />
          {open && <NewButton label="New warehouse…" onClick={() => open({ kind: 'new' })} />}
        </>
      }
    >
      <QueryState query={list}>
        <DataTable label="Warehouses" columns={columnsWith(open)} rows={rows} rowKey={({ Warehouse: code }) => code} />
      </QueryState>
      {dialog?.kind === 'new' && <WarehouseDialog onClose={close} />}
      {dialog?.kind === 'change' && <WarehouseDialog warehouse={dialog.warehouse} onClose={close} />}
      {dialog?.kind === 'address' && <WarehouseAddressDialog warehouse={dialog.warehouse} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveWarehouseDialog warehouse={dialog.warehouse} onClose={close} />}
    </Page>
  );
}

function columnsWith(open: ((dialog: Dialog) => void) | undefined): readonly Column<Warehouse>[] {
  const columns: readonly Column<Warehouse>[] = [
    {
      key: 'code',
      header: 'Warehouse',
      priority: 1,
      cell: ({ Warehouse: code }) => <span className="code strong">{code}</span>,
    },
    {
      key: 'place',
      header: 'Place',
      priority: 1,
      flexible: true,
      cell: ({ City, State, ZipCode }) => `${City}, ${State} ${ZipCode}`,
    },
    { key: 'days', header: 'Ships', priority: 1, cell: ({ WorkingDays }) => weekdaysInWords(WorkingDays) },
    {
      key: 'floor',
      header: 'Orders',
      priority: 1,
      cell: ({ Floor }) =>
        Floor === 'worked' ? <Status tone="info">By people</Status> : <span className="quiet">Automatic</span>,
    },
    {
      key: 'zone',
      header: 'Time zone',
      priority: 3,
      cell: ({ TimeZone }) => TimeZone.replace(/^America\//, '').replaceAll('_', ' '),
    },
    {
      key: 'returns',
      header: 'Returns',
      priority: 2,
      cell: ({ AcceptsReturns }) =>
        AcceptsReturns ? <Status tone="good">Accepted</Status> : <Status tone="neutral">Not accepted</Status>,
    },
    {
      key: 'calendar',
      header: 'Cutoffs',
      priority: 2,
      cell: ({ Warehouse: code }) => (
        <Link to="/calendars" search={{ view: 'cutoffs', warehouse: code }}>
          Show
        </Link>
      ),
    },
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((warehouse) => (
      <>
        <RowActionButton
          action="Change…"
          label={`Change ${warehouse.Warehouse}`}
          onClick={() => open({ kind: 'change', warehouse })}
        />
        <RowActionButton
          action="Address…"
          label={`Address of ${warehouse.Warehouse}`}
          onClick={() => open({ kind: 'address', warehouse })}
        />
        <RowActionButton
          action="Remove…"
          label={`Remove ${warehouse.Warehouse}`}
          onClick={() => open({ kind: 'remove', warehouse })}
        />
      </>
    )),
  ];
}
