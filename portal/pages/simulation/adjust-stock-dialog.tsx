/** Corrects the stock of an item in the simulated warehouse. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useStatuses } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FieldRow, FirstField, TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import type { SimulationDialogProps } from './simulation-dialogs.tsx';

type Adjustment = RequestOf<'/api/Simulation/AdjustInventory'>;

const reasons = [
  { value: 'COUNT', label: 'Counted' },
  { value: 'FOUND', label: 'Found' },
  { value: 'LOST', label: 'Lost' },
  { value: 'BROKEN', label: 'Broken' },
  { value: 'DESTROYED', label: 'Destroyed' },
  { value: 'SAMPLE', label: 'Sample' },
  { value: 'CORRECTION', label: 'Correction' },
];

export function AdjustStockDialog({ customerNo, onClose }: SimulationDialogProps) {
  const [itemNo, setItemNo] = useState('');
  const [warehouse, setWarehouse] = useState('');
  const [status, setStatus] = useState('GOOD-NO-TX');
  const [reason, setReason] = useState('COUNT');
  const [quantity, setQuantity] = useState('');
  const warehouses = useOperation('/api/Warehouses/List', {});
  const { statuses } = useStatuses(customerNo);
  const codes = warehouses.data?.Records.map(({ Warehouse }) => Warehouse) ?? [];
  const units = Number(quantity);
  const run = async (): Promise<void> => {
    await call('/api/Simulation/AdjustInventory', {
      CustomerNo: customerNo,
      Warehouse: warehouse,
      InventoryStatus: status,
      ReasonCode: reason,
      Items: [{ ItemNo: itemNo.trim(), Quantity: units }],
    } as Adjustment);
    notify(`${itemNo.trim()} at ${warehouse}: ${units > 0 ? '+' : '−'}${Math.abs(units)}.`);
    onClose();
  };
  return (
    <Confirm
      title="Adjust stock"
      action="Adjust stock"
      isDisabled={itemNo.trim() === '' || warehouse === '' || !Number.isInteger(units) || units === 0}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Posts the difference between what was counted and what the ledger has. Added bottles go to waiting orders first;
        when too few are left, the newest reservations are released.
      </p>
      <FirstField label="Item" placeholder="23PIN-01" value={itemNo} onChange={setItemNo} />
      <FieldRow>
        <Select
          label="Warehouse"
          data={codes}
          value={warehouse === '' ? null : warehouse}
          onChange={(code) => setWarehouse(code ?? '')}
        />
        <ChoiceField
          label="Status"
          options={statuses.map(({ InventoryStatus }) => InventoryStatus)}
          value={status}
          onChange={setStatus}
          maxDropdownHeight={220}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          type="number"
          label="Difference in bottles"
          placeholder="12, or -12"
          value={quantity}
          onChange={setQuantity}
        />
        <ChoiceField label="Reason" options={reasons} value={reason} onChange={setReason} />
      </FieldRow>
    </Confirm>
  );
}
