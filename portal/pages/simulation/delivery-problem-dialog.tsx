/** Reports a problem of the carrier with an order that has shipped. */
import { useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FirstField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import type { SimulationDialogProps } from './simulation-dialogs.tsx';

type Mishap = RequestOf<'/api/Simulation/ReportMishap'>['Mishap'];

const mishaps: readonly { readonly value: Mishap; readonly label: string; readonly effect: string }[] = [
  {
    value: 'ATTEMPT FAILED',
    label: 'Delivery attempt failed',
    effect: "Delivery is attempted again on the carrier's next working day.",
  },
  { value: 'DELAYED', label: 'Delayed', effect: 'The package arrives one working day later.' },
  { value: 'EXCEPTION', label: 'Exception', effect: 'The package arrives one working day later.' },
  { value: 'DAMAGED', label: 'Damaged', effect: 'The package is not delivered. Return the order to get it back.' },
];

export function ReportDeliveryExceptionDialog({ customerNo, onClose }: SimulationDialogProps) {
  const [orderNo, setOrderNo] = useState('');
  const [mishap, setMishap] = useState<Mishap>('ATTEMPT FAILED');
  const run = async (): Promise<void> => {
    const { Packages } = await call('/api/Simulation/ReportMishap', {
      CustomerNo: customerNo,
      OrderNo: orderNo.trim(),
      Mishap: mishap,
    });
    notify(`Reported for ${countOf(Packages.length, 'package')} of ${orderNo.trim()}.`);
    onClose();
  };
  return (
    <Confirm
      title="Report a delivery problem"
      action="Report problem"
      isDisabled={orderNo.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        The carrier reports it now for all packages of the order that are on their way.{' '}
        {mishaps.find(({ value }) => value === mishap)?.effect}
      </p>
      <FirstField label="Order number" value={orderNo} onChange={setOrderNo} />
      <ChoiceField
        label="Problem"
        options={mishaps.map(({ value, label }) => ({ value, label }))}
        value={mishap}
        onChange={setMishap}
      />
    </Confirm>
  );
}
