/** The orders that did not go on a manifest, or did not depart with it, and why. */
import type { ReplyOf } from '../../api/client.ts';
import { wrappedColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { DialogList } from '../../design/dialog-parts.tsx';
import { WineryName } from '../../design/winery-name.tsx';

type StayedOrder = ReplyOf<'/api/Floor/Depart'>['StayedBehind'][number];

const columns: readonly Column<StayedOrder>[] = [
  {
    key: 'order',
    header: 'Order',
    priority: 1,
    cell: ({ Order }) => <span className="code strong broken">{Order.OrderNo}</span>,
  },
  {
    key: 'winery',
    header: 'Winery',
    priority: 1,
    flexible: true,
    cell: ({ Order: { CustomerNo, CustomerName } }) => (
      <WineryName CustomerNo={CustomerNo} CustomerName={CustomerName} />
    ),
  },
  { ...wrappedColumn('Message', 'Why'), flexible: 'more' },
];

export function StayedOrders({ rows }: { readonly rows: readonly StayedOrder[] }) {
  if (rows.length === 0) return null;
  return (
    <DialogList label="Stayed behind">
      <DataTable
        label="Stayed behind"
        columns={columns}
        rows={rows}
        rowKey={({ Order }) => `${Order.CustomerNo} ${Order.TransactionReferenceNumber}`}
      />
    </DialogList>
  );
}
