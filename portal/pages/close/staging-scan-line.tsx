/** The scanner's line of the close of day: each scan of a label stages its box. */
import { call } from '../../api/client.ts';
import { ScanLine, type ScanResult } from '../../station/scan-line.tsx';
import { stationCallTimeoutMs } from '../../station/step-queue.ts';

/** Stages the box of a label. Staging a box twice changes nothing, so a scan can be repeated. */
const stage = async (TrackingNumber: string): Promise<ScanResult> => {
  const { Verdict, Message } = await call(
    '/api/Floor/Stage',
    { TrackingNumber },
    AbortSignal.timeout(stationCallTimeoutMs),
  );
  return { verdict: Verdict ?? 'right', message: Message };
};

export function StagingScanLine() {
  return (
    <ScanLine
      station="staging"
      scan={stage}
      doneWord="Staged"
      firstStep="Each scan of a label stages its box for the truck."
      hint="Scan the label of a box to stage it"
    />
  );
}
