/** Sets or removes the address from which packages of a warehouse ship. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { Confirm, DialogError } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { FirstField, TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import type { Warehouse } from './warehouses-page.tsx';

type Address = ReplyOf<'/api/Warehouses/ListAddresses'>['Records'][number];

interface AddressDialogProps {
  readonly warehouse: Warehouse;
  readonly onClose: () => void;
}

export function WarehouseAddressDialog({ warehouse, onClose }: AddressDialogProps) {
  // The form begins with what is read now: after a change the cached address is an earlier one.
  const list = useOperation('/api/Warehouses/ListAddresses', {}, { isTransient: true });
  if (list.data === undefined) {
    if (list.error === null) return null;
    return (
      <Confirm
        title={`Address of ${warehouse.Warehouse}`}
        action="Done"
        otherwise={null}
        onConfirm={() => Promise.resolve(onClose())}
        onClose={onClose}
      >
        <DialogError error={list.error} />
      </Confirm>
    );
  }
  const address = list.data.Records.find(({ Warehouse: code }) => code === warehouse.Warehouse);
  return <AddressForm warehouse={warehouse} {...(address && { address })} onClose={onClose} />;
}

function AddressForm({ warehouse, address, onClose }: AddressDialogProps & { readonly address?: Address }) {
  // Keep the address that was read when the dialog opened: its version protects changes that a colleague makes meanwhile.
  const [read] = useState(address);
  const { Warehouse: code, City, State, ZipCode } = warehouse;
  const [company, setCompany] = useState(address?.Company ?? '');
  const [street, setStreet] = useState(address?.Street ?? '');
  const [street2, setStreet2] = useState(address?.Street2 ?? '');
  const [phone, setPhone] = useState(address?.PhoneNumber ?? '');
  const [isRemoving, setIsRemoving] = useState(false);
  const version = useListedVersion(read, '/api/Warehouses/ListAddresses', {}, ({ Warehouse }) => Warehouse === code);
  const remove = async (): Promise<void> => {
    await call('/api/Warehouses/RemoveAddress', { Warehouse: code, ExpectedVersion: read?.Version ?? '' });
    notify(`Packages of ${code} have no address to ship from.`);
    onClose();
  };
  if (isRemoving) {
    return (
      <Confirm
        key="remove"
        title={`Remove the address of ${code}`}
        action="Remove the address"
        isDangerous
        onConfirm={remove}
        onClose={onClose}
      >
        <p>Labels of its orders wait until it has an address again.</p>
      </Confirm>
    );
  }
  const run = async (): Promise<void> => {
    const written = { Company: company.trim(), Street: street.trim(), Street2: street2.trim() };
    await version.send((expected) =>
      call('/api/Warehouses/SetAddress', { Warehouse: code, ...written, PhoneNumber: phone.trim(), ...expected }),
    );
    notify(`Packages of ${code} ship from ${street.trim()}.`);
    onClose();
  };
  return (
    <Confirm
      title={`Address of ${code}`}
      action="Save"
      isDisabled={company.trim() === '' || street.trim() === '' || phone.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Packages ship from there, in {City}, {State} {ZipCode}. Without an address the labels of its orders wait.
      </p>
      <FirstField label="Company" maxLength={100} value={company} onChange={setCompany} />
      <TextField label="Street" maxLength={100} value={street} onChange={setStreet} />
      <TextField label="Second line" maxLength={100} value={street2} onChange={setStreet2} />
      <TextField
        label="Phone"
        description="10 to 15 digits; carriers require it."
        inputMode="tel"
        maxLength={100}
        value={phone}
        onChange={setPhone}
      />
      <ReplacementNote version={version} />
      {read && read.Street !== '' && (
        <div>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsRemoving(true)}>
            Remove the address…
          </Button>
        </div>
      )}
    </Confirm>
  );
}
