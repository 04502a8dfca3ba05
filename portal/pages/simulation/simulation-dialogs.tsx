/** Opens the dialogs of the simulation. Each says what will happen first. */
import { AdjustStockDialog } from './adjust-stock-dialog.tsx';
import { AdvanceClockDialog, type ClockTarget } from './advance-clock-dialog.tsx';
import { CloseCountDialog, OpenCycleCountDialog, RecordCountDialog } from './count-dialogs.tsx';
import type { CycleCount } from './counts-panel.tsx';
import { ReportDeliveryExceptionDialog } from './delivery-problem-dialog.tsx';
import type { AnnouncedReceipt } from './receipts-panel.tsx';
import { ReceiveGoodsDialog } from './receive-goods-dialog.tsx';
import { DisposeReturnDialog, ReturnOrderDialog } from './return-dialogs.tsx';
import { ScanJitLabelDialog } from './scan-jit-label-dialog.tsx';

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
      return <AdvanceClockDialog {...common} target={dialog.target} words={dialog.words} />;
    case 'receive':
      return <ReceiveGoodsDialog {...common} receipt={dialog.receipt} />;
    case 'adjust':
      return <AdjustStockDialog {...common} />;
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
