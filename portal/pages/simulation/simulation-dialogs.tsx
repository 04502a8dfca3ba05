/** The dialogs of the simulation. Each says what will happen first. */
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { countOf, formatTimestamp } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import { CloseCountDialog, OpenCycleCountDialog, RecordCountDialog } from './count-dialogs.tsx';
import type { CycleCount } from './counts-panel.tsx';
import { AdjustDialog, ScanJitLabelDialog } from './floor-dialogs.tsx';
import { DisposeReturnDialog, ReportDeliveryExceptionDialog, ReturnOrderDialog } from './package-dialogs.tsx';
import type { AnnouncedReceipt } from './receipts-panel.tsx';

type ClockTarget = Omit<RequestOf<'/api/Simulation/AdvanceClock'>, 'CustomerNo'>;

export type SimulationDialogState =
  | { readonly kind: 'advance'; readonly target: ClockTarget; readonly words: string }
  | { readonly kind: 'receive'; readonly receipt: AnnouncedReceipt }
  | { readonly kind: 'record-count' | 'close-count'; readonly count: CycleCount }
  | { readonly kind: 'adjust' | 'open-count' | 'scan' | 'mishap' | 'return' | 'dispose' };

export type SimulationDialogOpener = (dialog: SimulationDialogState) => void;

export interface SimulationDialogProps {
  readonly customerNo: string;
  readonly onClose: () => void;
}

export function SimulationDialogs({
  dialog,
  ...common
}: SimulationDialogProps & { readonly dialog: SimulationDialogState }) {
  switch (dialog.kind) {
    case 'advance':
      return <AdvanceDialog {...common} target={dialog.target} words={dialog.words} />;
    case 'receive':
      return <ReceiveDialog {...common} receipt={dialog.receipt} />;
    case 'adjust':
      return <AdjustDialog {...common} />;
    case 'open-count':
      return <OpenCycleCountDialog {...common} />;
    case 'record-count':
      return <RecordCountDialog {...common} count={dialog.count} />;
    case 'close-count':
      return <CloseCountDialog {...common} count={dialog.count} />;
    case 'scan':
      return <ScanJitLabelDialog {...common} />;
    case 'mishap':
      return <ReportDeliveryExceptionDialog {...common} />;
    case 'return':
      return <ReturnOrderDialog {...common} />;
    case 'dispose':
      return <DisposeReturnDialog {...common} />;
  }
}

interface AdvanceProps extends SimulationDialogProps {
  readonly target: ClockTarget;
  /** `by 1 day` */
  readonly words: string;
}

function AdvanceDialog({ customerNo, target, words, onClose }: AdvanceProps) {
  const run = async (): Promise<void> => {
    const { Now, Events } = await call('/api/Simulation/AdvanceClock', { CustomerNo: customerNo, ...target });
    notify(
      `${Events === 0 ? 'No step was due.' : `${countOf(Events, 'step')} ran.`} The clock shows ${formatTimestamp(Now)}.`,
    );
    onClose();
  };
  return (
    <Confirm title={`Advance the clock ${words}`} action="Advance clock" onConfirm={run} onClose={onClose}>
      <p>
        Everything of {customerNo} that is due by then happens, in order: orders are processed, packed, shipped, scanned
        and delivered, returns arrive, holds end. The clock cannot go back. Other wineries keep their time.
      </p>
    </Confirm>
  );
}

function ReceiveDialog({
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
