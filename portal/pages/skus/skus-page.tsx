/** The items of all wineries. A row opens the item with its attributes, balances and changes. */
import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { useOperator } from '../../api/session.ts';
import { codeColumn, descriptionColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { FilterBar, hasActiveFilter } from '../../design/filters.tsx';
import { ListPage, useList, ViewTabs } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { ImportCodesDialog } from './import-codes-dialog.tsx';
import { categoryName, unitInWords } from './sku-words.ts';

type Row = ReplyOf<'/api/SKUs/List'>['Records'][number];

const filterNames = ['text', 'customers'];

const views = [
  { name: 'active', label: 'In use' },
  { name: 'retired', label: 'Retired' },
  { name: 'all', label: 'All' },
] as const;

const rowKey = ({ CustomerNo, ItemNo }: Row): string => `${CustomerNo} ${ItemNo}`;

const columns: readonly Column<Row>[] = [
  {
    key: 'item',
    header: 'Item',
    priority: 1,
    cell: ({ CustomerNo, ItemNo }) => (
      <Link
        to="/skus/$customerNo/$itemNo"
        params={{ customerNo: CustomerNo, itemNo: ItemNo }}
        className="code strong plain short"
        title={ItemNo}
      >
        {ItemNo}
      </Link>
    ),
  },
  descriptionColumn,
  wineryColumn(),
  {
    key: 'category',
    header: 'Category',
    priority: 2,
    cell: ({ ItemCategory }) => <span className="quiet">{categoryName(ItemCategory)}</span>,
  },
  { key: 'uom', header: 'Unit', priority: 1, cell: ({ Uom }) => unitInWords(Uom) },
  codeColumn('UPCCode', 'UPC'),
  {
    key: 'marks',
    header: 'Status',
    priority: 1,
    cell: ({ IsRetired, HasUnknownVarietal, Varietal }) => (
      <span className="marks">
        {IsRetired ? <Status tone="neutral">Retired</Status> : <span className="quiet">In use</span>}
        {HasUnknownVarietal && (
          <Status tone="warn" title={`The varietal “${Varietal}” is not on the list.`}>
            Varietal
          </Status>
        )}
      </span>
    ),
  },
];

export function SkusPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { isLead: mayImport } = useOperator();
  const { dialog, open: openImport, close } = useDialog<'import'>();
  const view = views.find(({ name }) => name === search.view) ?? views[0];
  const filters: RequestOf<'/api/SKUs/List'> = {
    Show: view.name,
    ...(search.text && { Text: search.text }),
    ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
  };
  const listed = useList('/api/SKUs/List', filters, rowKey);
  const open = ({ CustomerNo, ItemNo }: Row): void => {
    void navigate({ to: '/skus/$customerNo/$itemNo', params: { customerNo: CustomerNo, itemNo: ItemNo } });
  };
  return (
    <ListPage
      {...listed}
      title="SKUs"
      one="item"
      actions={
        mayImport && (
          <Button variant="default" onClick={() => openImport('import')}>
            Import codes…
          </Button>
        )
      }
      columns={columns}
      onOpen={open}
      empty={<NoItems view={view.name} filtered={hasActiveFilter(filterNames, search)} />}
      head={
        <>
          <ViewTabs to="/skus" views={views} current={view} />
          <FilterBar names={filterNames} search={search}>
            <TextFilter label="Item number, description or UPC" placeholder="Item, description, UPC" />
            <WineryFilter />
          </FilterBar>
        </>
      }
    >
      {dialog && <ImportCodesDialog onClose={close} />}
    </ListPage>
  );
}

function NoItems({ view, filtered }: { readonly view: string; readonly filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No item matches these filters">
        Check the spelling, try a part of it, or look under All: retired items are listed apart.
      </EmptyState>
    );
  }
  if (view === 'retired') return <EmptyState title="No item is retired">Every item can be ordered.</EmptyState>;
  return <EmptyState title="There is no item yet">A winery creates its items by CreateSKU.</EmptyState>;
}
