/** Prints the label of one box of an order again, as the packing station of this computer prints labels. */
import { RowActionButton } from '../../design/row-action.tsx';
import { useAction } from '../../design/submission.ts';
import { notifyError } from '../../design/toasts.tsx';
import { printPackageLabel } from '../pack/print-labels.ts';
import type { OrderReply } from './order-reply.ts';

interface PrintLabelProps {
  readonly order: OrderReply;
  readonly packageNo: number;
}

export function PrintLabel({ order, packageNo }: PrintLabelProps) {
  const { isRunning, run } = useAction();
  const print = () => run(() => printPackageLabel(order, packageNo).catch(notifyError));
  return (
    <RowActionButton
      action="Print label"
      label={`Print label of box ${packageNo}`}
      isRunning={isRunning}
      onClick={() => void print()}
    />
  );
}
