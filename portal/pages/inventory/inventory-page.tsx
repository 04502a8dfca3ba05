/** The balances of all wineries. A row opens what its numbers consist of. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call, type RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { ChoiceFilter, CodeFilter, FilterBar, isFiltered, useFilters } from '../../design/filters.tsx';
import { Keyset } from '../../design/keyset.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { useSteadyList } from '../../design/steady-rows.ts';
import { TextFilter } from '../../design/text-filter.tsx';
import { listOf } from '../../search-params.ts';
import { type Balance, balanceColumns, balanceKey } from './balance-columns.tsx';

const filterNames = ['text', 'customers', 'warehouse', 'status'];

export function InventoryPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { Role } = useOperator();
  const change = useFilters();
  const filters = {
    ...(search.text && { Text: search.text }),
    ...(search.customers && { Customers: listOf(search.customers) }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
    ...(search.status && { Statuses: [search.status] }),
  };
  const request: RequestOf<'/api/Inventory/List'> = { ...filters, ...(search.after && { After: search.after }) };
  const list = useOperation('/api/Inventory/List', request, { keepsPrevious: true, refreshMs: 60_000 });
  const warehouses = useOperation('/api/Warehouses/List', {});
  const statuses = useOperation('/api/Statuses/List', {});
  const { rows, changes, refresh } = useSteadyList(list, request, balanceKey);
  // What the numbers consist of names orders of every warehouse.
  const mayExplain = Role !== 'floor';
  const open = ({ CustomerNo, ItemNo, Warehouse, InventoryStatus }: Balance): void => {
    void navigate({
      to: '/inventory/$customerNo/$itemNo',
      params: { customerNo: CustomerNo, itemNo: ItemNo },
      search: { warehouse: Warehouse, status: InventoryStatus },
    });
  };
  const onOpen = mayExplain ? { onOpen: open } : {};
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey: balanceKey, ...onOpen });
  const statusCodes = [...new Set(statuses.data?.Records.map(({ InventoryStatus }) => InventoryStatus))].sort();
  return (
    <Page
      title="Inventory"
      aside={<ListCount count={list.data?.Count} one="balance" changes={changes} onRefresh={refresh} />}
      actions={
        mayExplain && (
          <ExportButton
            loadPage={(page) => call('/api/Inventory/Export', { ...filters, ...page })}
            one="balance"
            count={list.data?.Count}
          />
        )
      }
    >
      <FilterBar names={filterNames} search={search}>
        <TextFilter
          label="Part of the item number or description"
          placeholder="Item number or name"
          value={search.text ?? ''}
          onChange={(text) => change({ text: text || undefined })}
        />
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
        <ChoiceFilter
          label="Status"
          options={statusCodes}
          value={search.status}
          onChange={(status) => change({ status })}
        />
      </FilterBar>
      <QueryState query={list}>
        <DataTable
          label="Balances"
          columns={balanceColumns(mayExplain)}
          rows={rows}
          rowKey={balanceKey}
          {...onOpen}
          activeKey={activeKey}
          empty={
            isFiltered(filterNames, search) ? (
              <EmptyState title="No balance matches these filters">
                Check the spelling, or remove a filter. An item that never was in stock has no balance: look for it
                under SKUs.
              </EmptyState>
            ) : (
              <EmptyState title="Nothing has been in stock yet">
                A balance appears when a purchase order is announced or received.
              </EmptyState>
            )
          }
        />
      </QueryState>
      <Keyset after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} />
    </Page>
  );
}
