/** The columns of the list of orders. */
import type { ReplyOf } from '../../api/client.ts';
import type { Column } from '../../design/data-table.tsx';
import { formatCount, formatDay, formatExact, formatTime } from '../../design/format.ts';
import { ShipsBy } from '../../design/ships-by.tsx';
import { Status } from '../../design/status.tsx';
import { OrderLink } from './order-link.tsx';
import { OrderStatus } from './order-status.tsx';

export type OrderRecord = ReplyOf<'/api/Orders/List'>['Records'][number];

export const orderKey = (order: Pick<OrderRecord, 'CustomerNo' | 'TransactionReferenceNumber'>): string =>
  `${order.CustomerNo}/${order.TransactionReferenceNumber}`;

export const orderColumns: readonly Column<OrderRecord>[] = [
  {
    key: 'order',
    header: 'Order',
    priority: 1,
    cell: (order) => <OrderLink {...order} />,
  },
  {
    key: 'winery',
    header: 'Winery',
    priority: 1,
    flexible: true,
    cell: ({ CustomerName, CustomerNo }) => (
      <span title={`${CustomerName} (${CustomerNo})`}>{CustomerName || CustomerNo}</span>
    ),
  },
  {
    key: 'recipient',
    header: 'Recipient',
    priority: 1,
    flexible: true,
    cell: ({ Recipient: { Name, City, State } }) => (
      <span title={`${Name}, ${City} ${State}`}>{Name || <span className="quiet">Erased</span>}</span>
    ),
  },
  {
    key: 'place',
    header: 'To',
    priority: 3,
    cell: ({ Recipient: { State, Country } }) => <span className="quiet">{State || Country}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    priority: 1,
    cell: ({ Status: status, HoldReasons, Short, IsLate }) => (
      <span className="marks">
        <OrderStatus status={status} holdReasons={HoldReasons} />
        {IsLate && <Status tone="bad">Late</Status>}
        {Short > 0 && status === 'PROCESSING ORDER' && <Status tone="bad">Short</Status>}
      </span>
    ),
  },
  {
    key: 'bottles',
    header: 'Bottles',
    priority: 2,
    align: 'end',
    cell: ({ Bottles }) => formatCount(Bottles),
  },
  {
    key: 'service',
    header: 'Ships by',
    priority: 2,
    cell: ({ Carrier, Service }) => <ShipsBy carrier={Carrier} service={Service} />,
  },
  {
    key: 'warehouse',
    header: 'Whse',
    priority: 3,
    cell: ({ Warehouse }) => <span className="code">{Warehouse}</span>,
  },
  {
    key: 'ship-date',
    header: 'Ship date',
    priority: 1,
    cell: ({ ShipDate }) => (ShipDate ? formatDay(ShipDate) : <span className="quiet">Open</span>),
  },
  {
    key: 'accepted',
    header: 'Accepted',
    priority: 4,
    cell: ({ AcceptedAt }) => (
      <span className="quiet" title={formatExact(AcceptedAt)}>
        {formatTime(AcceptedAt)}
      </span>
    ),
  },
];
