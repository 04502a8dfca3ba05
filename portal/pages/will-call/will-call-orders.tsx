/** The will-call orders that wait at a warehouse: a search by scan, and their list. */
import type { ReplyOf } from '../../api/client.ts';
import { actionsColumn, textColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { formatAge, formatExact } from '../../design/format.ts';
import { RowActionButton } from '../../design/row-action.tsx';
import { OrderLink } from '../orders/order-link.tsx';

const winery = wineryColumn();

export type WillCallOrder = ReplyOf<'/api/Floor/ListWillCall'>['Records'][number];

export const willCallOrderKey = ({ Order }: WillCallOrder): string =>
  `${Order.CustomerNo} ${Order.TransactionReferenceNumber}`;

/** The orders with this number, reference or JIT label. */
export function ordersMatchingScan(orders: readonly WillCallOrder[], scan: string): readonly WillCallOrder[] {
  // The Data Matrix of a slip or label also contains the order number, after a `|`.
  const wanted = (scan.split('|', 1)[0] as string).trim().toUpperCase();
  return orders.filter(({ Order: { OrderNo, TransactionReferenceNumber: reference }, JITLabelID: label }) =>
    [OrderNo, reference, label].some((name) => name !== '' && name.toUpperCase() === wanted),
  );
}

export const buildWillCallTableColumns = (open: (order: WillCallOrder) => void): readonly Column<WillCallOrder>[] => [
  { key: 'order', header: 'Order', priority: 1, cell: ({ Order }) => <OrderLink {...Order} /> },
  textColumn('Recipient', 'Recipient'),
  { ...winery, cell: ({ Order }) => winery.cell(Order) },
  { key: 'bottles', header: 'Bottles', priority: 1, align: 'end', cell: ({ Order }) => Order.Bottles },
  { key: 'boxes', header: 'Boxes', priority: 1, align: 'end', cell: ({ Boxes }) => Boxes },
  {
    key: 'packed',
    header: 'Packed',
    priority: 1,
    align: 'end',
    cell: ({ PackedAt }) => <span title={formatExact(PackedAt)}>{formatAge(PackedAt)}</span>,
  },
  actionsColumn((order) => (
    <RowActionButton action="Open" label={`Open ${order.Order.OrderNo}`} onClick={() => open(order)} />
  )),
];
