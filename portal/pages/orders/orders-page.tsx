/** The list of orders of all wineries: views as tabs, filters and page in the address, marks with a bar of actions. */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { hasActiveFilter } from '../../design/filters.tsx';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page, Tabs } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { useBulkHoldRelease } from '../holds/releasable-orders.tsx';
import { OrdersFilterBar } from './filter-bar.tsx';
import {
  heldOrderFiltersOf,
  type OrdersView,
  orderFilterNames,
  orderFiltersOf,
  ordersViewOf,
  ordersViews,
} from './filters.ts';
import { type OrderRecord, orderColumns } from './order-columns.tsx';
import { isHeldStatus } from './order-status.tsx';
import { currentSavedView, SavedViewButton, savedTabs, useSavedViews } from './saved-views.tsx';

const pageSize = 50;
/** The most rows that the interface returns in a page. */
const maxPage = 200;

export function OrdersPage() {
  const search = useSearch({ from: '__root__' });
  const view = ordersViewOf(search);
  const saved = useSavedViews();
  const current = currentSavedView(saved, search);
  const request = { ...orderFiltersOf(search), Top: pageSize, ...(search.after && { After: search.after }) };
  const list = useOperation('/api/Orders/List', request, { keepsPrevious: true, refreshMs: 60_000 });
  const { table, bar, steady } = useBulkHoldRelease({
    rows: list.data?.Records,
    isLoading: list.isPlaceholderData,
    listKey: JSON.stringify(request),
    hasOtherPages: (search.after ?? list.data?.Next) !== undefined,
    canMark,
    loadPage: (after, signal) =>
      call(
        '/api/Orders/List',
        { ...heldOrderFiltersOf(search), Top: maxPage, ...(after !== undefined && { After: after }) },
        signal,
      ),
  });

  return (
    <Page
      title="Orders"
      aside={<ListCount list={list} one="order" changes={steady.changes} onRefresh={steady.refresh} />}
      actions={
        <>
          <SavedViewButton current={current} search={search} />
          <ExportButton
            exported={{ list: '/api/Orders/List', filters: orderFiltersOf(search) }}
            isDisabled={!list.data?.Records.length}
          />
        </>
      }
    >
      <Tabs
        label="Views"
        tabs={[
          ...ordersViews.map(([name, label]) => ({
            label,
            to: '/orders',
            search: {
              ...(current === undefined ? search : {}),
              view: name === 'open' ? undefined : name,
              after: undefined,
            },
            isCurrent: name === view && current === undefined,
          })),
          ...savedTabs(saved, current),
        ]}
      />
      <OrdersFilterBar search={search} />
      <QueryState query={list}>
        <DataTable
          label="Orders"
          columns={orderColumns}
          {...table}
          empty={<NoOrders view={view} isFiltered={hasActiveFilter(orderFilterNames, search)} />}
        />
      </QueryState>
      {bar}
      <KeysetPager after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} isNewestFirst />
    </Page>
  );
}

/** Only held orders can be released. */
const canMark = ({ Status }: OrderRecord): boolean => isHeldStatus(Status);

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
