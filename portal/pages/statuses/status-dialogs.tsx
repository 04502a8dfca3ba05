/** Dialogs that create a status of a winery, change a status, and remove one that no stock has. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { TextField } from '../../design/fields.tsx';
import { RemovalDialog } from '../../design/removal-dialog.tsx';
import { QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import type { InventoryStatus } from './status-columns.tsx';

export type StatusDialogState =
  /** The customer of the new status; without it, it is chosen in the dialog. */
  | { readonly kind: 'new'; readonly customerNo?: string }
  | { readonly kind: 'change'; readonly status: InventoryStatus }
  | { readonly kind: 'remove'; readonly status: InventoryStatus };

interface StatusDialogsProps {
  readonly dialog: StatusDialogState;
  readonly onClose: () => void;
}

export function StatusDialogs({ dialog, onClose }: StatusDialogsProps) {
  if (dialog.kind === 'remove') return <RemoveStatusDialog status={dialog.status} onClose={onClose} />;
  if (dialog.kind === 'change') return <StatusDialog status={dialog.status} onClose={onClose} />;
  const { customerNo } = dialog;
  return <StatusDialog {...(customerNo !== undefined && { ofCustomer: customerNo })} onClose={onClose} />;
}

interface StatusDialogProps {
  /** Undefined for a new one. */
  readonly status?: InventoryStatus;
  /** The customer of a new status; without it, it is chosen here. */
  readonly ofCustomer?: string;
  readonly onClose: () => void;
}

function StatusDialog({ status, ofCustomer, onClose }: StatusDialogProps) {
  const isGeneric = status?.CustomerNo === '*';
  const [customerNo, setCustomerNo] = useState(isGeneric ? '' : (status?.CustomerNo ?? ofCustomer ?? ''));
  const [code, setCode] = useState(status?.InventoryStatus ?? '');
  const [description, setDescription] = useState(status?.Description ?? '');
  const [flags, setFlags] = useState({
    DrawnByConsumerOrders: status?.DrawnByConsumerOrders ?? false,
    Bonded: status?.Bonded ?? false,
    Returned: status?.Returned ?? false,
    Damaged: status?.Damaged ?? false,
  });
  const isNew = status === undefined;
  const list = useOperation(
    '/api/Statuses/List',
    { CustomerNo: customerNo },
    { isEnabled: isNew && customerNo !== '' },
  );
  const isTaken = isNew && list.data?.Records.some(({ InventoryStatus: existing }) => existing === code);
  const version = useListedVersion(
    status,
    '/api/Statuses/List',
    isGeneric ? {} : { CustomerNo: customerNo },
    (row) => row.InventoryStatus === code && row.CustomerNo === (isGeneric ? '*' : customerNo),
  );
  const run = async (): Promise<void> => {
    const written = { InventoryStatus: code, Description: description.trim() };
    await version.send((expected) =>
      call('/api/Statuses/Set', { ...written, ...(!isGeneric && { CustomerNo: customerNo, ...flags }), ...expected }),
    );
    notify(`Status ${code} is ${isNew ? 'added' : 'changed'}.`);
    onClose();
  };
  const flag = (name: keyof typeof flags, label: string) => (
    <Checkbox
      label={label}
      checked={flags[name]}
      onChange={(event) => {
        const { checked } = event.currentTarget;
        setFlags((before) => ({ ...before, [name]: checked }));
      }}
    />
  );
  return (
    <Confirm
      title={isNew ? 'New status of a winery' : `Change ${code}`}
      action={isNew ? 'Add status' : 'Save'}
      isDisabled={isTaken !== false || code === '' || description.trim() === '' || (!isGeneric && customerNo === '')}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {isGeneric
          ? 'It is one of the interface: only what it means to people can be changed.'
          : 'The winery can use it within three seconds. Where consumer orders draw it, those that wait for stock draw it at once.'}
      </p>
      {isNew && (
        <>
          {ofCustomer === undefined && <CustomerField value={customerNo} onChange={setCustomerNo} hasFocus />}
          <TextField
            label="Code"
            placeholder="GOOD-EV-TX"
            maxLength={20}
            autoComplete="off"
            error={isTaken && `The winery has a status ${code}. Change it in the list.`}
            value={code}
            onChange={(text) => setCode(text.toUpperCase())}
          />
        </>
      )}
      <TextField
        label="Meaning"
        placeholder="For events"
        maxLength={100}
        value={description}
        onChange={setDescription}
      />
      {!isGeneric && (
        <>
          {flag('DrawnByConsumerOrders', 'Consumer orders draw it, after GOOD-NO-TX')}
          {flag('Bonded', 'In bond: tax is not paid')}
          {flag('Returned', 'Returned stock')}
          {flag('Damaged', 'Damaged stock')}
        </>
      )}
      <ReplacementNote version={version} />
      {isNew && <QueryState query={list}>{null}</QueryState>}
    </Confirm>
  );
}

interface RemoveStatusProps {
  readonly status: InventoryStatus;
  readonly onClose: () => void;
}

function RemoveStatusDialog({ status: { CustomerNo, InventoryStatus: code, Version }, onClose }: RemoveStatusProps) {
  const key = { ...(CustomerNo !== '*' && { CustomerNo }), InventoryStatus: code };
  const use = useOperation('/api/Statuses/GetUse', key);
  const run = async (): Promise<void> => {
    await call('/api/Statuses/Remove', { ...key, ExpectedVersion: Version });
    notify(`Status ${code} is removed.`);
    onClose();
  };
  return (
    <RemovalDialog
      code={code}
      action="Remove status"
      use={use}
      search={{ status: code }}
      unused="No stock and no open count has it. Requests that name it are rejected, within three seconds. A status that the server itself uses stays."
      onConfirm={run}
      onClose={onClose}
    />
  );
}
