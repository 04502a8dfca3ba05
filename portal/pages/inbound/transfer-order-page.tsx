/**
 * One transfer order: lines with what is wanted, shipped and received, what people counted at both ends, and what happened
 * when.
 */
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { codeColumn, countColumn, descriptionColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatApiDay, formatCount, formatTimestamp } from '../../design/format.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { TwoColumns } from '../../design/two-columns.tsx';
import { Timeline } from '../order/timeline.tsx';
import { contactDescriptions, EndOrderButton, ReceiptsTable } from './inbound-order-parts.tsx';
import { InboundStatus } from './inbound-views.tsx';
import { transferOrderClosingText } from './missing-units.ts';

const TransferOrderDialog = lazyDialog(async () => ({
  default: (await import('./transfer-order-dialog.tsx')).TransferOrderDialog,
}));

type Found = ReplyOf<'/api/TransferOrders/Get'>;
type Line = Found['Lines'][number];

const columns: readonly Column<Line>[] = [
  { key: 'line', header: 'Line', priority: 1, align: 'end', cell: ({ Line: number }) => String(number) },
  codeColumn('ItemNo', 'Item'),
  descriptionColumn,
  countColumn('Units', 'Wanted'),
  countColumn('Shipped', 'Shipped'),
  countColumn('Received', 'Received'),
  {
    key: 'short',
    header: 'Short',
    priority: 3,
    align: 'end',
    cell: ({ Short, Missing }) => formatCount(Short + Missing),
  },
];

export function TransferOrderPage() {
  const { customerNo = '', reference = '' } = useParams({ strict: false });
  const found = useOperation(
    '/api/TransferOrders/Get',
    { CustomerNo: customerNo, TransactionReferenceNumber: reference },
    { refreshMs: 60_000 },
  );
  const { data } = found;
  if (data === undefined) return <LoadingOrErrorPage title="Transfer order" query={found} />;
  return (
    <Page
      title={data.TransferOrderNumber}
      aside={<InboundStatus status={data.Status} />}
      actions={<Actions found={data} />}
    >
      <TwoColumns asideLabel="About this transfer order" aside={<About found={data} />}>
        <Panel title="Lines" flush>
          <DataTable
            label="Lines"
            columns={columns}
            rows={data.Lines}
            rowKey={({ Line: line }) => String(line)}
            empty={null}
          />
        </Panel>
        <ReceiptsTable receipts={data.Receipts} />
        <Timeline entries={data.Timeline} />
      </TwoColumns>
    </Page>
  );
}

function Actions({ found }: { readonly found: Found }) {
  const { Role } = useOperator();
  const { CustomerNo, TransactionReferenceNumber, TransferOrderNumber, Status, Lines } = found;
  const key = { CustomerNo, TransactionReferenceNumber };
  const [isChanging, setIsChanging] = useState(false);
  const mayCancel = Status === 'OPEN' && (Role === 'service' || Role === 'admin');
  const hasLeft = Status === 'IN TRANSIT' || Status === 'RECEIVING' || Status === 'RECEIVED';
  const mayClose = hasLeft && (Role === 'lead' || Role === 'admin');
  return (
    <>
      {mayCancel && (
        <Button variant="default" onClick={() => setIsChanging(true)}>
          Change…
        </Button>
      )}
      {isChanging && <TransferOrderDialog order={found} onClose={() => setIsChanging(false)} />}
      {mayCancel && (
        <EndOrderButton
          label="Cancel order"
          title={`Cancel ${TransferOrderNumber}?`}
          text="Its stock is free again. The winery may use its reference again."
          onConfirm={() => call('/api/TransferOrders/Cancel', key)}
        />
      )}
      {mayClose && (
        <EndOrderButton
          label="Close order"
          title={`Close ${TransferOrderNumber}?`}
          text={transferOrderClosingText(Lines)}
          onConfirm={() => call('/api/TransferOrders/CloseShort', key)}
        />
      )}
    </>
  );
}

function About({ found }: { readonly found: Found }) {
  return (
    <Panel title="Transfer order">
      <DescriptionList
        items={[
          { label: 'Winery', value: `${found.CustomerName} ${found.CustomerNo}` },
          { label: 'Reference', value: <span className="code">{found.CustomerReferenceNo}</span> },
          ...contactDescriptions(found.Contact),
        ]}
      />
      <DescriptionList
        isNarrow
        items={[
          { label: 'From', value: <span className="code">{found.FromWarehouse}</span> },
          { label: 'To', value: <span className="code">{found.ToWarehouse}</span> },
          { label: 'Inventory status', value: <span className="code">{found.InventoryStatus}</span> },
          { label: 'Due', value: formatApiDay(found.RequestedDate) },
          { label: 'Created', value: formatTimestamp(found.CreatedAt) },
        ]}
      />
    </Panel>
  );
}
