/**
 * One transfer order: lines with what is wanted, shipped and received, what people counted at both ends, and what happened
 * when.
 */
import { useParams } from '@tanstack/react-router';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { codeColumn, countColumn, descriptionColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { formatCount } from '../../design/format.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { ChangeAndCancelButtons, codeDescription, EndOrderButton, InboundOrderPage } from './inbound-order-parts.tsx';
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
    <InboundOrderPage
      kind="Transfer order"
      number={data.TransferOrderNumber}
      order={data}
      columns={columns}
      actions={<Actions found={data} />}
      terms={[
        codeDescription('From', data.FromWarehouse),
        codeDescription('To', data.ToWarehouse),
        codeDescription('Inventory status', data.InventoryStatus),
      ]}
    />
  );
}

function Actions({ found }: { readonly found: Found }) {
  const { isLead } = useOperator();
  const { CustomerNo, TransactionReferenceNumber, TransferOrderNumber: number, Status, Lines } = found;
  const key = { CustomerNo, TransactionReferenceNumber };
  const hasLeft = Status === 'IN TRANSIT' || Status === 'RECEIVING' || Status === 'RECEIVED';
  const mayClose = hasLeft && isLead;
  return (
    <>
      <ChangeAndCancelButtons
        order={found}
        number={number}
        dialog={(onClose) => <TransferOrderDialog order={found} onClose={onClose} />}
        text="Its stock is free again. The winery may use its reference again."
        onCancel={() => call('/api/TransferOrders/Cancel', key)}
      />
      {mayClose && (
        <EndOrderButton
          label="Close order"
          title={`Close ${number}?`}
          text={transferOrderClosingText(Lines)}
          onConfirm={() => call('/api/TransferOrders/CloseShort', key)}
        />
      )}
    </>
  );
}
