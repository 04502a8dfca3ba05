/** The transfer orders of all wineries, newest first. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { codeColumn, countColumn, textColumn, timeColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { documentRowKey, ListPage, useList, useOpenDocument } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { InboundTabsAndFilters, NewOrderButton, useInboundFilters } from './inbound-filters.tsx';
import { InboundStatus } from './inbound-views.tsx';

const TransferOrderDialog = lazyDialog(async () => ({
  default: (await import('./transfer-order-dialog.tsx')).TransferOrderDialog,
}));

type Row = ReplyOf<'/api/TransferOrders/List'>['Records'][number];
type Statuses = NonNullable<RequestOf<'/api/TransferOrders/List'>['Statuses']>;

const statuses: Statuses = ['OPEN', 'PICKING', 'IN TRANSIT', 'RECEIVING', 'RECEIVED', 'CLOSED', 'CANCELED'];

const columns: readonly Column<Row>[] = [
  {
    key: 'number',
    header: 'Number',
    priority: 1,
    cell: ({ CustomerNo, TransactionReferenceNumber, TransferOrderNumber }) => (
      <Link
        to="/transfer-orders/$customerNo/$reference"
        params={{ customerNo: CustomerNo, reference: TransactionReferenceNumber }}
        className="code strong plain"
      >
        {TransferOrderNumber}
      </Link>
    ),
  },
  textColumn('CustomerReferenceNo', 'Reference', 1, 'more'),
  wineryColumn(),
  { key: 'status', header: 'Status', priority: 1, cell: ({ Status }) => <InboundStatus status={Status} /> },
  codeColumn('FromWarehouse', 'From'),
  codeColumn('ToWarehouse', 'To'),
  countColumn('Units', 'Units'),
  countColumn('Received', 'Received', 2),
  timeColumn('Created', ({ CreatedAt }) => CreatedAt, 3),
];

export function TransferOrders() {
  const [isNew, setIsNew] = useState(false);
  const { filters, isFiltered, customerNo } = useInboundFilters(statuses);
  const listed = useList('/api/TransferOrders/List', filters, documentRowKey, { refreshMs: 60_000 });
  const open = useOpenDocument('/transfer-orders/$customerNo/$reference');
  return (
    <>
      <ListPage
        {...listed}
        title="Inbound"
        label="Transfers"
        one="transfer"
        columns={columns}
        onOpen={open}
        actions={<NewOrderButton label="New transfer…" onClick={() => setIsNew(true)} />}
        isNewestFirst
        empty={
          isFiltered ? (
            <EmptyState title="No transfer matches these filters">
              Numbers and references are written in full.
            </EmptyState>
          ) : (
            <EmptyState title="No transfers">
              Transfer orders of wineries come here, and to the receiving stations of both warehouses.
            </EmptyState>
          )
        }
        head={<InboundTabsAndFilters view="transfers" placeholder="TO000001" statuses={statuses} />}
      />
      {isNew && <TransferOrderDialog customerNo={customerNo} onClose={() => setIsNew(false)} />}
    </>
  );
}
