/** One purchase order: lines with what is ordered and received, what people counted, and what happened when. */
import { useParams } from '@tanstack/react-router';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { codeColumn, countColumn, descriptionColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { ChangeAndCancelButtons, codeDescription, EndOrderButton, InboundOrderPage } from './inbound-order-parts.tsx';
import { purchaseOrderClosingText } from './missing-units.ts';
import { transportName } from './transports.ts';

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
    <InboundOrderPage
      kind="Purchase order"
      number={data.PurchaseOrderNumber}
      order={data}
      columns={columns}
      actions={<Actions found={data} />}
      references={[codeDescription('Pickup reference', data.ReferenceNo)]}
      terms={[
        codeDescription('Warehouse', data.Warehouse),
        codeDescription('Inventory status', data.InventoryStatus),
        { label: 'Transport', value: transportName(data.TransportMethod) },
      ]}
    />
  );
}

function Actions({ found }: { readonly found: Found }) {
  const { isLead } = useOperator();
  const { CustomerNo, TransactionReferenceNumber, PurchaseOrderNumber: number, Status, Lines } = found;
  const key = { CustomerNo, TransactionReferenceNumber };
  const mayClose = (Status === 'OPEN' || Status === 'PARTIALLY RECEIVED') && isLead;
  return (
    <>
      <ChangeAndCancelButtons
        order={found}
        number={number}
        dialog={(onClose) => <PurchaseOrderDialog order={found} onClose={onClose} />}
        text="Nothing of it is expected any more. The winery may use its reference again."
        onCancel={() => call('/api/PurchaseOrders/Cancel', key)}
      />
      {mayClose && (
        <EndOrderButton
          label="Close short"
          title={`Close ${number} short?`}
          text={purchaseOrderClosingText(Lines)}
          onConfirm={() => call('/api/PurchaseOrders/CloseShort', key)}
        />
      )}
    </>
  );
}
