/**
 * The balances of all wineries; for offices also the explanation of their numbers, changes by hand, and the stock of a past
 * day.
 */
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ChoiceFilter, FilterBar, hasActiveFilter, WarehouseFilter } from '../../design/filters.tsx';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { ListPage, useList, ViewTabs } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { type Balance, balanceColumns, balanceRowKey } from './balance-columns.tsx';
import { inventoryViews } from './inventory-views.ts';
import { PastStock } from './past-stock.tsx';
import { StockChangesView } from './stock-changes-view.tsx';

const ImportOpeningDialog = lazyDialog(async () => ({
  default: (await import('./import-opening-dialog.tsx')).ImportOpeningDialog,
}));

const filterNames = ['text', 'customers', 'warehouse', 'status'];

export function InventoryPage() {
  const { view } = useSearch({ from: '__root__' });
  const { Role } = useOperator();
  if (Role !== 'floor' && (view === 'changes' || view === 'production')) return <StockChangesView view={view} />;
  if (Role !== 'floor' && view === 'past') return <PastStock />;
  return <Balances />;
}

function Balances() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { Role } = useOperator();
  const { dialog, open: openImport, close } = useAdminDialog<'import'>();
  const filters = {
    ...(search.text && { Text: search.text }),
    ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
    ...(search.status && { Statuses: [search.status] }),
  };
  const listed = useList('/api/Inventory/List', filters, balanceRowKey, { refreshMs: 60_000 });
  const statuses = useOperation('/api/Statuses/List', {});
  // The explanation of the numbers names orders of every warehouse.
  const mayExplain = Role !== 'floor';
  const open = ({ CustomerNo, ItemNo, Warehouse, InventoryStatus }: Balance): void => {
    void navigate({
      to: '/inventory/$customerNo/$itemNo',
      params: { customerNo: CustomerNo, itemNo: ItemNo },
      search: { warehouse: Warehouse, status: InventoryStatus },
    });
  };
  const statusCodes = [...new Set(statuses.data?.Records.map(({ InventoryStatus }) => InventoryStatus))].sort();
  return (
    <>
      <ListPage
        {...listed}
        title="Inventory"
        label="Balances"
        one="balance"
        columns={balanceColumns(mayExplain)}
        {...(mayExplain && { onOpen: open })}
        actions={
          openImport && (
            <Button variant="default" onClick={() => openImport('import')}>
              Import opening balance…
            </Button>
          )
        }
        empty={
          hasActiveFilter(filterNames, search) ? (
            <EmptyState title="No balance matches these filters">
              Check the spelling, or remove a filter. An item that never was in stock has no balance: look for it under
              SKUs.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing has been in stock yet">
              A balance appears when a purchase order is announced or received.
            </EmptyState>
          )
        }
        head={
          <>
            {mayExplain && <ViewTabs to="/inventory" views={inventoryViews} current={inventoryViews[0]} />}
            <FilterBar names={filterNames} search={search}>
              <TextFilter label="Part of the item number or description" placeholder="Item number or name" />
              <WineryFilter />
              <WarehouseFilter />
              <ChoiceFilter name="status" label="Status" options={statusCodes} />
            </FilterBar>
          </>
        }
      />
      {dialog && <ImportOpeningDialog onClose={close} />}
    </>
  );
}
