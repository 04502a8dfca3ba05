/** Creates or changes a shipper, or ends its use. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow, FirstField, TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import { type BottleFormat, bottleFormatOptions, parseSides, type Shipper, sidesAsText } from './shipper-words.ts';

interface ShipperDialogProps {
  readonly shippers: readonly Shipper[];
  /** Undefined for a new one. */
  readonly shipper?: Shipper;
  readonly onClose: () => void;
}

const innerText = ({ InnerLengthIn = 0, InnerWidthIn = 0, InnerHeightIn = 0 }: Shipper): string =>
  InnerLengthIn === 0 ? '' : sidesAsText({ LengthIn: InnerLengthIn, WidthIn: InnerWidthIn, HeightIn: InnerHeightIn });

export function ShipperDialog({ shippers, shipper, onClose }: ShipperDialogProps) {
  const isNew = shipper === undefined;
  const [code, setCode] = useState(shipper?.Shipper ?? '');
  const [name, setName] = useState(shipper?.Name ?? '');
  const [scanCode, setScanCode] = useState(shipper?.ScanCode);
  const [format, setFormat] = useState<BottleFormat>(shipper?.Format ?? 'standard');
  const [bottles, setBottles] = useState(String(shipper?.Bottles ?? ''));
  const [size, setSize] = useState(shipper === undefined ? '' : sidesAsText(shipper));
  const [inner, setInner] = useState(shipper === undefined ? '' : innerText(shipper));
  const [weight, setWeight] = useState(String(shipper?.EmptyWeightLb ?? ''));
  const [icePacks, setIcePacks] = useState(shipper?.IcePacks ?? true);
  const isTaken = isNew && shippers.some((each) => each.Shipper === code);
  const version = useListedVersion(shipper, '/api/Shippers/List', {}, ({ Shipper }) => Shipper === code);
  const [sides, innerSides] = [parseSides(size), parseSides(inner)];
  const isComplete =
    code !== '' &&
    name.trim() !== '' &&
    weight !== '' &&
    sides !== undefined &&
    (inner === '' || innerSides !== undefined) &&
    (bottles !== '' || format === 'large');
  const run = async (): Promise<void> => {
    if (sides === undefined) return;
    const request: RequestOf<'/api/Shippers/Set'> = {
      Shipper: code,
      Name: name.trim(),
      ScanCode: scanCode ?? `BOX-${code}`,
      Format: format,
      ...(bottles !== '' && { Bottles: Number(bottles) }),
      ...(innerSides && {
        InnerLengthIn: innerSides.LengthIn,
        InnerWidthIn: innerSides.WidthIn,
        InnerHeightIn: innerSides.HeightIn,
      }),
      ...sides,
      EmptyWeightLb: Number(weight),
      IcePacks: icePacks,
      InUse: true,
    };
    await version.send((expected) => call('/api/Shippers/Set', { ...request, ...expected }));
    notify(`Shipper ${code} is ${isNew ? 'added' : 'changed'}.`);
    onClose();
  };
  return (
    <Confirm
      title={isNew ? 'New shipper' : `Change ${code}`}
      action={isNew ? 'Add shipper' : shipper.InUse ? 'Save' : 'Save and use again'}
      size={600}
      isDisabled={isTaken || !isComplete}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {isNew
          ? 'People can choose it at the packing station within three seconds. Orders are planned for it once a packing rule names it.'
          : 'Orders that are packed from then on have its size and weight, within three seconds. Labels that exist keep theirs.'}
      </p>
      {isNew && (
        <FirstField
          label="Code"
          description="2 to 20 capital letters, digits and hyphens. It cannot be changed later."
          placeholder="S4"
          maxLength={20}
          error={isTaken && `There is a shipper ${code}. Change it in the list.`}
          value={code}
          onChange={(text) => setCode(text.toUpperCase())}
        />
      )}
      <FieldRow>
        <TextField label="Name" placeholder="4 bottles" maxLength={60} value={name} onChange={setName} />
        <TextField
          label="Scan code"
          placeholder="BOX-S4"
          maxLength={30}
          value={scanCode ?? (code === '' ? '' : `BOX-${code}`)}
          onChange={(text) => setScanCode(text.toUpperCase())}
        />
      </FieldRow>
      <FieldRow>
        <ChoiceField label="For" options={bottleFormatOptions} value={format} onChange={setFormat} />
        <TextField
          type="number"
          min={1}
          max={48}
          label={format === 'magnum' ? 'Magnums' : 'Bottles of 750 ml'}
          placeholder={format === 'large' ? 'Any size' : ''}
          value={bottles}
          onChange={setBottles}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Outer size, in"
          placeholder="16 x 10 x 6"
          value={size}
          error={size !== '' && sides === undefined && 'As 16 x 10 x 6'}
          onChange={setSize}
        />
        <TextField
          label="Inner size, in"
          placeholder="Not known"
          value={inner}
          error={inner !== '' && innerSides === undefined && 'As 15 x 9 x 5'}
          onChange={setInner}
        />
        <TextField
          type="number"
          min={0}
          max={50}
          step="any"
          label="Empty weight, lb"
          value={weight}
          onChange={setWeight}
        />
      </FieldRow>
      <Checkbox
        label="Takes ice packs"
        checked={icePacks}
        onChange={(event) => setIcePacks(event.currentTarget.checked)}
      />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

export function RetireShipperDialog({ shipper, onClose }: { readonly shipper: Shipper; readonly onClose: () => void }) {
  const { Version, ...record } = shipper;
  const run = async (): Promise<void> => {
    await call('/api/Shippers/Set', { ...record, InUse: false, ExpectedVersion: Version });
    notify(`Shipper ${record.Shipper} is retired.`);
    onClose();
  };
  return (
    <Confirm title={`Retire ${record.Shipper}`} action="Retire shipper" isDangerous onConfirm={run} onClose={onClose}>
      <p>
        Once no packing rule names it, nothing is packed into it any more. Packages of the past keep its size. Change it
        to use it again.
      </p>
    </Confirm>
  );
}
