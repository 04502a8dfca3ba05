/** Advances the clock of a winery. */
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { countOf, formatTimestamp } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import type { SimulationDialogProps } from './simulation-dialogs.tsx';

export type ClockTarget = Omit<RequestOf<'/api/Simulation/AdvanceClock'>, 'CustomerNo'>;

interface AdvanceClockProps extends SimulationDialogProps {
  readonly target: ClockTarget;
  /** `by 1 day` */
  readonly words: string;
}

export function AdvanceClockDialog({ customerNo, target, words, onClose }: AdvanceClockProps) {
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
