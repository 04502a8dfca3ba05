/** Parks a package whose label matches nothing, for customer service. */

import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/fields.tsx';

export function ParkPackageDialog({
  label,
  onPark,
  onClose,
}: {
  readonly label: string;
  readonly onPark: (place: string, note: string) => void;
  readonly onClose: () => void;
}) {
  const [place, setPlace] = useState('');
  const [note, setNote] = useState('');
  return (
    <Confirm
      title="A package without an owner"
      action="Park it"
      isLarge
      isDisabled={place.trim() === ''}
      onConfirm={async () => onPark(place.trim(), note.trim())}
      onClose={onClose}
    >
      <p>
        Customer service finds out whose <span className="code">{label}</span> is.
      </p>
      <TextField label="Where it stands" value={place} maxLength={100} data-autofocus onChange={setPlace} />
      <TextField label="What is in it" value={note} maxLength={maxNoteLength} onChange={setNote} />
    </Confirm>
  );
}
