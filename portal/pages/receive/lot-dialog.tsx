/** Sets the lot of the next scans. It is a dialog, because in a field of the page the next scan would become part of the lot. */
import { useState } from 'react';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';

interface LotDialogProps {
  readonly lot: string;
  readonly onLot: (lot: string) => void;
  readonly onClose: () => void;
}

export function LotDialog({ lot, onLot, onClose }: LotDialogProps) {
  const [text, setText] = useState(lot);
  return (
    <Confirm
      title="Lot of the day"
      action={text.trim() === '' ? 'Count without a lot' : 'Use this lot'}
      isLarge
      onConfirm={async () => onLot(text.trim())}
      onClose={onClose}
    >
      <p>What is counted of this order from now on has this lot.</p>
      <FirstField label="Lot" value={text} onChange={setText} maxLength={60} />
    </Confirm>
  );
}
