/** The columns of the list of orders. */
import type { ReplyOf } from '../../api/client.ts';
import { CarrierServiceDisplay } from '../../design/carrier-service.tsx';
import { countColumn, timeColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { formatApiDay } from '../../design/format.ts';
import { Status } from '../../design/status.tsx';
import { orderColumn } from './order-link.tsx';
import { OrderStatus } from './order-status.tsx';

export type OrderRecord = ReplyOf<'/api/Orders/List'>['Records'][number];

export const orderColumns: readonly Column<OrderRecord>[] = [
  orderColumn,
  wineryColumn(),
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
  countColumn('Bottles', 'Bottles', 2),
  {
    key: 'service',
    header: 'Carrier',
    priority: 2,
    cell: ({ Carrier, Service }) => <CarrierServiceDisplay carrier={Carrier} service={Service} />,
  },
  warehouseColumn(3),
  {
    key: 'ship-date',
    header: 'Ship date',
    priority: 1,
    cell: ({ ShipDate }) => (ShipDate ? formatApiDay(ShipDate) : <span className="quiet">Open</span>),
  },
  timeColumn('Accepted', ({ AcceptedAt }) => AcceptedAt, 4),
];
