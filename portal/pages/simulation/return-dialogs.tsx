/** Returns an order, and decides about a return. */
import { useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FirstField, TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import type { SimulationDialogProps } from './simulation-dialogs.tsx';

type Disposition = RequestOf<'/api/Simulation/DisposeReturn'>['DispositionCode'];

const dispositions: readonly { readonly value: Disposition; readonly label: string; readonly effect: string }[] = [
  {
    value: 'Return to Inventory',
    label: 'Return to inventory',
    effect: 'The units that the inspection found are posted to stock.',
  },
  {
    value: 'Return to Winery',
    label: 'Return to winery',
    effect: 'The units are posted in and out again: they leave to the winery.',
  },
  { value: 'Reship', label: 'Reship', effect: 'A new order with the same lines goes to the same recipient.' },
];

export function ReturnOrderDialog({ customerNo, onClose }: SimulationDialogProps) {
  const [orderNo, setOrderNo] = useState('');
  const [reason, setReason] = useState('');
  const run = async (): Promise<void> => {
    const { RMANumber } = await call('/api/Simulation/ReturnSalesOrder', {
      CustomerNo: customerNo,
      OrderNo: orderNo.trim(),
      ...(reason.trim() !== '' && { ReturnReason: reason.trim() }),
    });
    notify(`The return ${RMANumber} is on its way.`);
    onClose();
  };
  return (
    <Confirm
      title="Return an order"
      action="Return order"
      isDisabled={orderNo.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Everything of the order that has shipped and did not come back yet turns around. It arrives some working days
        later, is inspected on the next working morning, and then waits for a disposition.
      </p>
      <FirstField label="Order number" value={orderNo} onChange={setOrderNo} />
      <TextField label="Reason" placeholder="Arrived damaged" maxLength={500} value={reason} onChange={setReason} />
    </Confirm>
  );
}

export function DisposeReturnDialog({ customerNo, onClose }: SimulationDialogProps) {
  const [rma, setRma] = useState('');
  const [disposition, setDisposition] = useState<Disposition>('Return to Inventory');
  const run = async (): Promise<void> => {
    await call('/api/Simulation/DisposeReturn', {
      CustomerNo: customerNo,
      RMANumber: rma.trim(),
      DispositionCode: disposition,
    });
    notify(`The return ${rma.trim()} has its disposition.`);
    onClose();
  };
  return (
    <Confirm
      title="Decide about a return"
      action="Set disposition"
      isDisabled={rma.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {dispositions.find(({ value }) => value === disposition)?.effect} It applies to all units without a disposition.
      </p>
      <FirstField label="RMA number" value={rma} onChange={setRma} />
      <ChoiceField
        label="Disposition"
        options={dispositions.map(({ value, label }) => ({ value, label }))}
        value={disposition}
        onChange={setDisposition}
      />
    </Confirm>
  );
}
