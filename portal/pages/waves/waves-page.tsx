/** The waves with their progress, newest first. */

import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { countColumn, textColumn, warehouseColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { ChoiceFilter, FilterBar, hasActiveFilter } from '../../design/filters.tsx';
import { countOf, formatAge, formatExact } from '../../design/format.ts';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { Page } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { useOptionalWarehouse } from '../../station/worked-warehouses.tsx';
import { WaveProgress } from './wave-progress.tsx';

type Wave = ReplyOf<'/api/Floor/Waves'>['Records'][number];

const columns: readonly Column<Wave>[] = [
  {
    key: 'wave',
    header: 'Wave',
    priority: 1,
    cell: (wave) => (
      <Link to="/waves/$wave" params={{ wave: wave.Wave }} className="strong plain">
        Wave {wave.Number}
      </Link>
    ),
  },
  textColumn('Name', 'Name'),
  warehouseColumn(2),
  countColumn('Orders', 'Orders'),
  countColumn('Bottles', 'Bottles'),
  {
    key: 'progress',
    header: 'Progress',
    priority: 1,
    flexible: 'more',
    cell: ({ States }) => <WaveProgress states={States} />,
  },
  {
    key: 'created',
    header: 'Released',
    priority: 1,
    align: 'end',
    cell: ({ CreatedAt, CreatedBy }) => (
      <span title={`${formatExact(CreatedAt)} by ${CreatedBy}`}>{formatAge(CreatedAt)}</span>
    ),
  },
];

const filterNames = ['warehouse'];
const rowKey = ({ Wave }: Wave): string => Wave;

export function WavesPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { codes } = useOptionalWarehouse();
  const filters = search.warehouse ? { Warehouses: [search.warehouse] } : {};
  const list = useOperation(
    '/api/Floor/Waves',
    { ...filters, ...(search.after && { After: search.after }) },
    { keepsPrevious: true },
  );
  const rows = list.data?.Records;
  const open = ({ Wave: wave }: Wave): void => void navigate({ to: '/waves/$wave', params: { wave } });
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey, onOpen: open });
  return (
    <Page
      title="Waves"
      aside={list.data && countOf(list.data.Count, 'wave')}
      actions={<ExportButton exported={{ list: '/api/Floor/Waves', filters: filters }} isDisabled={!rows?.length} />}
    >
      <FilterBar names={filterNames} search={search}>
        <ChoiceFilter name="warehouse" label="Warehouse" options={codes} />
      </FilterBar>
      <QueryState query={list}>
        <DataTable
          label="Waves"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onOpen={open}
          activeKey={activeKey}
          empty={
            hasActiveFilter(filterNames, search) ? (
              <EmptyState title="This warehouse has no wave">Remove the filter.</EmptyState>
            ) : (
              <EmptyState title="No wave was released yet">A lead makes waves under Release.</EmptyState>
            )
          }
        />
      </QueryState>
      <KeysetPager after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} isNewestFirst />
    </Page>
  );
}
