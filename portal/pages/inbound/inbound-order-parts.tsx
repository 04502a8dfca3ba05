/**
 * Shared parts of the pages of a purchase order and a transfer: its counts by people, the actions that end it, and its contact.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { countColumn, textColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { PhotoList } from '../../design/photos.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { ReceiptRemarks } from './receipt-remarks.tsx';

type Receipt = ReplyOf<'/api/PurchaseOrders/Get'>['Receipts'][number];

const states: Readonly<Record<string, string>> = {
  open: 'Being counted',
  finished: 'Posted',
  attached: 'Attached',
  parked: 'Parked',
  discarded: 'Discarded',
};

const columns: readonly Column<Receipt>[] = [
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

export function ReceiptsTable({ receipts }: { readonly receipts: readonly Receipt[] }) {
  return (
    <Panel title="Counted at the dock" flush>
      <DataTable
        label="Receipts"
        columns={columns}
        rows={receipts}
        rowKey={({ Receipt: id }) => id}
        empty={<EmptyState title="Nothing was counted yet">People open it at the receiving station.</EmptyState>}
      />
    </Panel>
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

type Contact = ReplyOf<'/api/TransferOrders/Get'>['Contact'] & Partial<ReplyOf<'/api/PurchaseOrders/Get'>['Contact']>;

/** The contact, pickup address and instructions of an order; those that were not given are left out. */
export function contactDescriptions({
  FirstName,
  LastName,
  PhoneNumber,
  EmailAddress,
  SpecialInstruction,
  ...at
}: Contact) {
  const line = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');
  const { Company, Address, Address2, City, State = '', ZipCode = '' } = at;
  return [
    { label: 'Contact', value: line(`${FirstName} ${LastName}`.trim(), PhoneNumber, EmailAddress) },
    { label: 'Address', value: line(Company, Address, Address2, City, `${State} ${ZipCode}`.trim()) },
    { label: 'Instructions', value: SpecialInstruction },
  ].filter(({ value }) => value !== '');
}
