/** Reports bottles that are broken, or found broken, while they are packed. */

import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/fields.tsx';
import { useMissingReason } from '../../design/missing-reason.ts';
import { MissingReasonField } from '../../design/missing-reason-field.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import type { PackingSession } from './packing-session.ts';
import type { PackingDamageReport } from './packing-station.ts';

/** The reason of bottles that cannot be found. Damaged ones are in the person's hand. */
const notFound = 'LOST';

interface DamageDialogProps {
  readonly session: PackingSession;
  readonly onReport: (damage: PackingDamageReport) => void;
  readonly onClose: () => void;
}

export default function DamageDialog({ session: { Lines }, onReport, onClose }: DamageDialogProps) {
  const missing = useMissingReason('BROKEN', notFound);
  const { reason } = missing;
  const items = [...new Map(Lines.map((line) => [line.ItemNo, line])).values()];
  const [itemNo, setItemNo] = useState(items[0]?.ItemNo ?? '');
  const [quantity, setQuantity] = useState<number | string>(1);
  const [note, setNote] = useState('');
  const own = Lines.filter(({ ItemNo }) => ItemNo === itemNo);
  const packed = own.reduce((sum, { Packed }) => sum + Packed, 0);
  const left = own.reduce((sum, { Packed, Units }) => sum + Math.max(0, Units - Packed), 0);
  const [wasScanned, setWasScanned] = useState(packed > 0);
  // Ask whether the bottles were packed only if both answers are possible.
  const isPacked = packed > 0 && (left === 0 || wasScanned);
  const most = isPacked ? packed : left;
  const isValid = typeof quantity === 'number' && quantity >= 1 && quantity <= most && reason !== undefined;
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title="Damaged bottles"
      action="Report"
      isDangerous
      isLarge
      strayScans={strayScans}
      isDisabled={!isValid}
      onConfirm={async () => {
        if (isValid) onReport({ itemNo, quantity, isPacked, reason, note });
      }}
      onClose={onClose}
    >
      <p>They leave the stock. Free stock replaces them; otherwise the winery's rule for missing bottles decides.</p>
      <NativeSelect
        label="Bottle"
        data={items.map(({ ItemNo, Description }) => ({
          value: ItemNo,
          label: Description === '' ? ItemNo : `${Description} · ${ItemNo}`,
        }))}
        value={itemNo}
        onChange={({ currentTarget }) => setItemNo(currentTarget.value)}
      />
      <NumberInput
        label="How many"
        value={quantity}
        onChange={setQuantity}
        onFocus={(event) => event.currentTarget.select()}
        min={1}
        clampBehavior="none"
        error={typeof quantity === 'number' && quantity > most && `The order has ${most} of them there.`}
        allowDecimal={false}
      />
      {packed > 0 && left > 0 && (
        <Checkbox
          label="Scanned into a box already"
          checked={wasScanned}
          onChange={(event) => setWasScanned(event.currentTarget.checked)}
        />
      )}
      <MissingReasonField {...missing} />
      <TextField label="Note" value={note} maxLength={maxNoteLength} onChange={setNote} />
    </Confirm>
  );
}
