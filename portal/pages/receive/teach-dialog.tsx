/** A lead gives a code to an item of the order, or to any item of the winery when there is no order. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CountField } from '../../design/fields.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import { ReceiptItemField } from './receipt-item-field.tsx';
import type { Receipt } from './receiving-station.ts';

/** The most units that one code may count. */
const maxUnits = 10_000;

interface TeachDialogProps {
  readonly receipt: Receipt;
  readonly code: string;
  readonly onTaught: () => void;
  readonly onClose: () => void;
}

export function TeachDialog({ receipt, code, onTaught, onClose }: TeachDialogProps) {
  const { Kind, Lines, CustomerNo } = receipt;
  // Without an order the lines are what is counted already, which the code is probably not of.
  const [written, setItemNo] = useState(Kind === 'unannounced' ? '' : (Lines[0]?.ItemNo ?? ''));
  const itemNo = written.trim();
  const [units, setUnits] = useState<number | string>(1);
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title={`What is ${code}?`}
      action="Teach and count"
      isLarge
      strayScans={strayScans}
      isDisabled={itemNo === '' || typeof units !== 'number' || units < 1 || units > maxUnits}
      onConfirm={async () => {
        if (typeof units !== 'number') return;
        await call('/api/ItemCodes/Set', { CustomerNo, ItemNo: itemNo, Code: code, Units: units });
        onTaught();
      }}
      onClose={onClose}
    >
      <p>From now on a scan of this code counts the item, at every station.</p>
      <ReceiptItemField receipt={receipt} value={written} onChange={setItemNo} hasFocus />
      <CountField
        label="Units that it counts"
        value={units}
        onChange={setUnits}
        error={Number(units) > maxUnits && 'That is too many. Was it a scan?'}
      />
    </Confirm>
  );
}
