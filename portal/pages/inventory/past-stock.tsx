/** The stock of a winery on hand at the end of a past day. */
import { useSearch } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import type { Column } from '../../design/data-table.tsx';
import { DayFilter, FilterBar, useFilters, WineryFilter } from '../../design/filters.tsx';
import { formatCount } from '../../design/format.ts';
import { ListPage, ViewTabs } from '../../design/list-page.tsx';
import { Page } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { useSteadyList } from '../../design/steady-rows.ts';
import { listOf } from '../../search-params.ts';
import { inventoryViews } from './inventory-views.ts';

type Row = ReplyOf<'/api/Inventory/ListAt'>['Records'][number];

const filterNames = ['customers', 'from'];

const columns: readonly Column<Row>[] = [
  {
    key: 'item',
    header: 'Item',
    priority: 1,
    flexible: true,
    cell: ({ ItemNo }) => <span className="code">{ItemNo}</span>,
  },
  { key: 'warehouse', header: 'Whse', priority: 1, cell: ({ Warehouse }) => <span className="code">{Warehouse}</span> },
  {
    key: 'status',
    header: 'Status',
    priority: 1,
    cell: ({ InventoryStatus }) => <span className="code">{InventoryStatus}</span>,
  },
  { key: 'hand', header: 'On hand', priority: 1, align: 'end', cell: ({ OnHand }) => formatCount(OnHand) },
];

const rowKey = ({ ItemNo, Warehouse, InventoryStatus }: Row): string => `${Warehouse} ${InventoryStatus} ${ItemNo}`;

export function PastStock() {
  const search = useSearch({ from: '__root__' });
  const change = useFilters();
  const [customerNo = '', ...others] = listOf(search.customers);
  const isAsked = customerNo !== '' && others.length === 0 && search.from !== undefined;
  const filters = { CustomerNo: customerNo, Day: search.from ?? '' };
  const request = { ...filters, ...(search.after && { After: search.after }) };
  const list = useOperation('/api/Inventory/ListAt', request, { keepsPrevious: true, isEnabled: isAsked });
  const steady = useSteadyList(list, request, rowKey);
  const head = (
    <>
      <ViewTabs
        to="/inventory"
        views={inventoryViews}
        current={inventoryViews.find(({ name }) => name === 'past') ?? inventoryViews[0]}
      />
      <FilterBar names={filterNames} search={search}>
        <WineryFilter value={search.customers} onChange={(customers) => change({ customers })} />
        <DayFilter label="At the end of" value={search.from} onChange={(from) => change({ from })} />
      </FilterBar>
    </>
  );
  if (!isAsked) {
    return (
      <Page title="Inventory">
        {head}
        <EmptyState title="Choose one winery and a day">
          What it had on hand at the end of that day comes here.
        </EmptyState>
      </Page>
    );
  }
  return (
    <ListPage
      title="Inventory"
      label="On a day"
      one="balance"
      exported={{ list: '/api/Inventory/ListAt', filters: request }}
      list={list}
      steady={steady}
      columns={columns}
      rowKey={rowKey}
      empty={
        <EmptyState title="Nothing was on hand on that day">
          The winery had no stock yet, or all of it had left.
        </EmptyState>
      }
      head={head}
    />
  );
}
