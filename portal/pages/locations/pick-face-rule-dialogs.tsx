/** Dialogs that create, change and remove the rule of a pick face. */

import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { StatusField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { FieldRow, FirstField, TextField } from '../../design/fields.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import { usualStatus } from './contents-text.ts';
import type { PickFace } from './pick-faces.tsx';

interface RuleDialogProps {
  readonly warehouse: string;
  /** Undefined for a new rule. */
  readonly face?: PickFace;
  readonly onClose: () => void;
}

export function PickFaceRuleDialog({ warehouse, face, onClose }: RuleDialogProps) {
  const [location, setLocation] = useState(face?.Location ?? '');
  const [customerNo, setCustomerNo] = useState(face?.CustomerNo ?? '');
  const [itemNo, setItemNo] = useState(face?.ItemNo ?? '');
  const [status, setStatus] = useState<string>(face?.InventoryStatus ?? usualStatus);
  const [minimum, setMinimum] = useState<number | string>(face?.Minimum ?? '');
  const [target, setTarget] = useState<number | string>(face?.Target ?? '');
  const key = {
    Location: location.trim().toUpperCase(),
    CustomerNo: customerNo,
    ItemNo: itemNo.trim(),
    InventoryStatus: status,
  };
  const version = useListedVersion(
    face,
    '/api/Bins/ListReplenishments',
    { Warehouse: warehouse, All: true },
    (row) =>
      row.Location === key.Location &&
      row.CustomerNo === key.CustomerNo &&
      row.ItemNo === key.ItemNo &&
      row.InventoryStatus === key.InventoryStatus,
    JSON.stringify(key),
  );
  const save = async (): Promise<void> => {
    const written = { Warehouse: warehouse, ...key, Minimum: Number(minimum), Target: Number(target) };
    const saved = await version.send((expected) => call('/api/Bins/SetRule', { ...written, ...expected }));
    notify(`${saved.Location} is filled below ${countOf(saved.Minimum, 'unit')}, up to ${formatCount(saved.Target)}.`);
    onClose();
  };
  return (
    <Confirm
      title={face === undefined ? `New rule at ${warehouse}` : `Change the rule of ${face.Location}`}
      action={face === undefined ? 'Add rule' : 'Save'}
      isDisabled={
        [location, customerNo, itemNo].some((text) => text.trim() === '') ||
        Number(minimum) < 1 ||
        Number(target) < Number(minimum)
      }
      onConfirm={save}
      onClose={onClose}
    >
      {face === undefined && (
        <>
          <FirstField label="Pick face" placeholder="A-01-02" maxLength={40} value={location} onChange={setLocation} />
          <FieldRow>
            <CustomerField value={customerNo} onChange={setCustomerNo} />
            <TextField label="Item" maxLength={255} autoComplete="off" value={itemNo} onChange={setItemNo} />
          </FieldRow>
          <StatusField customerNo={customerNo} value={status} onChange={setStatus} />
        </>
      )}
      <FieldRow>
        <NumberInput
          label="Filled below"
          description="Units"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={minimum}
          onChange={setMinimum}
        />
        <NumberInput
          label="Up to"
          description="Not below the minimum"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={target}
          onChange={setTarget}
        />
      </FieldRow>
      <ReplacementNote version={version} />
    </Confirm>
  );
}

export function RemovePickFaceRuleDialog({
  warehouse,
  face: { Location, CustomerNo, ItemNo, InventoryStatus, Version },
  onClose,
}: RuleDialogProps & { readonly face: PickFace }) {
  const remove = async (): Promise<void> => {
    const key = { Warehouse: warehouse, Location, CustomerNo, ItemNo, InventoryStatus };
    await call('/api/Bins/SetRule', { ...key, Minimum: 0, Target: 0, ExpectedVersion: Version });
    notify(`The rule of ${Location} is removed.`);
    onClose();
  };
  return (
    <Confirm title={`Remove the rule of ${Location}`} action="Remove" isDangerous onConfirm={remove} onClose={onClose}>
      <p>
        {Location} is no longer filled with <span className="code">{ItemNo}</span> by rule. Nothing is moved.
      </p>
    </Confirm>
  );
}
