/** Dialogs that create, change and remove a location. */
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { WarehouseField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow, FirstField, TextField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import type { ListedLocation } from './locations-page.tsx';

interface LocationDialogProps {
  /** Undefined for a new one. */
  readonly location?: ListedLocation;
  /** The warehouse of the list; '' when it shows all. */
  readonly warehouse: string;
  readonly onClose: () => void;
}

const kindOptions = [
  { value: 'pick', label: 'Pick face: people pick from it' },
  { value: 'reserve', label: 'Reserve: it refills pick faces' },
  { value: 'tote', label: 'Tote: it carries picked bottles' },
] as const;

export function LocationDialog({ location, warehouse, onClose }: LocationDialogProps) {
  const [at, setAt] = useState(location?.Warehouse ?? warehouse);
  const [code, setCode] = useState(location?.Location ?? '');
  const [zone, setZone] = useState(location?.Zone ?? '');
  const [walkOrder, setWalkOrder] = useState<number | string>(location?.WalkOrder ?? '');
  const [capacity, setCapacity] = useState<number | string>(location?.Capacity ?? 0);
  const [kind, setKind] = useState(location?.Kind ?? 'pick');
  const version = useListedVersion(
    location,
    '/api/Locations/List',
    { Warehouses: [at], Text: code, Top: 200 },
    ({ Location }) => Location === code,
  );
  const run = async (): Promise<void> => {
    const place = { Warehouse: at, Location: code, Zone: zone, WalkOrder: Number(walkOrder) };
    await version.send((expected) =>
      call('/api/Locations/Set', { ...place, Kind: kind, Capacity: Number(capacity), ...expected }),
    );
    notify(`Location ${code} is ${location === undefined ? 'added' : 'changed'}.`);
    onClose();
  };
  return (
    <Confirm
      title={location === undefined ? 'New location' : `Change ${location.Location}`}
      action={location === undefined ? 'Add location' : 'Save'}
      isDisabled={at === '' || code.trim() === '' || walkOrder === ''}
      onConfirm={run}
      onClose={onClose}
    >
      {location === undefined && (
        <>
          <FirstField
            label="Code"
            description="As its label reads: letters, digits, “.”, “_”, “/” and “-”."
            placeholder="A-01-02"
            maxLength={30}
            value={code}
            onChange={(text) => setCode(text.toUpperCase())}
          />
          <WarehouseField value={at} onChange={setAt} />
        </>
      )}
      <FieldRow>
        <TextField label="Zone" maxLength={30} value={zone} onChange={setZone} />
        <NumberInput
          label="Walk order"
          min={0}
          max={10_000_000}
          allowDecimal={false}
          hideControls
          value={walkOrder}
          onChange={setWalkOrder}
        />
        <NumberInput
          label="Capacity"
          description="Units; 0: any number"
          min={0}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={capacity}
          onChange={setCapacity}
        />
      </FieldRow>
      <ChoiceField label="Kind" options={kindOptions} value={kind} onChange={setKind} />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

interface RemoveLocationProps {
  readonly location: ListedLocation;
  readonly onClose: () => void;
}

export function RemoveLocationDialog({ location, onClose }: RemoveLocationProps) {
  const { Warehouse, Location, Contents, Version } = location;
  const run = async (): Promise<void> => {
    await call('/api/Locations/Remove', { Warehouse, Location, ExpectedVersion: Version });
    notify(`Location ${Location} is removed.`);
    onClose();
  };
  return (
    <Confirm
      title={`Remove ${Location}`}
      action="Remove location"
      isDangerous
      isDisabled={Contents.length > 0}
      onConfirm={run}
      onClose={onClose}
    >
      {Contents.length > 0 ? (
        <p>{countOf(Contents.length, 'item')} lie there or belong there. Remove them first, under Contents.</p>
      ) : (
        <p>Nothing lies there, and no item belongs there. People are no longer sent to it.</p>
      )}
    </Confirm>
  );
}
