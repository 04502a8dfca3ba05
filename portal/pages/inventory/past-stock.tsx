/** The stock of all wineries on hand at the end of a past day. */
import { useSearch } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { codeColumn, countColumn, descriptionColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { DayFilter, FilterBar, hasActiveFilter, WarehouseFilter } from '../../design/filters.tsx';
import { ListPage, useList, ViewTabs } from '../../design/list-page.tsx';
import { Page } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { balanceRowKey } from './balance-columns.tsx';
import { inventoryViews } from './inventory-views.ts';

type Row = ReplyOf<'/api/Inventory/ListAt'>['Records'][number];

const filterNames = ['text', 'customers', 'warehouse', 'from'];

const columns: readonly Column<Row>[] = [
  {
    key: 'item',
    header: 'Item',
    priority: 1,
    cell: ({ ItemNo }) => (
      <span className="code strong short" title={ItemNo}>
        {ItemNo}
      </span>
    ),
  },
  descriptionColumn,
  wineryColumn(),
  warehouseColumn(1),
  codeColumn('InventoryStatus', 'Status'),
  countColumn('OnHand', 'On hand'),
];

export function PastStock() {
  const search = useSearch({ from: '__root__' });
  const isAsked = search.from !== undefined;
  const filters = {
    Day: search.from ?? '',
    ...(search.text && { Text: search.text }),
    ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
  };
  const listed = useList('/api/Inventory/ListAt', filters, balanceRowKey, { isEnabled: isAsked });
  const head = (
    <>
      <ViewTabs
        to="/inventory"
        views={inventoryViews}
        current={inventoryViews.find(({ name }) => name === 'past') ?? inventoryViews[0]}
      />
      <FilterBar names={filterNames} search={search}>
        <DayFilter name="from" label="At the end of" />
        <TextFilter label="Part of the item number or description" placeholder="Item number or name" />
        <WineryFilter />
        <WarehouseFilter />
      </FilterBar>
    </>
  );
  if (!isAsked) {
    return (
      <Page title="Inventory">
        {head}
        <EmptyState title="Choose a day">What was on hand at the end of it is listed here.</EmptyState>
      </Page>
    );
  }
  return (
    <ListPage
      {...listed}
      title="Inventory"
      label="On a day"
      one="balance"
      columns={columns}
      empty={
        hasActiveFilter(['text', 'customers', 'warehouse'], search) ? (
          <EmptyState title="Nothing was on hand on that day that matches these filters">
            Check the spelling, remove a filter, or choose another day. An item with none on hand is not listed.
          </EmptyState>
        ) : (
          <EmptyState title="Nothing was on hand on that day">
            There was no stock yet, or all of it had left. Choose another day.
          </EmptyState>
        )
      }
      head={head}
    />
  );
}
