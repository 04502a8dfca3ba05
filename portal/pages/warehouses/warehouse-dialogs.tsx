/** Dialogs that create, change and remove a warehouse. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { editConflictText, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FirstField, TextField } from '../../design/fields.tsx';
import { RemovalDialog } from '../../design/removal-dialog.tsx';
import { QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { WorkingDays } from '../../design/working-days.tsx';
import type { Warehouse } from './warehouses-page.tsx';

const floorOptions = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'worked', label: 'Worked by people' },
] as const;

const floorDescriptions: Readonly<Record<Warehouse['Floor'], string>> = {
  automatic: 'They start by themselves when they are due.',
  worked: 'People release, pick, pack and ship them in this portal. Until then they stay open.',
};

interface WarehouseDialogProps {
  /** Undefined for a new one. */
  readonly warehouse?: Warehouse;
  readonly onClose: () => void;
}

export function WarehouseDialog({ warehouse, onClose }: WarehouseDialogProps) {
  const isNew = warehouse === undefined;
  const [code, setCode] = useState(warehouse?.Warehouse ?? '');
  const [zip, setZip] = useState(warehouse?.ZipCode ?? '');
  /** Undefined until it is typed: then the stored city, or with another ZIP code the city of that. */
  const [typedCity, setTypedCity] = useState<string>();
  const [days, setDays] = useState<readonly number[]>(warehouse?.WorkingDays ?? [1, 2, 3, 4, 5]);
  const [acceptsReturns, setAcceptsReturns] = useState(warehouse?.AcceptsReturns ?? true);
  const [floor, setFloor] = useState(warehouse?.Floor ?? 'automatic');
  const list = useOperation('/api/Warehouses/List', {}, { isEnabled: isNew });
  const isTaken = isNew && list.data?.Records.some(({ Warehouse: existing }) => existing === code);
  const version = useListedVersion(warehouse, '/api/Warehouses/List', {}, ({ Warehouse }) => Warehouse === code);
  const hasNewZip = zip !== warehouse?.ZipCode;
  const city = typedCity ?? (hasNewZip ? '' : warehouse.City);
  const isCityRemoved = typedCity?.trim() === '' && warehouse?.City !== '';
  const changes = {
    // The ZIP code gives the city again when the city was removed.
    ...((hasNewZip || isCityRemoved) && { ZipCode: zip }),
    ...(city.trim() !== '' && (hasNewZip || city !== warehouse.City) && { City: city.trim() }),
    ...(String(days) !== String(warehouse?.WorkingDays) && { WorkingDays: [...days] }),
    ...(acceptsReturns !== warehouse?.AcceptsReturns && { AcceptsReturns: acceptsReturns }),
    ...(floor !== (warehouse?.Floor ?? 'automatic') && { Floor: floor }),
  };
  const run = async (): Promise<void> => {
    const saved = await version.send((expected) =>
      call('/api/Warehouses/Set', { Warehouse: code, ...changes, ...expected }),
    );
    notify(`${saved.Warehouse} in ${saved.City}, ${saved.State} is ${isNew ? 'added' : 'changed'}.`);
    onClose();
  };
  return (
    <Confirm
      title={isNew ? 'New warehouse' : `Change ${warehouse.Warehouse}`}
      action={isNew ? 'Add warehouse' : 'Save'}
      isDisabled={
        isTaken !== false || zip === '' || code === '' || days.length === 0 || Object.keys(changes).length === 0
      }
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {isNew
          ? 'Orders and stock can name it within three seconds. Its orders ship until 2:00 PM, until cutoffs are set.'
          : 'It applies, within three seconds, to orders and ship dates that are decided from then on.'}
      </p>
      {isNew && (
        <FirstField
          label="Code"
          description="2 to 10 capital letters and digits, a letter first. It cannot be changed later."
          placeholder="SAC01"
          maxLength={10}
          error={isTaken && `There is a warehouse ${code}. Change it in the list.`}
          value={code}
          onChange={(text) => setCode(text.toUpperCase())}
        />
      )}
      <TextField
        label="ZIP code"
        description="Gives city, state and time zone."
        maxLength={5}
        inputMode="numeric"
        value={zip}
        onChange={setZip}
      />
      <TextField label="City" placeholder="That of the ZIP code" maxLength={100} value={city} onChange={setTypedCity} />
      <WorkingDays legend="Days on which it ships" value={days} onChange={setDays} />
      <ChoiceField
        label="Orders"
        description={floorDescriptions[floor]}
        options={floorOptions}
        value={floor}
        onChange={setFloor}
      />
      <Checkbox
        label="Returns go there"
        checked={acceptsReturns}
        onChange={(event) => setAcceptsReturns(event.currentTarget.checked)}
      />
      {version.isReplaced && <p>{editConflictText}</p>}
      {isNew && <QueryState query={list}>{null}</QueryState>}
    </Confirm>
  );
}

interface RemoveWarehouseProps {
  readonly warehouse: Warehouse;
  readonly onClose: () => void;
}

export function RemoveWarehouseDialog({ warehouse: { Warehouse: code, Version }, onClose }: RemoveWarehouseProps) {
  const use = useOperation('/api/Warehouses/GetUse', { Warehouse: code });
  const run = async (): Promise<void> => {
    await call('/api/Warehouses/Remove', { Warehouse: code, ExpectedVersion: Version });
    notify(`Warehouse ${code} is removed.`);
    onClose();
  };
  return (
    <RemovalDialog
      code={code}
      action="Remove warehouse"
      use={use}
      search={{ warehouse: code }}
      unused="Nothing is in it. Its cutoffs and its address are removed too. Orders can no longer name it, within three seconds."
      onConfirm={run}
      onClose={onClose}
    />
  );
}
