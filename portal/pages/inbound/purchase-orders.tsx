/** The purchase orders of all wineries, newest first. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { countColumn, textColumn, timeColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { formatApiDay } from '../../design/format.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { documentRowKey, ListPage, useList, useOpenDocument } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { InboundTabsAndFilters, NewOrderButton, useInboundFilters } from './inbound-filters.tsx';
import { InboundStatus } from './inbound-views.tsx';

const PurchaseOrderDialog = lazyDialog(async () => ({
  default: (await import('./purchase-order-dialog.tsx')).PurchaseOrderDialog,
}));

type Row = ReplyOf<'/api/PurchaseOrders/List'>['Records'][number];
type Statuses = NonNullable<RequestOf<'/api/PurchaseOrders/List'>['Statuses']>;

const statuses: Statuses = ['OPEN', 'RECEIVING', 'PARTIALLY RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED'];

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
  textColumn('CustomerReferenceNo', 'Reference', 1, 'more'),
  wineryColumn(),
  { key: 'status', header: 'Status', priority: 1, cell: ({ Status }) => <InboundStatus status={Status} /> },
  countColumn('Received', 'Received'),
  countColumn('Ordered', 'Ordered'),
  warehouseColumn(2),
  { key: 'date', header: 'Due', priority: 2, cell: ({ RequestedDate }) => formatApiDay(RequestedDate) },
  timeColumn('Created', ({ CreatedAt }) => CreatedAt, 3),
];

export function PurchaseOrders() {
  const [isNew, setIsNew] = useState(false);
  const { filters, isFiltered, customerNo } = useInboundFilters(statuses);
  const listed = useList('/api/PurchaseOrders/List', filters, documentRowKey, { refreshMs: 60_000 });
  const open = useOpenDocument('/purchase-orders/$customerNo/$reference');
  return (
    <>
      <ListPage
        {...listed}
        title="Inbound"
        label="Purchase orders"
        one="purchase order"
        columns={columns}
        onOpen={open}
        actions={<NewOrderButton label="New purchase order…" onClick={() => setIsNew(true)} />}
        isNewestFirst
        empty={
          isFiltered ? (
            <EmptyState title="No purchase order matches these filters">
              Numbers and references are written in full.
            </EmptyState>
          ) : (
            <EmptyState title="No purchase orders">
              What wineries announce comes here, and to the receiving station.
            </EmptyState>
          )
        }
        head={<InboundTabsAndFilters view="purchase" placeholder="PO000001" statuses={statuses} />}
      />
      {isNew && <PurchaseOrderDialog customerNo={customerNo} onClose={() => setIsNew(false)} />}
    </>
  );
}
