/** Announced goods that can be received: purchase orders, and transfers in transit. */
import type { ReplyOf } from '../../api/client.ts';
import { actionsColumn, codeColumn, textColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatApiDay } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import type { SimulationDialogOpener } from './simulation-dialogs.tsx';

type State = ReplyOf<'/api/Simulation/GetState'>;

export interface AnnouncedReceipt {
  readonly kind: 'purchase' | 'transfer';
  readonly reference: string;
  readonly number: string;
  readonly status: string;
  /** `APC01`, or `APC01 to SJU01`. */
  readonly where: string;
  readonly day: string | undefined;
}

interface ReceiptsPanelProps {
  readonly state: State | undefined;
  readonly open: SimulationDialogOpener;
}

const receiptsOf = ({ PurchaseOrders, TransferOrders }: State): AnnouncedReceipt[] => [
  ...PurchaseOrders.map(
    (order): AnnouncedReceipt => ({
      kind: 'purchase',
      reference: order.CustomerReferenceNo,
      number: order.PurchaseOrderNumber,
      status: order.Status,
      where: order.Warehouse,
      day: order.RequestedDate,
    }),
  ),
  ...TransferOrders.map(
    (order): AnnouncedReceipt => ({
      kind: 'transfer',
      reference: order.CustomerReferenceNo,
      number: order.TransferOrderNumber,
      status: order.Status,
      where: `${order.FromWarehouse} to ${order.ToWarehouse}`,
      day: undefined,
    }),
  ),
];

export function ReceiptsPanel({ state, open }: ReceiptsPanelProps) {
  const columns: readonly Column<AnnouncedReceipt>[] = [
    {
      key: 'number',
      header: 'Number',
      priority: 1,
      cell: ({ number }) => <span className="code strong">{number}</span>,
    },
    textColumn('reference', 'Reference of the winery'),
    {
      key: 'kind',
      header: 'Kind',
      priority: 2,
      cell: ({ kind }) => (kind === 'purchase' ? 'Purchase order' : 'Transfer'),
    },
    codeColumn('where', 'Warehouse'),
    { key: 'day', header: 'Requested', priority: 2, cell: ({ day }) => (day === undefined ? '' : formatApiDay(day)) },
    {
      key: 'status',
      header: 'Status',
      priority: 1,
      cell: ({ status }) => <Status tone="info">{status.charAt(0) + status.slice(1).toLowerCase()}</Status>,
    },
    actionsColumn((receipt) => (
      <RowActionButton
        action="Receive…"
        label={`Receive ${receipt.number}`}
        onClick={() => open({ kind: 'receive', receipt })}
      />
    )),
  ];
  return (
    <Panel title="Announced goods" note="Purchase orders, and transfers on the way" flush>
      <DataTable
        label="Announced goods"
        columns={columns}
        rows={state && receiptsOf(state)}
        rowKey={({ kind, number }) => `${kind} ${number}`}
        skeletonRows={2}
        empty={
          <EmptyState title="Nothing is announced">
            Purchase orders of the winery appear here until all of their goods have arrived.
          </EmptyState>
        }
      />
    </Panel>
  );
}
