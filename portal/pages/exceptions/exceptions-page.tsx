/** What needs a person besides holds, oldest first: short orders, orders with nothing left to ship, packages in trouble. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { ChoiceFilter, CodeFilter, FilterBar, isFiltered, useFilters } from '../../design/filters.tsx';
import { formatAge, formatExact } from '../../design/format.ts';
import { Keyset } from '../../design/keyset.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page, Tabs } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { useSteadyList } from '../../design/steady-rows.ts';
import { listOf } from '../../search-params.ts';
import { OrderLink } from '../orders/order-link.tsx';

type Row = ReplyOf<'/api/Exceptions/List'>['Records'][number];
type Kinds = NonNullable<RequestOf<'/api/Exceptions/List'>['Kinds']>;

const filterNames = ['customers', 'warehouse'];

const views: readonly [View, ...View[]] = [
  { name: 'all', label: 'All', kinds: [] },
  { name: 'short', label: 'Short orders', kinds: ['Short', 'Exception'] },
  { name: 'packages', label: 'Packages', kinds: ['Package'] },
];

interface View {
  readonly name: string;
  readonly label: string;
  readonly kinds: Kinds;
}

const rowKey = ({ Kind, CustomerNo, TransactionReferenceNumber, TrackingNumber }: Row): string =>
  [Kind, CustomerNo, TransactionReferenceNumber, TrackingNumber].join(' ');

const columns: readonly Column<Row>[] = [
  { key: 'order', header: 'Order', priority: 1, cell: (row) => <OrderLink {...row} /> },
  {
    key: 'kind',
    header: 'Kind',
    priority: 1,
    cell: ({ Kind }) => <Status tone={Kind === 'Short' ? 'warn' : 'bad'}>{Kind}</Status>,
  },
  { key: 'text', header: 'What', priority: 1, flexible: true, cell: ({ Text }) => <span title={Text}>{Text}</span> },
  {
    key: 'winery',
    header: 'Winery',
    priority: 1,
    flexible: true,
    cell: ({ CustomerName, CustomerNo }) => (
      <span title={`${CustomerName} (${CustomerNo})`}>{CustomerName || CustomerNo}</span>
    ),
  },
  {
    key: 'tracking',
    header: 'Tracking number',
    priority: 3,
    cell: ({ TrackingNumber }) => <span className="code">{TrackingNumber}</span>,
  },
  { key: 'warehouse', header: 'Whse', priority: 2, cell: ({ Warehouse }) => <span className="code">{Warehouse}</span> },
  {
    key: 'since',
    header: 'Waiting',
    priority: 1,
    align: 'end',
    cell: ({ Since }) => <span title={formatExact(Since)}>{formatAge(Since)}</span>,
  },
];

export function ExceptionsPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const change = useFilters();
  const view = views.find(({ name }) => name === search.view) ?? views[0];
  const request: RequestOf<'/api/Exceptions/List'> = {
    Kinds: view.kinds,
    ...(search.customers && { Customers: listOf(search.customers) }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
    ...(search.after && { After: search.after }),
  };
  const list = useOperation('/api/Exceptions/List', request, { keepsPrevious: true, refreshMs: 60_000 });
  const warehouses = useOperation('/api/Warehouses/List', {});
  const { rows, changes, refresh } = useSteadyList(list, request, rowKey);
  const open = ({ CustomerNo, TransactionReferenceNumber }: Row): void => {
    void navigate({
      to: '/orders/$customerNo/$reference',
      params: { customerNo: CustomerNo, reference: TransactionReferenceNumber },
    });
  };
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey, onOpen: open });
  return (
    <Page
      title="Exceptions"
      aside={<ListCount count={list.data?.Count} one="exception" changes={changes} onRefresh={refresh} />}
    >
      <Tabs
        label="Views"
        tabs={views.map(({ name, label }) => ({
          label,
          to: '/exceptions',
          search: { ...search, view: name === views[0].name ? undefined : name, after: undefined },
          isCurrent: name === view.name,
        }))}
      />
      <FilterBar names={filterNames} search={search}>
        <CodeFilter
          label="Winery"
          placeholder="W1001"
          value={search.customers}
          onChange={(customers) => change({ customers })}
        />
        <ChoiceFilter
          label="Warehouse"
          options={warehouses.data?.Records.map(({ Warehouse }) => Warehouse)}
          value={search.warehouse}
          onChange={(warehouse) => change({ warehouse })}
        />
      </FilterBar>
      <QueryState query={list}>
        <DataTable
          label="Exceptions"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onOpen={open}
          activeKey={activeKey}
          empty={
            isFiltered(filterNames, search) ? (
              <EmptyState title="Nothing matches these filters">Remove a filter, or look under Holds.</EmptyState>
            ) : (
              <EmptyState title="Nothing needs a person">
                No order is short, and every package is on its way. What is on hold is under Holds.
              </EmptyState>
            )
          }
        />
      </QueryState>
      <Keyset after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} />
    </Page>
  );
}
