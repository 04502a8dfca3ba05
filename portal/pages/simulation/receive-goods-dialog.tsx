/** Receives all that is open of a purchase order or of a transfer on its way. */
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { notify } from '../../design/toasts.tsx';
import type { AnnouncedReceipt } from './receipts-panel.tsx';
import type { SimulationDialogProps } from './simulation-dialogs.tsx';

export function ReceiveGoodsDialog({
  customerNo,
  receipt,
  onClose,
}: SimulationDialogProps & { readonly receipt: AnnouncedReceipt }) {
  const { kind, reference, number, where } = receipt;
  const run = async (): Promise<void> => {
    const path = kind === 'purchase' ? '/api/Simulation/ReceivePurchaseOrder' : '/api/Simulation/ReceiveTransferOrder';
    await call(path, { CustomerNo: customerNo, CustomerReferenceNo: reference });
    notify(`The goods of ${number} have arrived.`);
    onClose();
  };
  return (
    <Confirm title={`Receive ${number}`} action="Receive all" onConfirm={run} onClose={onClose}>
      <p>
        All open quantities arrive at {where.split(' to ').at(-1)}, undamaged. Orders that wait for this stock get it
        first, the oldest before the others.
      </p>
    </Confirm>
  );
}
