/** Changes of stock by hand, newest first: adjustments, status changes, productions and approved counts, with their reasons. */
import { Link, useSearch } from '@tanstack/react-router';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { timeColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { ChoiceFilter, DayFilter, FilterBar, hasActiveFilter } from '../../design/filters.tsx';
import { formatCount } from '../../design/format.ts';
import { ListPage, useList, ViewTabs } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { inventoryViews } from './inventory-views.ts';

type Row = ReplyOf<'/api/Inventory/ListChanges'>['Records'][number];
type Kind = Row['Kind'];

const kindNames: Readonly<Record<Kind, string>> = {
  adjustment: 'Adjustment',
  'status change': 'Status change',
  production: 'Production',
  count: 'Count',
};
const kinds = Object.keys(kindNames) as Kind[];

const filterNames = ['customers', 'from', 'to'];

const rowKey = ({ At, TransactionReferenceNumber, InventoryStatus }: Row): string =>
  `${At} ${TransactionReferenceNumber} ${InventoryStatus}`;

const unitsOf = ({ Kind: kind, Items }: Row): string =>
  Items.map(
    ({ ItemNo, Quantity }) =>
      `${Quantity > 0 && kind !== 'status change' ? '+' : ''}${formatCount(Quantity)} × ${ItemNo}`,
  ).join(', ');

const columns: readonly Column<Row>[] = [
  timeColumn('When', ({ At }) => At),
  { key: 'kind', header: 'Change', priority: 1, cell: ({ Kind: kind }) => kindNames[kind] },
  {
    key: 'items',
    header: 'Units',
    priority: 1,
    flexible: 'more',
    cell: (row) => (
      <span className="wrap">
        {row.Items[0] === undefined ? (
          <span className="quiet">No difference</span>
        ) : (
          <Link
            to="/inventory/$customerNo/$itemNo"
            params={{ customerNo: row.CustomerNo, itemNo: row.Items[0].ItemNo }}
            className="plain"
          >
            {unitsOf(row)}
          </Link>
        )}
      </span>
    ),
  },
  {
    key: 'reason',
    header: 'Reason',
    priority: 1,
    cell: ({ ReasonCode, Note }) => (
      <span title={Note}>
        <span className="code">{ReasonCode}</span>
        {Note !== '' && <span className="quiet wrap"> {Note}</span>}
      </span>
    ),
  },
  wineryColumn(2),
  {
    key: 'status',
    header: 'Status',
    priority: 3,
    cell: ({ InventoryStatus, ToInventoryStatus }) => (
      <span className="code">
        {InventoryStatus}
        {ToInventoryStatus !== '' && ` → ${ToInventoryStatus}`}
      </span>
    ),
  },
  warehouseColumn(2),
  {
    key: 'by',
    header: 'By',
    priority: 1,
    flexible: true,
    cell: ({ By }) => <span title={By}>{By.replace(/^operator:/, '')}</span>,
  },
];

/** @param view `production` shows only assembled and relabeled stock */
export function StockChangesView({ view }: { readonly view: 'changes' | 'production' }) {
  const search = useSearch({ from: '__root__' });
  // The production view shows one kind and ignores that of the other view, which stays in the address.
  const names = view === 'production' ? filterNames : ['kind', ...filterNames];
  const chosen = view === 'production' ? ['production' as const] : kinds.filter((kind) => kind === search.kind);
  const filters: RequestOf<'/api/Inventory/ListChanges'> = {
    Kinds: chosen,
    ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
    ...(search.from && { From: search.from }),
    ...(search.to && { To: search.to }),
  };
  const listed = useList('/api/Inventory/ListChanges', filters, rowKey, { refreshMs: 60_000 });
  const current = inventoryViews.find(({ name }) => name === view) ?? inventoryViews[0];
  return (
    <ListPage
      {...listed}
      title="Inventory"
      label={current.label}
      one="change"
      columns={view === 'production' ? columns.filter(({ key }) => key !== 'kind') : columns}
      isNewestFirst
      empty={
        hasActiveFilter(names, search) ? (
          <EmptyState title="No change matches these filters">Remove a filter.</EmptyState>
        ) : view === 'production' ? (
          <EmptyState title="Nothing was produced yet">
            Gift sets and relabeled bottles come here. They are made with Change stock… on the page of an item.
          </EmptyState>
        ) : (
          <EmptyState title="No stock was changed by hand yet">
            Adjustments, bottles reported at picking and packing, status changes, productions and approved counts come
            here.
          </EmptyState>
        )
      }
      head={
        <>
          <ViewTabs to="/inventory" views={inventoryViews} current={current} />
          <FilterBar names={names} search={search}>
            {view === 'changes' && (
              <ChoiceFilter
                name="kind"
                label="Change"
                options={kinds.map((value) => ({ value, label: kindNames[value] }))}
              />
            )}
            <WineryFilter />
            <DayFilter name="from" label="From" />
            <DayFilter name="to" label="To" />
          </FilterBar>
        </>
      }
    />
  );
}
