/** Dialogs of cycle counts: open one, record its counts, post the differences, or cancel it. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FirstField, TextField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import type { CycleCount } from './counts-panel.tsx';
import type { SimulationDialogProps } from './simulation-dialogs.tsx';

export function OpenCycleCountDialog({ customerNo, onClose }: SimulationDialogProps) {
  const [items, setItems] = useState('');
  const [warehouse, setWarehouse] = useState('');
  const warehouses = useOperation('/api/Warehouses/List', {});
  const itemNos = items.split(/[\s,;]+/).filter((itemNo) => itemNo !== '');
  const run = async (): Promise<void> => {
    const { Lines } = await call('/api/Simulation/OpenCount', {
      CustomerNo: customerNo,
      Warehouse: warehouse,
      ...(itemNos.length > 0 && { Items: itemNos }),
    } as RequestOf<'/api/Simulation/OpenCount'>);
    notify(`A count of ${countOf(Lines.length, 'line')} at ${warehouse} is open.`);
    onClose();
  };
  return (
    <Confirm
      title="Open a cycle count"
      action="Open count"
      isDisabled={warehouse === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        The staff count what lies at a warehouse, without seeing what the ledger has. Nothing is posted before the end.
      </p>
      <FirstField
        label="Items"
        description="Item numbers; none: everything on hand."
        placeholder="23PIN-01, 24ROSE"
        value={items}
        onChange={setItems}
      />
      <Select
        label="Warehouse"
        data={warehouses.data?.Records.map(({ Warehouse }) => Warehouse) ?? []}
        value={warehouse === '' ? null : warehouse}
        onChange={(code) => setWarehouse(code ?? '')}
      />
    </Confirm>
  );
}

interface CountDialogProps extends SimulationDialogProps {
  readonly count: CycleCount;
}

const isUnits = (text: string): boolean => /^\d{1,9}$/.test(text);

export function RecordCountDialog({ customerNo, count, onClose }: CountDialogProps) {
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({});
  const open = count.Lines.filter(({ State }) => State !== 'counted');
  const keyOf = ({ ItemNo, InventoryStatus }: CycleCount['Lines'][number]) => `${ItemNo} ${InventoryStatus}`;
  const counted = open.filter((line) => (units[keyOf(line)] ?? '') !== '');
  const run = async (): Promise<void> => {
    const { Lines } = await call('/api/Simulation/RecordCount', {
      CustomerNo: customerNo,
      CountReference: count.CountReference,
      Lines: counted.map((line) => ({
        ItemNo: line.ItemNo,
        InventoryStatus: line.InventoryStatus,
        Quantity: Number(units[keyOf(line)]),
      })),
    } as RequestOf<'/api/Simulation/RecordCount'>);
    const again = Lines.filter(({ Recount }) => Recount).length;
    notify(again === 0 ? 'The count is recorded.' : `${countOf(again, 'line')} must be counted again.`);
    onClose();
  };
  return (
    <Confirm
      title={`Record a count at ${count.Warehouse}`}
      action="Record count"
      isDisabled={counted.length === 0 || counted.some((line) => !isUnits(units[keyOf(line)] ?? ''))}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {open.length === 0
          ? 'Every line is counted. Close the count.'
          : 'A line that differs from the ledger is counted again, until it agrees or shows the same difference twice.'}
      </p>
      {open.map((line) => (
        <TextField
          key={keyOf(line)}
          type="number"
          min={0}
          label={`Bottles of ${line.ItemNo} in ${line.InventoryStatus}`}
          description={line.State === 'to recount' ? 'To be counted again.' : undefined}
          value={units[keyOf(line)] ?? ''}
          onChange={(text) => setUnits({ ...units, [keyOf(line)]: text })}
        />
      ))}
    </Confirm>
  );
}

const endings = [
  { value: 'approve', label: 'Post the differences' },
  { value: 'cancel', label: 'Cancel it, post nothing' },
] as const;

export function CloseCountDialog({ customerNo, count, onClose }: CountDialogProps) {
  const [ending, setEnding] = useState<(typeof endings)[number]['value']>('approve');
  const run = async (): Promise<void> => {
    const request = { CustomerNo: customerNo, CountReference: count.CountReference };
    if (ending === 'cancel') {
      await call('/api/Simulation/CancelCount', request);
      notify(`The count at ${count.Warehouse} is canceled.`);
    } else {
      const { Lines } = await call('/api/Simulation/ApproveCount', request);
      notify(
        Lines.length === 0 ? 'The ledger agreed: nothing is posted.' : `${countOf(Lines.length, 'difference')} posted.`,
      );
    }
    onClose();
  };
  return (
    <Confirm title={`Close the count at ${count.Warehouse}`} action="Close count" onConfirm={run} onClose={onClose}>
      <p>
        Differences are posted with the reason COUNT. Added bottles go to waiting orders first; when too few are left,
        the newest reservations are released.
      </p>
      <ChoiceField label="How it ends" options={endings} value={ending} onChange={setEnding} />
    </Confirm>
  );
}
