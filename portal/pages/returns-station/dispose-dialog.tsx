/** Decides about some bottles of a finding, or puts them into any inventory status. The keys of the station decide about all of them. */

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../design/confirm.tsx';
import { CountField } from '../../design/fields.tsx';
import { formatCount } from '../../design/format.ts';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import type { ReturnsAction, StationReturn } from './returns-station.ts';

type Decision = Extract<ReturnsAction, { kind: 'dispose' }>;
type Disposition = Decision['disposition'];

const dispositions: readonly { readonly value: Disposition; readonly label: string }[] = [
  { value: 'Return to Inventory', label: 'Into stock' },
  { value: 'Return to Winery', label: 'To the winery' },
  { value: 'Reship', label: 'Ship it again' },
];

interface DisposeDialogProps {
  readonly finding: StationReturn['Findings'][number];
  /** The inventory statuses of the winery. */
  readonly statuses: readonly string[];
  readonly onDecide: (decision: Decision) => void;
  readonly onClose: () => void;
}

export function DisposeDialog({ finding, statuses, onDecide, onClose }: DisposeDialogProps) {
  const { Line, Finding, ItemNo, Quantity, InventoryStatus } = finding;
  const [disposition, setDisposition] = useState<Disposition>('Return to Inventory');
  const [units, setUnits] = useState<number | string>(Quantity);
  const [status, setStatus] = useState<string>(InventoryStatus);
  const isStock = disposition === 'Return to Inventory';
  const strayScans = useStrayScanGuard({ submitsOnEnter: true });
  const isValid = typeof units === 'number' && units >= 1 && units <= Quantity;
  return (
    <Confirm
      title={`What becomes of ${ItemNo}?`}
      action="Decide"
      isLarge
      strayScans={strayScans}
      isDisabled={!isValid}
      onConfirm={async () => {
        if (!isValid) return;
        onDecide({
          kind: 'dispose',
          line: Line,
          finding: Finding,
          disposition,
          ...(units < Quantity && { quantity: units }),
          ...(isStock && status !== InventoryStatus && { status: status as NonNullable<Decision['status']> }),
        });
      }}
      onClose={onClose}
    >
      <CountField
        label="How many"
        description={`${formatCount(Quantity)} found as ${InventoryStatus}. You decide about the others next.`}
        value={units}
        onChange={setUnits}
        error={Number(units) > Quantity && `Only ${formatCount(Quantity)} were found.`}
        data-autofocus
      />
      <NativeSelect
        label="They go"
        data={[...dispositions]}
        value={disposition}
        onChange={({ currentTarget }) => setDisposition(currentTarget.value as Disposition)}
      />
      {isStock && (
        <NativeSelect
          label="As"
          data={[...statuses]}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value)}
        />
      )}
    </Confirm>
  );
}
