/** The list of orders across all wineries: views as tabs, filters and page in the address, marks with a bar of what can be done with them. */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { BulkBar } from '../../design/bulk-bar.tsx';
import { DataTable, toggled } from '../../design/data-table.tsx';
import { Keyset } from '../../design/keyset.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page, Tabs } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, ErrorState } from '../../design/states.tsx';
import { useSteadyRows } from '../../design/steady-rows.ts';
import { ReleaseDialog } from '../holds/release-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, type OrdersView, orderFilters, viewOf, views } from './filters.ts';
import { type OrderRecord, orderColumns, orderKey } from './order-columns.tsx';
import { isHeld } from './order-status.tsx';

const pageSize = 50;
const none: ReadonlySet<string> = new Set();

export function OrdersPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { Role } = useOperator();
  const view = viewOf(search);
  const request = { ...orderFilters(search), Top: pageSize, ...(search.after && { After: search.after }) };
  const list = useOperation('/api/Orders/List', request, { keepsPrevious: true, refreshMs: 60_000 });
  const [marked, setMarked] = useState(none);
  const [isReleasing, setIsReleasing] = useState(false);
  const mayRelease = Role === 'service' || Role === 'admin';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => setMarked(none), [JSON.stringify(request)]);

  const { rows, changes, refresh } = useSteadyRows({
    rows: list.data?.Records,
    rowKey: orderKey,
    list: list.isPlaceholderData ? undefined : JSON.stringify(request),
    hasMarks: marked.size > 0,
  });
  const open = ({ CustomerNo, TransactionReferenceNumber }: OrderRecord): void => {
    void navigate({
      to: '/orders/$customerNo/$reference',
      params: { customerNo: CustomerNo, reference: TransactionReferenceNumber },
    });
  };
  const mark = (order: OrderRecord): void => {
    if (mayRelease && canMark(order)) setMarked(toggled(marked, orderKey(order)));
  };
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey: orderKey, onOpen: open, onMark: mark });
  const markedOrders = rows?.filter((order) => marked.has(orderKey(order))) ?? [];

  return (
    <Page
      title="Orders"
      aside={<ListCount count={list.data?.Count} one="order" changes={changes} onRefresh={refresh} />}
      actions={mayRelease && <ExportButton search={search} count={list.data?.Count} />}
    >
      <Tabs
        label="Views"
        tabs={views.map(([name, label]) => ({
          label,
          to: '/orders',
          search: { ...search, view: name === 'open' ? undefined : name, after: undefined },
          isCurrent: name === view,
        }))}
      />
      <FilterBar search={search} />
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label="Orders"
          columns={orderColumns}
          rows={rows}
          rowKey={orderKey}
          rowLabel={({ OrderNo }) => `order ${OrderNo}`}
          onOpen={open}
          activeKey={activeKey}
          {...(mayRelease && { selection: { marked, onChange: setMarked, canMark } })}
          empty={<NoOrders view={view} isFiltered={isFiltered(search)} />}
        />
      )}
      <BulkBar count={markedOrders.length} one="order" onClear={() => setMarked(none)}>
        <Button onClick={() => setIsReleasing(true)}>Release…</Button>
      </BulkBar>
      <Keyset after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} isNewestFirst />
      {isReleasing && (
        <ReleaseDialog
          orders={markedOrders}
          onClose={() => {
            setIsReleasing(false);
            setMarked(none);
            void refreshAll().then(refresh);
          }}
        />
      )}
    </Page>
  );
}

/** Only held orders can be released. */
const canMark = ({ Status }: OrderRecord): boolean => isHeld(Status);

const emptyTexts: Readonly<Partial<Record<OrdersView, readonly [string, string]>>> = {
  open: [
    'No open orders',
    'Every order has shipped or was canceled. New orders appear here as soon as they are accepted.',
  ],
  held: ['No orders are held', 'Nothing waits for a person. New holds appear here by themselves.'],
  late: ['No orders are late', 'Every open order still meets its ship date.'],
  short: ['No orders are short', 'Nothing waits for stock, and nothing was picked short.'],
  'to release': ['Nothing to release', 'All received orders have been released to the floor.'],
};

function NoOrders({ view, isFiltered: filtered }: { readonly view: OrdersView; readonly isFiltered: boolean }) {
  const navigate = useNavigate();
  if (filtered) {
    return (
      <EmptyState
        title="No order matches these filters"
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/orders', search: { view: 'all' } })}>
            Show all orders
          </Button>
        }
      >
        Check the spelling, remove a filter, or look in all orders.
      </EmptyState>
    );
  }
  const [title, text] = emptyTexts[view] ?? ['No orders', 'Orders appear here as soon as a winery sends them.'];
  return <EmptyState title={title}>{text}</EmptyState>;
}
