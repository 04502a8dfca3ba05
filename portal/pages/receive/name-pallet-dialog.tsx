/** Sets the label of the pallet that is opened next: a labeled pallet of an order is counted only once. */
import { useState } from 'react';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';

interface NamePalletProps {
  readonly label: string;
  readonly onLabel: (label: string) => void;
  readonly onClose: () => void;
}

export function NamePalletDialog({ label, onLabel, onClose }: NamePalletProps) {
  const [text, setText] = useState(label);
  return (
    <Confirm
      title="Label of the pallet"
      action={text.trim() === '' ? 'Open it without a label' : 'Use this label'}
      isLarge
      onConfirm={async () => onLabel(text.trim())}
      onClose={onClose}
    >
      <p>The order that you scan next is opened with this pallet, which is counted once.</p>
      <FirstField label="Label" description="Scan it, or type it" value={text} onChange={setText} maxLength={100} />
    </Confirm>
  );
}
