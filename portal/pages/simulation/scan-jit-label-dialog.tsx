/** Scans the label of a JIT order whose goods have arrived. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import type { SimulationDialogProps } from './simulation-dialogs.tsx';

export function ScanJitLabelDialog({ customerNo, onClose }: SimulationDialogProps) {
  const [label, setLabel] = useState('');
  const run = async (): Promise<void> => {
    const { OrderNo } = await call('/api/Simulation/ScanJitLabel', {
      CustomerNo: customerNo,
      JITLabelID: label.trim(),
    });
    notify(`Order ${OrderNo} is being processed.`);
    onClose();
  };
  return (
    <Confirm
      title="Scan a JIT label"
      action="Scan label"
      isDisabled={label.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        The goods have arrived with their label: the order is processed now, then packed and shipped as the clock moves.
      </p>
      <FirstField
        label="Label"
        description="The label ID, or all that the scanner reads."
        value={label}
        onChange={setLabel}
      />
    </Confirm>
  );
}
