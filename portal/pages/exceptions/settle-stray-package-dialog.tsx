/** Dialog that settles a package without an owner: the person writes what became of it. */

import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';

interface SettleDialogProps {
  /** The id. */
  readonly stray: string;
  readonly label: string;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

export function SettleStrayPackageDialog({ stray, label, onSettled, onClose }: SettleDialogProps) {
  const [settlement, setSettlement] = useState('');
  return (
    <Confirm
      title="Settle a package without an owner"
      action="Settle"
      isDisabled={settlement.trim() === ''}
      onConfirm={async () => {
        await call('/api/Returns/Settle', { Stray: stray, Settlement: settlement.trim() });
        notify(`Package ${label} is settled.`);
        onSettled();
      }}
      onClose={onClose}
    >
      <p>
        Package <span className="code">{label}</span> leaves the exceptions. When it belongs to an order, open a return
        for it at the returns station.
      </p>
      <FirstField
        label="What became of it"
        description="The order that it belongs to, or who took it; no names of people"
        maxLength={maxNoteLength}
        value={settlement}
        onChange={setSettlement}
      />
    </Confirm>
  );
}
