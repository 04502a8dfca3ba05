/** Discards a receipt that was opened by mistake. */

import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import type { Receipt } from './receiving-station.ts';

interface DiscardDialogProps {
  readonly receipt: Receipt;
  readonly onDiscard: (reason: string) => void;
  readonly onClose: () => void;
}

export function DiscardDialog({ receipt: { OrderNumber, Pallet, Units }, onDiscard, onClose }: DiscardDialogProps) {
  const [reason, setReason] = useState('');
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title={OrderNumber === '' ? 'Discard this delivery?' : `Discard pallet ${Pallet} of ${OrderNumber}?`}
      action="Discard"
      isDangerous
      isLarge
      strayScans={strayScans}
      isDisabled={reason.trim() === ''}
      onConfirm={async () => onDiscard(reason.trim())}
      onClose={onClose}
    >
      <p>Nothing of the {countOf(Units, 'counted unit')} is posted.</p>
      <FirstField label="Why" value={reason} onChange={setReason} maxLength={maxNoteLength} />
    </Confirm>
  );
}
