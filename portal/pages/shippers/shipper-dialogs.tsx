/** Creates or changes a shipper, or ends its use. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow, FirstField, TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import { defaultScanCode, formOfShipper, type ShipperForm, shipperOfForm } from './shipper-form.ts';
import { bottleFormatOptions, parseSides, type Shipper } from './shipper-words.ts';

interface ShipperDialogProps {
  readonly shippers: readonly Shipper[];
  /** Undefined for a new one. */
  readonly shipper?: Shipper;
  readonly onClose: () => void;
}

export function ShipperDialog({ shippers, shipper, onClose }: ShipperDialogProps) {
  const isNew = shipper === undefined;
  const [form, setForm] = useState(() => formOfShipper(shipper));
  const edit = (change: Partial<ShipperForm>): void => setForm((current) => ({ ...current, ...change }));
  const { code, format, size, inner } = form;
  const isTaken = isNew && shippers.some((each) => each.Shipper === code);
  const version = useListedVersion(shipper, '/api/Shippers/List', {}, ({ Shipper }) => Shipper === code);
  const request = shipperOfForm(form);
  const run = async (): Promise<void> => {
    if (request === undefined) return;
    await version.send((expected) => call('/api/Shippers/Set', { ...request, ...expected }));
    notify(`Shipper ${code} is ${isNew ? 'added' : 'changed'}.`);
    onClose();
  };
  return (
    <Confirm
      title={isNew ? 'New shipper' : `Change ${code}`}
      action={isNew ? 'Add shipper' : shipper.InUse ? 'Save' : 'Save and use again'}
      size={600}
      isDisabled={isTaken || request === undefined}
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
          onChange={(text) => edit({ code: text.toUpperCase() })}
        />
      )}
      <FieldRow>
        <TextField
          label="Name"
          placeholder="4 bottles"
          maxLength={60}
          value={form.name}
          onChange={(name) => edit({ name })}
        />
        <TextField
          label="Scan code"
          placeholder="BOX-S4"
          maxLength={30}
          value={form.scanCode ?? (code === '' ? '' : defaultScanCode(code))}
          onChange={(text) => edit({ scanCode: text.toUpperCase() })}
        />
      </FieldRow>
      <FieldRow>
        <ChoiceField
          label="For"
          options={bottleFormatOptions}
          value={format}
          onChange={(value) => edit({ format: value })}
        />
        <TextField
          type="number"
          min={1}
          max={48}
          label={format === 'magnum' ? 'Magnums' : 'Bottles of 750 ml'}
          placeholder={format === 'large' ? 'Any size' : ''}
          value={form.bottles}
          onChange={(bottles) => edit({ bottles })}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Outer size, in"
          placeholder="16 x 10 x 6"
          value={size}
          error={size !== '' && parseSides(size) === undefined && 'As 16 x 10 x 6'}
          onChange={(text) => edit({ size: text })}
        />
        <TextField
          label="Inner size, in"
          placeholder="Not known"
          value={inner}
          error={inner !== '' && parseSides(inner) === undefined && 'As 15 x 9 x 5'}
          onChange={(text) => edit({ inner: text })}
        />
        <TextField
          type="number"
          min={0}
          max={50}
          step="any"
          label="Empty weight, lb"
          value={form.weight}
          onChange={(weight) => edit({ weight })}
        />
      </FieldRow>
      <Checkbox
        label="Takes ice packs"
        checked={form.icePacks}
        onChange={(event) => edit({ icePacks: event.currentTarget.checked })}
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
