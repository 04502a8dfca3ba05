/** Reports the problem of an order that cannot be shipped, in the person's own words. */

import { Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../design/confirm.tsx';
import { maxHoldTextLength } from '../../design/hold-text.ts';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import styles from '../../station/station.module.css';
import type { PackingProblem } from './packing-station.ts';

const kinds: readonly { readonly value: PackingProblem['kind']; readonly label: string }[] = [
  { value: 'address', label: 'The address is wrong or incomplete' },
  { value: 'name', label: 'The name is wrong or missing' },
  { value: 'other', label: 'Something else' },
];

interface ProblemDialogProps {
  readonly orderNo: string;
  readonly onReport: (problem: PackingProblem) => void;
  readonly onClose: () => void;
}

export default function ProblemDialog({ orderNo, onReport, onClose }: ProblemDialogProps) {
  const [kind, setKind] = useState<PackingProblem['kind']>('address');
  const [note, setNote] = useState('');
  const words = note.trim();
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title={`Problem with order ${orderNo}`}
      action="Report and park"
      isDangerous
      isLarge
      strayScans={strayScans}
      isDisabled={words === ''}
      onConfirm={async () => onReport({ kind, note: words })}
      onClose={onClose}
    >
      <p>The order leaves the floor until customer service has settled it. Labels that were bought are voided.</p>
      <Radio.Group label="What is wrong" value={kind} onChange={(value) => setKind(value as PackingProblem['kind'])}>
        <div className={styles.choices}>
          {kinds.map(({ value, label }) => (
            <Radio
              key={value}
              className={styles.choice ?? ''}
              size="md"
              value={value}
              label={label}
              data-autofocus={value === kind || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label="In your words"
        placeholder="What you see on the slip or the label"
        value={note}
        maxLength={maxHoldTextLength}
        rows={3}
        required
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Confirm>
  );
}
