/** Parks a delivery that no order announced: its winery, and the place where it stands. */

import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { TextField } from '../../design/fields.tsx';
import { noPhotos, PhotoField } from '../../design/photo-field.tsx';

interface Delivery {
  readonly customerNo: string;
  readonly place: string;
  readonly note: string;
  readonly photos: readonly string[];
}

interface ParkDialogProps {
  readonly warehouse: string;
  readonly onPark: (delivery: Delivery) => void;
  readonly onClose: () => void;
}

export function ParkDeliveryDialog({ warehouse, onPark, onClose }: ParkDialogProps) {
  const [customerNo, setCustomerNo] = useState('');
  const [place, setPlace] = useState('');
  const [note, setNote] = useState('');
  const [{ photos, isSending }, setPhotos] = useState(noPhotos);
  return (
    <Confirm
      title="A delivery without an order"
      action="Count it"
      isLarge
      isDisabled={customerNo === '' || place.trim() === '' || isSending}
      onConfirm={async () => onPark({ customerNo, place: place.trim(), note: note.trim(), photos })}
      onClose={onClose}
    >
      <p>It is counted and parked. Nothing of it is on hand until customer service has attached it to an order.</p>
      <CustomerField value={customerNo} onChange={setCustomerNo} hasFocus />
      <TextField label="Where it stands" value={place} maxLength={100} onChange={setPlace} />
      <TextField label="What came with it" value={note} maxLength={maxNoteLength} onChange={setNote} />
      <PhotoField key={customerNo} customerNo={customerNo} warehouse={warehouse} onChange={setPhotos} />
    </Confirm>
  );
}
