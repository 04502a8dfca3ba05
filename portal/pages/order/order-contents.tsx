/** The contents of an order: lines with reserved and short units, and packages. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperator } from '../../api/session.ts';
import { CarrierServiceDisplay } from '../../design/carrier-service.tsx';
import type { Column } from '../../design/data-table.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatApiDay, formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { Status, type Tone } from '../../design/status.tsx';
import { additionalFieldsText } from './order-details.tsx';
import type { OrderReply } from './order-reply.ts';

type Line = OrderReply['Items'][number];
type Package = OrderReply['Packages'][number];

/** What the winery noted on a line; '' for nothing. */
const lineNotes = ({ ParentItemNo, Group, ExternalLineNumber, AdditionalFields }: Line): string =>
  [
    ParentItemNo && `Part of ${ParentItemNo}`,
    Group && `Group ${Group}`,
    ExternalLineNumber && `Line ${ExternalLineNumber}`,
    additionalFieldsText(AdditionalFields),
  ]
    .filter((note) => note !== '')
    .join(' · ');

/** The columns of lines, of a shipped order with what was shipped in place of what is reserved. */
const lineColumns = (
  figure: 'Reserved' | 'Shipped',
  explainItem: (line: Line) => ReactNode,
): readonly Column<Line>[] => [
  { key: 'item', header: 'Item', priority: 1, cell: explainItem },
  {
    key: 'description',
    header: 'Description',
    priority: 1,
    flexible: true,
    cell: (line) => (
      <>
        <span title={line.Description}>{line.Description}</span>
        {lineNotes(line) !== '' && <div className="quiet">{lineNotes(line)}</div>}
      </>
    ),
  },
  { key: 'quantity', header: 'Ordered', priority: 1, align: 'end', cell: ({ Quantity }) => formatCount(Quantity) },
  { key: 'reserved', header: figure, priority: 1, align: 'end', cell: (line) => formatCount(line[figure]) },
  {
    key: 'short',
    header: 'Short',
    priority: 1,
    align: 'end',
    cell: ({ Short }) =>
      Short > 0 ? <Status tone="bad">{formatCount(Short)} short</Status> : <span className="quiet">0</span>,
  },
];

export function LinesTable({ order }: { readonly order: OrderReply }) {
  const { Role } = useOperator();
  const { CustomerNo, Warehouse, Status: status, Items } = order;
  // A link to the explanation of the item's stock, which the floor may not see.
  const explainItem = ({ ItemNo, InventoryStatus }: Line): ReactNode =>
    Role === 'floor' ? (
      <span className="code strong">{ItemNo}</span>
    ) : (
      <Link
        to="/inventory/$customerNo/$itemNo"
        params={{ customerNo: CustomerNo, itemNo: ItemNo }}
        search={{ warehouse: Warehouse, status: InventoryStatus }}
        className="code strong plain"
        title="Explain its stock"
      >
        {ItemNo}
      </Link>
    );
  return (
    <Panel title="Lines" flush>
      <DataTable
        label="Lines"
        columns={lineColumns(status === 'SHIPPED' ? 'Shipped' : 'Reserved', explainItem)}
        rows={Items}
        rowKey={({ Line: line }) => String(line)}
      />
    </Panel>
  );
}

const packageColumns: readonly Column<Package>[] = [
  {
    key: 'tracking',
    header: 'Tracking number',
    priority: 1,
    flexible: true,
    cell: ({ TrackingNumber }) =>
      TrackingNumber ? <span className="code strong">{TrackingNumber}</span> : <span className="quiet">None yet</span>,
  },
  { key: 'status', header: 'Status', priority: 1, cell: ({ Status: status }) => <PackageStatus status={status} /> },
  {
    key: 'carrier',
    header: 'Carrier',
    priority: 1,
    cell: ({ Carrier, Service }) => <CarrierServiceDisplay carrier={Carrier} service={Service} />,
  },
  {
    key: 'shipped',
    header: 'Ship date',
    priority: 1,
    cell: ({ ShipDate }) => (ShipDate ? formatApiDay(ShipDate) : ''),
  },
];

const packageTones: Readonly<Record<string, Tone>> = {
  DELIVERED: 'good',
  EXCEPTION: 'bad',
  'READY FOR PICKUP': 'info',
};

/** `IN TRANSIT` -> `In transit` */
function PackageStatus({ status }: { readonly status: string }) {
  const word = status.slice(0, 1) + status.slice(1).toLowerCase();
  return <Status tone={packageTones[status] ?? 'neutral'}>{word}</Status>;
}

export function PackagesTable({ packages }: { readonly packages: readonly Package[] }) {
  return (
    <Panel title="Packages" flush>
      <DataTable
        label="Packages"
        columns={packageColumns}
        rows={packages}
        rowKey={({ TrackingNumber, PackageNo }) => `${PackageNo} ${TrackingNumber}`}
      />
    </Panel>
  );
}
