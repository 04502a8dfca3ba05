/** The page of a purchase order or a transfer: its lines, its counts by people, the actions that change or end it, its contact. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { countColumn, textColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatApiDay, formatCount, formatTimestamp } from '../../design/format.ts';
import { type DescriptionItem, DescriptionList, Page, Panel } from '../../design/page.tsx';
import { PhotoList } from '../../design/photos.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { TwoColumns } from '../../design/two-columns.tsx';
import { Timeline } from '../order/timeline.tsx';
import { InboundStatus } from './inbound-views.tsx';
import { ReceiptRemarks } from './receipt-remarks.tsx';

type PurchaseOrder = ReplyOf<'/api/PurchaseOrders/Get'>;
type TransferOrder = ReplyOf<'/api/TransferOrders/Get'>;
type Receipt = PurchaseOrder['Receipts'][number];

const states: Readonly<Record<string, string>> = {
  open: 'Being counted',
  finished: 'Posted',
  attached: 'Attached',
  parked: 'Parked',
  discarded: 'Discarded',
};

const receiptColumns: readonly Column<Receipt>[] = [
  {
    key: 'pallet',
    header: 'Pallet',
    priority: 1,
    // Both warehouses of a transfer count pallets from 1.
    cell: ({ Kind, Pallet, Label, Warehouse }) =>
      [Pallet, Label, Kind.startsWith('transfer') && Warehouse].filter(Boolean).join(' · '),
  },
  {
    key: 'state',
    header: 'State',
    priority: 1,
    cell: ({ State }) => (
      <Status tone={State === 'finished' || State === 'attached' ? 'good' : State === 'open' ? 'info' : 'neutral'}>
        {states[State] ?? State}
      </Status>
    ),
  },
  textColumn('Person', 'Person'),
  {
    key: 'items',
    header: 'Counted',
    priority: 1,
    flexible: 'more',
    cell: (receipt) => (
      <span className="wrap">
        {receipt.Items.map(
          ({ ItemNo, Units, InventoryStatus }) =>
            `${formatCount(Units)} × ${ItemNo}${InventoryStatus === '' ? '' : ` ${InventoryStatus}`}`,
        ).join(', ')}
        <ReceiptRemarks receipt={receipt} />
        <PhotoList customerNo={receipt.CustomerNo} photos={receipt.Photos} />
      </span>
    ),
  },
  countColumn('Units', 'Units'),
];

interface InboundOrderPageProps<Line> {
  readonly kind: 'Purchase order' | 'Transfer order';
  readonly number: string;
  readonly order: Omit<PurchaseOrder | TransferOrder, 'Lines'> & { readonly Lines: readonly Line[] };
  readonly columns: readonly Column<Line>[];
  readonly actions: ReactNode;
  /** What only this kind of order has: references, and where and how its items go. */
  readonly references?: readonly DescriptionItem[];
  readonly terms: readonly DescriptionItem[];
}

export function InboundOrderPage<Line extends { readonly Line: number }>(props: InboundOrderPageProps<Line>) {
  const { kind, number, order, columns, actions, references = [], terms } = props;
  const about = (
    <Panel title={kind}>
      <DescriptionList
        items={[
          { label: 'Winery', value: `${order.CustomerName} ${order.CustomerNo}` },
          codeDescription('Reference', order.CustomerReferenceNo),
          ...references,
          ...contactDescriptions(order.Contact),
        ]}
      />
      <DescriptionList
        isNarrow
        items={[
          ...terms,
          { label: 'Due', value: formatApiDay(order.RequestedDate) },
          { label: 'Created', value: formatTimestamp(order.CreatedAt) },
        ]}
      />
    </Panel>
  );
  return (
    <Page title={number} aside={<InboundStatus status={order.Status} />} actions={actions}>
      <TwoColumns asideLabel={`About this ${kind.toLowerCase()}`} aside={about}>
        <Panel title="Lines" flush>
          <DataTable
            label="Lines"
            columns={columns}
            rows={order.Lines}
            rowKey={({ Line: line }) => String(line)}
            empty={null}
          />
        </Panel>
        <ReceiptsTable receipts={order.Receipts} />
        <Timeline entries={order.Timeline} />
      </TwoColumns>
    </Page>
  );
}

export const codeDescription = (label: string, code: string): DescriptionItem => ({
  label,
  value: <span className="code">{code}</span>,
});

function ReceiptsTable({ receipts }: { readonly receipts: readonly Receipt[] }) {
  return (
    <Panel title="Counted at the dock" flush>
      <DataTable
        label="Receipts"
        columns={receiptColumns}
        rows={receipts}
        rowKey={({ Receipt: id }) => id}
        empty={<EmptyState title="Nothing was counted yet">People open it at the receiving station.</EmptyState>}
      />
    </Panel>
  );
}

interface ChangeAndCancelProps {
  readonly order: PurchaseOrder | TransferOrder;
  readonly number: string;
  readonly dialog: (onClose: () => void) => ReactNode;
  /** The consequence of canceling. */
  readonly text: string;
  readonly onCancel: () => Promise<unknown>;
}

/** The actions of customer service on an order of which nothing was counted yet. */
export function ChangeAndCancelButtons({ order, number, dialog, text, onCancel }: ChangeAndCancelProps) {
  const { isService } = useOperator();
  const [isChanging, setIsChanging] = useState(false);
  const mayChange = order.Status === 'OPEN' && isService;
  return (
    <>
      {mayChange && (
        <Button variant="default" onClick={() => setIsChanging(true)}>
          Change…
        </Button>
      )}
      {isChanging && dialog(() => setIsChanging(false))}
      {mayChange && (
        <EndOrderButton label="Cancel order" title={`Cancel ${number}?`} text={text} onConfirm={onCancel} />
      )}
    </>
  );
}

interface EndButtonProps {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** An action that ends an order, after its confirmation. */
export function EndOrderButton({ label, title, text, onConfirm }: EndButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}…
      </Button>
      {isAsking && (
        <Confirm
          title={title}
          action={label}
          otherwise="Keep order"
          isDangerous
          onConfirm={async () => {
            await onConfirm();
            setAsking(false);
            void refreshAll();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{text}</p>
        </Confirm>
      )}
    </>
  );
}

type Contact = TransferOrder['Contact'] & Partial<PurchaseOrder['Contact']>;

/** The contact, pickup address and instructions of an order; those that were not given are left out. */
function contactDescriptions({ FirstName, LastName, PhoneNumber, EmailAddress, SpecialInstruction, ...at }: Contact) {
  const line = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');
  const { Company, Address, Address2, City, State = '', ZipCode = '' } = at;
  return [
    { label: 'Contact', value: line(`${FirstName} ${LastName}`.trim(), PhoneNumber, EmailAddress) },
    { label: 'Address', value: line(Company, Address, Address2, City, `${State} ${ZipCode}`.trim()) },
    { label: 'Instructions', value: SpecialInstruction },
  ].filter(({ value }) => value !== '');
}
