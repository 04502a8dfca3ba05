/** A delivery that no order announced: for whom, and where it stands. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';

interface ParkDialogProps {
  readonly onPark: (delivery: { readonly customerNo: string; readonly place: string; readonly note: string }) => void;
  readonly onClose: () => void;
}

export function ParkDialog({ onPark, onClose }: ParkDialogProps) {
  const [customerNo, setCustomerNo] = useState('');
  const [place, setPlace] = useState('');
  const [note, setNote] = useState('');
  return (
    <Confirm
      title="A delivery without an order"
      action="Count it"
      isLarge
      isDisabled={customerNo === '' || place.trim() === ''}
      onConfirm={async () => onPark({ customerNo, place: place.trim(), note: note.trim() })}
      onClose={onClose}
    >
      <p>It is counted and parked. Nothing of it is on hand until customer service has attached it to an order.</p>
      <CustomerField value={customerNo} onChange={setCustomerNo} hasFocus />
      <TextInput
        label="Where it stands"
        value={place}
        maxLength={100}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <TextInput
        label="What came with it"
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Confirm>
  );
}
