/** One purchase order: lines with what is ordered and received, what people counted, and what happened when. */
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { codeColumn, countColumn, descriptionColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatApiDay, formatTimestamp } from '../../design/format.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { TwoColumns } from '../../design/two-columns.tsx';
import { Timeline } from '../order/timeline.tsx';
import { contactDescriptions, EndOrderButton, ReceiptsTable } from './inbound-order-parts.tsx';
import { InboundStatus } from './inbound-views.tsx';
import { purchaseOrderClosingText } from './missing-units.ts';

const PurchaseOrderDialog = lazyDialog(async () => ({
  default: (await import('./purchase-order-dialog.tsx')).PurchaseOrderDialog,
}));

type Found = ReplyOf<'/api/PurchaseOrders/Get'>;
type Line = Found['Lines'][number];

const columns: readonly Column<Line>[] = [
  { key: 'line', header: 'Line', priority: 1, align: 'end', cell: ({ Line: number }) => String(number) },
  codeColumn('ItemNo', 'Item'),
  descriptionColumn,
  countColumn('Ordered', 'Ordered'),
  countColumn('Received', 'Received'),
];

export function PurchaseOrderPage() {
  const { customerNo = '', reference = '' } = useParams({ strict: false });
  const found = useOperation(
    '/api/PurchaseOrders/Get',
    { CustomerNo: customerNo, TransactionReferenceNumber: reference },
    { refreshMs: 60_000 },
  );
  const { data } = found;
  if (data === undefined) return <LoadingOrErrorPage title="Purchase order" query={found} />;
  return (
    <Page
      title={data.PurchaseOrderNumber}
      aside={<InboundStatus status={data.Status} />}
      actions={<Actions found={data} />}
    >
      <TwoColumns asideLabel="About this purchase order" aside={<About found={data} />}>
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
  const { CustomerNo, TransactionReferenceNumber, PurchaseOrderNumber, Status, Lines } = found;
  const key = { CustomerNo, TransactionReferenceNumber };
  const [isChanging, setIsChanging] = useState(false);
  const mayCancel = Status === 'OPEN' && (Role === 'service' || Role === 'admin');
  const mayClose = (Status === 'OPEN' || Status === 'PARTIALLY RECEIVED') && (Role === 'lead' || Role === 'admin');
  return (
    <>
      {mayCancel && (
        <Button variant="default" onClick={() => setIsChanging(true)}>
          Change…
        </Button>
      )}
      {isChanging && <PurchaseOrderDialog order={found} onClose={() => setIsChanging(false)} />}
      {mayCancel && (
        <EndOrderButton
          label="Cancel order"
          title={`Cancel ${PurchaseOrderNumber}?`}
          text="Nothing of it is expected any more. The winery may use its reference again."
          onConfirm={() => call('/api/PurchaseOrders/Cancel', key)}
        />
      )}
      {mayClose && (
        <EndOrderButton
          label="Close short"
          title={`Close ${PurchaseOrderNumber} short?`}
          text={purchaseOrderClosingText(Lines)}
          onConfirm={() => call('/api/PurchaseOrders/CloseShort', key)}
        />
      )}
    </>
  );
}

function About({ found }: { readonly found: Found }) {
  return (
    <Panel title="Purchase order">
      <DescriptionList
        items={[
          { label: 'Winery', value: `${found.CustomerName} ${found.CustomerNo}` },
          { label: 'Reference', value: <span className="code">{found.CustomerReferenceNo}</span> },
          { label: 'Pickup reference', value: <span className="code">{found.ReferenceNo}</span> },
          ...contactDescriptions(found.Contact),
        ]}
      />
      <DescriptionList
        isNarrow
        items={[
          { label: 'Warehouse', value: <span className="code">{found.Warehouse}</span> },
          { label: 'Inventory status', value: <span className="code">{found.InventoryStatus}</span> },
          { label: 'Transport', value: found.TransportMethod },
          { label: 'Due', value: formatApiDay(found.RequestedDate) },
          { label: 'Created', value: formatTimestamp(found.CreatedAt) },
        ]}
      />
    </Panel>
  );
}
