/** One order: why it is held and what ends that, what is in it, where its packages are, and what happened to it. */
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { CarrierServiceDisplay } from '../../design/carrier-service.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { formatApiDay, formatCount, formatExact, formatTimestamp } from '../../design/format.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { PostalAddress } from '../../design/postal-address.tsx';
import { Status } from '../../design/status.tsx';
import { TwoColumns } from '../../design/two-columns.tsx';
import { OrderStatus } from '../orders/order-status.tsx';
import { CancelOrderDialog } from './cancel-order-dialog.tsx';
import { CorrectRecipientDialog } from './correct-recipient-dialog.tsx';
import { HoldList } from './hold-list.tsx';
import { LinesTable, PackagesTable } from './order-contents.tsx';
import { DetailsPanel } from './order-details.tsx';
import styles from './order-page.module.css';
import type { OrderReply } from './order-reply.ts';
import { PlaceHoldDialog } from './place-hold-dialog.tsx';
import { Timeline } from './timeline.tsx';

const ReleaseHoldsDialog = lazyDialog(async () => ({
  default: (await import('../holds/release-holds-dialog.tsx')).ReleaseHoldsDialog,
}));

const VoidLabelsDialog = lazyDialog(async () => ({
  default: (await import('./void-labels-dialog.tsx')).VoidLabelsDialog,
}));

type OrderDialog = 'release' | 'hold' | 'cancel' | 'recipient' | 'void';

export function OrderPage() {
  const { customerNo = '', reference = '' } = useParams({ strict: false });
  const order = useOperation(
    '/api/Orders/Get',
    { CustomerNo: customerNo, TransactionReferenceNumber: reference },
    { refreshMs: 60_000 },
  );
  const { isService: mayAct } = useOperator();
  const { dialog, open, close } = useDialog<OrderDialog>();
  const { data } = order;
  if (data === undefined) return <LoadingOrErrorPage title="Order" query={order} />;
  return (
    <Page
      title={`Order ${data.OrderNo}`}
      heading={<span className={styles.number}>{data.OrderNo}</span>}
      aside={
        <>
          <OrderStatus status={data.Status} holdReasons={data.HoldReasons} />
          {data.IsLate && <Status tone="bad">Late</Status>}
          <Link to="/orders" search={{ view: 'all', customers: data.CustomerNo }} className="plain">
            {data.CustomerName} <span className="code">{data.CustomerNo}</span>
          </Link>
        </>
      }
      actions={mayAct && <OrderActions order={data} onOpen={open} />}
    >
      <TwoColumns asideLabel="About this order" aside={<OrderAside order={data} />}>
        {data.Holds.length > 0 && <HoldList order={data} />}
        <LinesTable order={data} />
        {data.Packages.length > 0 && <PackagesTable order={data} />}
        <Timeline entries={data.Timeline} />
      </TwoColumns>
      {dialog === 'release' && <ReleaseHoldsDialog orders={[data]} onClose={close} />}
      {dialog === 'cancel' && <CancelOrderDialog order={data} onClose={close} />}
      {dialog === 'recipient' && <CorrectRecipientDialog order={data} onClose={close} />}
      {dialog === 'void' && <VoidLabelsDialog order={data} onClose={close} />}
      {dialog === 'hold' && <PlaceHoldDialog order={data} onClose={close} />}
    </Page>
  );
}

interface OrderActionsProps {
  readonly order: OrderReply;
  readonly onOpen: (dialog: OrderDialog) => void;
}

function OrderActions({ order, onOpen }: OrderActionsProps) {
  const hasLabels =
    order.Status !== 'SHIPPED' &&
    order.Status !== 'CANCELED' &&
    order.Packages.some((each) => each.Status !== 'CANCELED');
  return (
    <>
      {hasLabels && (
        <Button variant="default" onClick={() => onOpen('void')}>
          Void labels…
        </Button>
      )}
      {(order.IsOpen || order.Status === 'EXCEPTION') && (
        <Button variant="default" onClick={() => onOpen('cancel')}>
          Cancel order…
        </Button>
      )}
      {order.IsOpen && (
        <>
          <Button variant="default" onClick={() => onOpen('recipient')}>
            Correct recipient…
          </Button>
          <Button variant="default" onClick={() => onOpen('hold')}>
            Hold…
          </Button>
          {order.Holds.length > 0 && <Button onClick={() => onOpen('release')}>Release…</Button>}
        </>
      )}
    </>
  );
}

function OrderAside({ order }: { readonly order: OrderReply }) {
  return (
    <>
      <Panel title="Recipient">
        <Recipient order={order} />
      </Panel>
      {order.SpecialInstructions && (
        <Panel title="Instructions">
          <p>{order.SpecialInstructions}</p>
        </Panel>
      )}
      {order.Details && <DetailsPanel details={order.Details} />}
      <Panel title="Shipping">
        <DescriptionList
          isNarrow
          items={[
            { label: 'Ship date', value: order.ShipDate ? formatApiDay(order.ShipDate) : 'Open' },
            { label: 'Carrier', value: <CarrierServiceDisplay carrier={order.Carrier} service={order.Service} /> },
            { label: 'Warehouse', value: order.Warehouse && <span className="code">{order.Warehouse}</span> },
            { label: 'Type', value: order.OrderType },
            { label: 'Bottles', value: formatCount(order.Bottles) },
            {
              label: 'Accepted',
              value: <span title={formatExact(order.AcceptedAt)}>{formatTimestamp(order.AcceptedAt)}</span>,
            },
          ]}
        />
      </Panel>
      <Panel title="References">
        <DescriptionList
          items={[
            {
              label: 'Transaction reference',
              value: <span className="code">{order.TransactionReferenceNumber}</span>,
            },
            { label: 'Batch', value: order.BatchId && <span className="code">{order.BatchId}</span> },
            { label: 'JIT label', value: order.JitLabelId && <span className="code">{order.JitLabelId}</span> },
            {
              label: 'Shipment key',
              value: order.ShipmentKey && <span className="code">{order.ShipmentKey}</span>,
            },
          ]}
        />
      </Panel>
    </>
  );
}

function Recipient({ order }: { readonly order: OrderReply }) {
  const { Name, City, State, ZipCode } = order.Recipient;
  if (!Name && !City) return <p className="quiet">The personal data of this order was erased.</p>;
  const lines = order.Address ?? [[City, State].filter(Boolean).join(', '), ZipCode];
  return <PostalAddress name={Name} lines={lines} />;
}
