/** The purchase orders of all wineries, newest first. */
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { timeColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import {
  ChoiceFilter,
  FilterBar,
  isFiltered,
  useFilters,
  WarehouseFilter,
  WineryFilter,
} from '../../design/filters.tsx';
import { formatCount, formatDay } from '../../design/format.ts';
import { PlusIcon } from '../../design/icons.tsx';
import { LazyDialog } from '../../design/lazy-dialog.tsx';
import { documentKey, ListPage, useOpenDocument, ViewTabs } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { useSteadyList } from '../../design/steady-rows.ts';
import { TextFilter } from '../../design/text-filter.tsx';
import { listOf } from '../../search-params.ts';
import { InboundStatus, inboundViews, statusOptions, viewOf } from './inbound-views.tsx';

const PurchaseOrderDialog = lazy(async () => ({
  default: (await import('./purchase-order-dialog.tsx')).PurchaseOrderDialog,
}));

type Row = ReplyOf<'/api/PurchaseOrders/List'>['Records'][number];
type Statuses = NonNullable<RequestOf<'/api/PurchaseOrders/List'>['Statuses']>;

const statuses: Statuses = ['OPEN', 'RECEIVING', 'PARTIALLY RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED'];

const filterNames = ['text', 'customers', 'warehouse', 'status'];

const columns: readonly Column<Row>[] = [
  {
    key: 'number',
    header: 'Number',
    priority: 1,
    cell: ({ CustomerNo, TransactionReferenceNumber, PurchaseOrderNumber }) => (
      <Link
        to="/purchase-orders/$customerNo/$reference"
        params={{ customerNo: CustomerNo, reference: TransactionReferenceNumber }}
        className="code strong plain"
      >
        {PurchaseOrderNumber}
      </Link>
    ),
  },
  {
    key: 'reference',
    header: 'Reference',
    priority: 1,
    flexible: 'more',
    cell: ({ CustomerReferenceNo }) => <span title={CustomerReferenceNo}>{CustomerReferenceNo}</span>,
  },
  wineryColumn(),
  { key: 'status', header: 'Status', priority: 1, cell: ({ Status }) => <InboundStatus status={Status} /> },
  { key: 'received', header: 'Received', priority: 1, align: 'end', cell: ({ Received }) => formatCount(Received) },
  { key: 'ordered', header: 'Ordered', priority: 1, align: 'end', cell: ({ Ordered }) => formatCount(Ordered) },
  warehouseColumn(2),
  { key: 'date', header: 'Due', priority: 2, cell: ({ RequestedDate }) => formatDay(RequestedDate) },
  timeColumn('Created', ({ CreatedAt }) => CreatedAt, 3),
];

export function PurchaseOrders() {
  const search = useSearch({ from: '__root__' });
  const { Role } = useOperator();
  const [isNew, setIsNew] = useState(false);
  const change = useFilters();
  const status = statuses.filter((each) => each === search.status);
  const request: RequestOf<'/api/PurchaseOrders/List'> = {
    Statuses: status,
    ...(search.text && { Text: search.text }),
    ...(search.customers && { Customers: listOf(search.customers) }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
    ...(search.after && { After: search.after }),
  };
  const list = useOperation('/api/PurchaseOrders/List', request, { keepsPrevious: true, refreshMs: 60_000 });
  const steady = useSteadyList(list, request, documentKey);
  const open = useOpenDocument('/purchase-orders/$customerNo/$reference');
  const [winery, ...others] = listOf(search.customers ?? '');
  const customerNo = others.length === 0 ? (winery ?? '') : '';
  return (
    <>
      <ListPage
        title="Inbound"
        label="Purchase orders"
        one="purchase order"
        exported={{ list: '/api/PurchaseOrders/List', filters: request }}
        list={list}
        steady={steady}
        columns={columns}
        rowKey={documentKey}
        onOpen={open}
        actions={
          (Role === 'service' || Role === 'admin') && (
            <Button leftSection={<PlusIcon size={16} />} onClick={() => setIsNew(true)}>
              New purchase order…
            </Button>
          )
        }
        isNewestFirst
        empty={
          isFiltered(filterNames, search) ? (
            <EmptyState title="No purchase order matches these filters">
              Numbers and references are written in full.
            </EmptyState>
          ) : (
            <EmptyState title="No purchase orders">
              What wineries announce comes here, and to the receiving station.
            </EmptyState>
          )
        }
        head={
          <>
            <ViewTabs to="/inbound" views={inboundViews} current={viewOf('purchase')} />
            <FilterBar names={filterNames} search={search}>
              <TextFilter
                label="Number or reference"
                placeholder="PO000001"
                value={search.text ?? ''}
                onChange={(text) => change({ text: text || undefined })}
              />
              <WineryFilter value={search.customers} onChange={(customers) => change({ customers })} />
              <WarehouseFilter value={search.warehouse} onChange={(warehouse) => change({ warehouse })} />
              <ChoiceFilter
                label="Status"
                options={statusOptions(statuses)}
                value={search.status}
                onChange={(chosen) => change({ status: chosen })}
              />
            </FilterBar>
          </>
        }
      />
      {isNew && (
        <LazyDialog>
          <PurchaseOrderDialog customerNo={customerNo} onClose={() => setIsNew(false)} />
        </LazyDialog>
      )}
    </>
  );
}
