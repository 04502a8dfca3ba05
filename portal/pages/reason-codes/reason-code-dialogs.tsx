/** Dialogs that create, change and remove a reason of stock changes. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FirstField, TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import type { ReasonCode } from './reason-codes-page.tsx';

export const reasonCodePurposeNames: Readonly<Record<ReasonCode['UsedFor'], string>> = {
  adjustment: 'Adjustments',
  'status change': 'Status changes',
  production: 'Production',
};

export const reasonCodeDirectionNames: Readonly<Record<ReasonCode['Direction'], string>> = {
  in: 'Adds',
  out: 'Removes',
  both: 'Adds or removes',
};

const purposes = (['adjustment', 'status change', 'production'] as const).map((value) => ({
  value,
  label: reasonCodePurposeNames[value],
}));
const directions = (['in', 'out', 'both'] as const).map((value) => ({ value, label: reasonCodeDirectionNames[value] }));

interface ReasonCodeDialogProps {
  /** Undefined for a new one. */
  readonly reason?: ReasonCode;
  readonly onClose: () => void;
}

export function ReasonCodeDialog({ reason, onClose }: ReasonCodeDialogProps) {
  const isNew = reason === undefined;
  const [code, setCode] = useState(reason?.ReasonCode ?? '');
  const [description, setDescription] = useState(reason?.Description ?? '');
  const [usedFor, setUsedFor] = useState(reason?.UsedFor ?? 'adjustment');
  const [direction, setDirection] = useState(reason?.Direction ?? 'both');
  const version = useListedVersion(reason, '/api/ReasonCodes/List', {}, ({ ReasonCode }) => ReasonCode === code);
  const run = async (): Promise<void> => {
    const written = { ReasonCode: code, Description: description.trim(), UsedFor: usedFor, Direction: direction };
    await version.send((expected) => call('/api/ReasonCodes/Set', { ...written, ...expected }));
    notify(`Reason ${code} is ${isNew ? 'added' : 'changed'}.`);
    onClose();
  };
  return (
    <Confirm
      title={isNew ? 'New reason code' : `Change ${code}`}
      action={isNew ? 'Add reason' : 'Save'}
      isDisabled={code === '' || description.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {reason?.IsRequired
          ? 'The server posts this reason itself: only what it means to people can be changed.'
          : 'People choose it when they change stock. Wineries see it as the reference of the change.'}
      </p>
      {isNew && (
        <FirstField
          label="Code"
          description="2 to 20 capital letters, digits and hyphens. It cannot be changed later."
          placeholder="TASTING"
          maxLength={20}
          value={code}
          onChange={(text) => setCode(text.toUpperCase())}
        />
      )}
      <TextField
        label="Meaning"
        placeholder="Poured at a tasting"
        maxLength={100}
        value={description}
        onChange={setDescription}
      />
      {!reason?.IsRequired && (
        <>
          <ChoiceField label="Explains" options={purposes} value={usedFor} onChange={setUsedFor} />
          <ChoiceField label="Stock" options={directions} value={direction} onChange={setDirection} />
        </>
      )}
      <ReplacementNote version={version} />
    </Confirm>
  );
}

interface RemoveReasonCodeProps {
  readonly reason: ReasonCode;
  readonly onClose: () => void;
}

export function RemoveReasonCodeDialog({ reason: { ReasonCode: code, Version }, onClose }: RemoveReasonCodeProps) {
  const run = async (): Promise<void> => {
    await call('/api/ReasonCodes/Remove', { ReasonCode: code, ExpectedVersion: Version });
    notify(`Reason ${code} is removed.`);
    onClose();
  };
  return (
    <Confirm title={`Remove ${code}`} action="Remove reason" isDangerous onConfirm={run} onClose={onClose}>
      <p>Stock can no longer be changed with it. Changes of the past keep it.</p>
    </Confirm>
  );
}
