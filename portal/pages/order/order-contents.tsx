/** The contents of an order: lines with reserved and short units, and packages. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isWillCallCarrier } from '../../api/carriers.ts';
import { useOperator } from '../../api/session.ts';
import { CarrierServiceDisplay } from '../../design/carrier-service.tsx';
import { actionsColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatApiDay, formatCount } from '../../design/format.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { Panel } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { Status, type Tone } from '../../design/status.tsx';
import { additionalFieldsText } from './order-details.tsx';
import type { OrderReply } from './order-reply.ts';
import { PrintLabel } from './print-label.tsx';

const LostBoxDialog = lazyDialog(async () => ({
  default: (await import('./lost-box-dialog.tsx')).LostBoxDialog,
}));

type Line = OrderReply['Items'][number];
type Package = OrderReply['Packages'][number];

/** The winery's notes on a line; '' for none. */
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

/** Whether the carrier took others of its shipped order, and not this one. */
const isLeftBehind = ({ Status: order }: OrderReply, { Status: status, ShipDate }: Package): boolean =>
  order === 'SHIPPED' && status === 'READY TO SHIP' && ShipDate === '';

/** Whether it is in the warehouse, with a label that the packing station may print again. */
const isLabeledHere = (
  { HasFloorWork, Status: order }: OrderReply,
  { Status: status, ShipDate, TrackingNumber, Carrier }: Package,
): boolean =>
  HasFloorWork &&
  (order === 'SHIPPED' || order === 'PROCESSING ORDER') &&
  status.startsWith('READY ') &&
  ShipDate === '' &&
  (TrackingNumber !== '' || isWillCallCarrier(Carrier));

export function PackagesTable({ order }: { readonly order: OrderReply }) {
  const { Role, isLead } = useOperator();
  const [lost, setLost] = useState<Package>();
  const { Packages: packages } = order;
  const mayPrint = (each: Package) => Role !== 'service' && isLabeledHere(order, each);
  const mayReport = (each: Package) =>
    isLead && (isLeftBehind(order, each) || each.IsNeverScanned || each.IsMissingBottles);
  const actions = actionsColumn((each: Package) => (
    <>
      {mayPrint(each) && <PrintLabel order={order} packageNo={each.PackageNo} />}
      {mayReport(each) && (
        <RowActionButton
          action="Report lost…"
          label={`Report lost ${each.TrackingNumber}`}
          onClick={() => setLost(each)}
        />
      )}
    </>
  ));
  const hasActions = packages.some((each) => mayPrint(each) || mayReport(each));
  return (
    <Panel title="Packages" flush>
      <DataTable
        label="Packages"
        columns={hasActions ? [...packageColumns, actions] : packageColumns}
        rows={packages}
        rowKey={({ TrackingNumber, PackageNo }) => `${PackageNo} ${TrackingNumber}`}
      />
      {lost && <LostBoxDialog order={order} box={lost} onClose={() => setLost(undefined)} />}
    </Panel>
  );
}
