/** The orders that wait at a warehouse, as waves of orders that are packed alike, and the orders that a release would leave. */
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CarrierNames, codeOptions, useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { countColumn, wineryColumn, wrappedColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { Figures } from '../../design/figures.tsx';
import { ChoiceFilter, DayFilter, FilterBar, hasActiveFilter } from '../../design/filters.tsx';
import { FirstRows } from '../../design/first-rows.tsx';
import { countOf } from '../../design/format.ts';
import { BulkBar, useMarkedRows } from '../../design/marked-rows.tsx';
import { Panel } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { type SearchParams, splitCommaSeparated } from '../../search-params.ts';
import { NoWorkedWarehouse, useWorkedWarehouse, WarehouseChoice } from '../../station/worked-warehouses.tsx';
import { type PlannedWave, plannedWaveName, waveRowKey } from './planned-wave.ts';
import { ReleaseFrame } from './release-frame.tsx';
import { ReleaseWavesDialog } from './release-waves-dialog.tsx';

type Preview = ReplyOf<'/api/Floor/ReleasePreview'>;
type Request = RequestOf<'/api/Floor/ReleasePreview'>;

/** The most orders that the server previews and releases at once. */
const maxPreviewed = 500;
const filterNames = ['customers', 'carrier', 'service', 'ice', 'bottles', 'by'];

const requestOf = (Warehouse: string, search: SearchParams): Request => ({
  Warehouse,
  ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
  ...(search.carrier && { Carriers: [search.carrier] as NonNullable<Request['Carriers']> }),
  ...(search.service && { Services: [search.service] }),
  ...(search.ice && { IcePack: search.ice === 'with' }),
  ...(search.bottles && { OneBottle: search.bottles === 'one' }),
  ...(search.by && { ShipsBy: search.by }),
});

export function WaitingView() {
  const search = useSearch({ from: '__root__' });
  const names = useCarrierNames();
  const { codes, code } = useWorkedWarehouse();
  const preview = useOperation('/api/Floor/ReleasePreview', requestOf(code, search), {
    isEnabled: code !== '',
    keepsPrevious: true,
  });
  const [releasing, setReleasing] = useState<readonly PlannedWave[]>();
  const { data } = preview;
  const marks = useMarkedRows({
    rows: data?.Waves,
    isLoading: preview.isPlaceholderData,
    rowKey: waveRowKey,
    listKey: JSON.stringify(requestOf(code, search)),
  });
  const rows = marks.shown;
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey: waveRowKey, onMark: marks.toggle });
  if (codes?.length === 0) {
    return (
      <ReleaseFrame view="waiting">
        <NoWorkedWarehouse purpose="to release, pick and pack its orders" />
      </ReleaseFrame>
    );
  }
  return (
    <ReleaseFrame
      view="waiting"
      aside={data && `${countOf(data.Waiting.Orders, 'order')} waiting`}
      actions={
        <Button disabled={!data?.Waves.length || preview.isPlaceholderData} onClick={() => setReleasing(data?.Waves)}>
          Release all…
        </Button>
      }
    >
      <FilterBar names={filterNames} search={search} isDense>
        <WarehouseChoice codes={codes} code={code} />
        <ChoiceFilter name="carrier" label="Carrier" options={codeOptions(names.carriers)} />
        <ChoiceFilter name="service" label="Service" options={codeOptions(names.services)} />
        <ChoiceFilter name="ice" label="Ice" options={iceOptions} />
        <ChoiceFilter name="bottles" label="Bottles" options={bottleOptions} />
        <DayFilter name="by" label="Leaves by" />
        <WineryFilter />
      </FilterBar>
      <QueryState query={preview}>
        <ReleaseFigures preview={data} warehouse={code} customers={search.customers} />
        {data !== undefined && data.Orders + data.NotReleased.length >= maxPreviewed && (
          <p className="quiet">
            Only the {maxPreviewed} oldest orders are shown and released at once. Release them, and the next ones come.
          </p>
        )}
        <DataTable
          label="Waves to release"
          columns={columnsWith(names)}
          rows={rows}
          rowKey={waveRowKey}
          rowLabel={(wave) => plannedWaveName(wave, names)}
          selection={marks.selection}
          activeKey={activeKey}
          skeletonRows={6}
          empty={<NothingWaits search={search} />}
        />
        {data !== undefined && data.NotReleased.length > 0 && <NotReleased orders={data.NotReleased} />}
      </QueryState>
      <BulkBar marks={marks} one="wave">
        <Button onClick={() => setReleasing(marks.rows)}>Release…</Button>
      </BulkBar>
      {releasing && (
        <ReleaseWavesDialog
          warehouse={code}
          waves={releasing}
          onClose={(isDone) => {
            setReleasing(undefined);
            if (!isDone) return;
            marks.clear();
            void refreshAll().then(marks.refresh);
          }}
        />
      )}
    </ReleaseFrame>
  );
}

const iceOptions = [
  { value: 'with', label: 'Ice pack' },
  { value: 'without', label: 'No ice pack' },
];
const bottleOptions = [
  { value: 'one', label: 'One bottle' },
  { value: 'more', label: 'More' },
];

interface ReleaseFiguresProps {
  readonly preview: Preview | undefined;
  readonly warehouse: string;
  /** The wineries of the filter: of the filters, only this one applies to the orders that are short. */
  readonly customers: string | undefined;
}

function ReleaseFigures({ preview, warehouse, customers }: ReleaseFiguresProps) {
  const short = preview?.WaitingForStock;
  return (
    <Figures
      label="What can be released"
      figures={[
        { label: 'Orders to release', value: preview?.Orders },
        { label: 'Bottles', value: preview?.Bottles },
        { label: 'Lines', value: preview?.Lines },
        { label: 'Would stay', value: preview?.NotReleased.length, tone: 'warn' },
        {
          label: short && short.Bottles > 0 ? `Short of stock: ${countOf(short.Bottles, 'bottle')}` : 'Short of stock',
          value: short?.Orders,
          tone: 'warn',
          to: '/orders',
          search: { view: 'held', reasons: 'Inventory', warehouses: warehouse, customers },
        },
      ]}
    />
  );
}

const columnsWith = (names: CarrierNames): readonly Column<PlannedWave>[] => [
  {
    key: 'wave',
    header: 'Wave',
    priority: 1,
    flexible: true,
    cell: ({ Carrier, Service }) => (
      <span title={`${Carrier} ${Service}`}>
        <span className="strong">{names.carrierName(Carrier) || 'No carrier'}</span>{' '}
        {names.addedServiceName(Carrier, Service)}
      </span>
    ),
  },
  {
    key: 'demands',
    header: 'Packed',
    priority: 1,
    cell: ({ IcePack, OneBottle }) => (
      <span className="marks">
        {IcePack && <Status tone="info">Ice pack</Status>}
        {OneBottle && <Status tone="neutral">One bottle</Status>}
      </span>
    ),
  },
  countColumn('Orders', 'Orders'),
  countColumn('Bottles', 'Bottles'),
  countColumn('Lines', 'Lines'),
];

function NothingWaits({ search }: { readonly search: SearchParams }) {
  if (hasActiveFilter(filterNames, search)) {
    return <EmptyState title="No order that waits matches these filters">Remove a filter.</EmptyState>;
  }
  return (
    <EmptyState title="Nothing can be released">
      Orders appear here when they are received and nothing holds them. What is on hold is under Holds.
    </EmptyState>
  );
}

type Staying = Preview['NotReleased'][number];

const stayingColumns: readonly Column<Staying>[] = [
  wineryColumn(),
  { ...wrappedColumn('Message', 'Why'), flexible: 'more' },
  {
    key: 'order',
    header: 'Order',
    priority: 1,
    align: 'end',
    cell: ({ CustomerNo, TransactionReferenceNumber }) => (
      <Link
        to="/orders/$customerNo/$reference"
        params={{ customerNo: CustomerNo, reference: TransactionReferenceNumber }}
      >
        Open
      </Link>
    ),
  },
];

function NotReleased({ orders }: { readonly orders: readonly Staying[] }) {
  return (
    <Panel title="These would stay" note={countOf(orders.length, 'order')} flush>
      <FirstRows rows={orders}>
        {(rows) => (
          <DataTable
            label="Orders that would stay"
            columns={stayingColumns}
            rows={rows}
            rowKey={({ CustomerNo, TransactionReferenceNumber }) => `${CustomerNo} ${TransactionReferenceNumber}`}
          />
        )}
      </FirstRows>
    </Panel>
  );
}
