/**
 * Exceptions besides holds, oldest first: short orders, orders with nothing left to ship, problems on the floor, packages in
 * trouble, parked deliveries, packages without an owner.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { codeColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { FilterBar, hasActiveFilter, WarehouseFilter } from '../../design/filters.tsx';
import { formatAge, formatExact } from '../../design/format.ts';
import { ListPage, useList, useOpenDocument, type ViewOption, ViewTabs } from '../../design/list-page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { useAction } from '../../design/submission.ts';
import { notify, notifyError } from '../../design/toasts.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { NeedsPersonLink } from '../inbound/matter-link.tsx';
import { SettleStrayPackageDialog } from './settle-stray-package-dialog.tsx';

type Row = ReplyOf<'/api/Exceptions/List'>['Records'][number];
type Kinds = NonNullable<RequestOf<'/api/Exceptions/List'>['Kinds']>;

const filterNames = ['customers', 'warehouse'];

const views: readonly [View, ...View[]] = [
  { name: 'all', label: 'All', kinds: [] },
  { name: 'short', label: 'Short orders', kinds: ['Short', 'Exception'] },
  { name: 'floor', label: 'Floor', kinds: ['Problem'] },
  { name: 'packages', label: 'Packages', kinds: ['Package'] },
  { name: 'deliveries', label: 'Deliveries', kinds: ['Unannounced', 'Stray'] },
];

interface View extends ViewOption {
  readonly kinds: Kinds;
}

/** A package that left although it must not may be listed also for what its carrier reports of it. */
const rowKey = ({ Kind, CustomerNo, TransactionReferenceNumber, TrackingNumber, Label }: Row): string =>
  [Kind, CustomerNo, TransactionReferenceNumber, TrackingNumber, Label].join(' ');

const columns: readonly Column<Row>[] = [
  { key: 'order', header: 'Order', priority: 1, cell: (row) => <NeedsPersonLink {...row} /> },
  {
    key: 'kind',
    header: 'Kind',
    priority: 1,
    cell: ({ Kind }) => <Status tone={Kind === 'Short' ? 'warn' : 'bad'}>{Kind}</Status>,
  },
  {
    key: 'text',
    header: 'What',
    priority: 1,
    flexible: 'more',
    cell: ({ Text }) => <span className="wrap">{Text}</span>,
  },
  wineryColumn(),
  codeColumn('TrackingNumber', 'Tracking number', 3),
  warehouseColumn(2),
  {
    key: 'since',
    header: 'Waiting',
    priority: 1,
    align: 'end',
    cell: ({ Since }) => <span title={formatExact(Since)}>{formatAge(Since)}</span>,
  },
];

/** During an upgrade, rows of a server of the version before have no `Label`. */
const canBeAcknowledged = ({ Label }: { readonly Label?: string }): boolean => Label !== undefined && Label !== '';

/** The buttons that end a row on this page, for rows that can be ended here. */
const decisionColumn = (settle: (row: Row) => void, acknowledge: (row: Row) => void): Column<Row> => ({
  key: 'decision',
  header: 'Decision',
  priority: 1,
  align: 'end',
  cell: (row) => (
    <>
      {row.Kind === 'Stray' && (
        <RowActionButton action="Settle…" label={`Settle ${row.TrackingNumber}`} onClick={() => settle(row)} />
      )}
      {canBeAcknowledged(row) && (
        <RowActionButton
          action="Acknowledge"
          label={`Acknowledge ${row.TrackingNumber}`}
          onClick={() => acknowledge(row)}
        />
      )}
    </>
  ),
});

const hasDecision = (row: Row): boolean => row.Kind === 'Stray' || canBeAcknowledged(row);

export function ExceptionsPage() {
  const [settling, setSettling] = useState<Row>();
  const { run } = useAction();
  const search = useSearch({ from: '__root__' });
  const view = views.find(({ name }) => name === search.view) ?? views[0];
  const filters: RequestOf<'/api/Exceptions/List'> = {
    Kinds: view.kinds,
    ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
  };
  const listed = useList('/api/Exceptions/List', filters, rowKey, { refreshMs: 60_000 });
  const acknowledge = ({ CustomerNo, Label, TrackingNumber, OrderNo }: Row): void =>
    void run(async () => {
      try {
        await call('/api/Exceptions/Acknowledge', { CustomerNo, Label });
        notify(`Package ${TrackingNumber} of order ${OrderNo} is acknowledged.`);
        // Remove the row although the mouse is on it.
        void refreshAll().then(listed.steady.refresh);
      } catch (failure) {
        notifyError(failure);
      }
    });
  const openOrder = useOpenDocument('/orders/$customerNo/$reference');
  const navigate = useNavigate();
  const open = (row: Row): void => {
    // A package without an owner has no page.
    if (row.Kind === 'Stray') return;
    if (row.Kind !== 'Unannounced') openOrder(row);
    else void navigate({ to: '/inbound', search: { view: 'unannounced', customers: row.CustomerNo } });
  };
  return (
    <ListPage
      {...listed}
      title="Exceptions"
      one="exception"
      columns={listed.steady.rows?.some(hasDecision) ? [...columns, decisionColumn(setSettling, acknowledge)] : columns}
      onOpen={open}
      empty={
        hasActiveFilter(filterNames, search) ? (
          <EmptyState title="Nothing matches these filters">Remove a filter, or look under Holds.</EmptyState>
        ) : (
          <EmptyState title="Nothing needs a person">
            No order is short, and every package is on its way. What is on hold is under Holds.
          </EmptyState>
        )
      }
      head={
        <>
          <ViewTabs to="/exceptions" views={views} current={view} />
          <FilterBar names={filterNames} search={search}>
            <WineryFilter />
            <WarehouseFilter />
          </FilterBar>
        </>
      }
    >
      {settling && (
        <SettleStrayPackageDialog
          stray={settling.TransactionReferenceNumber}
          label={settling.TrackingNumber}
          onSettled={() => {
            setSettling(undefined);
            // Remove the row although the mouse is on it.
            void refreshAll().then(listed.steady.refresh);
          }}
          onClose={() => setSettling(undefined)}
        />
      )}
    </ListPage>
  );
}
