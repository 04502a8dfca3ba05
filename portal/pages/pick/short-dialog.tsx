/** Reports missing bottles, with the reason. */

import { Radio } from '@mantine/core';
import { Confirm } from '../../design/confirm.tsx';
import { formatCount } from '../../design/format.ts';
import { useMissingReason, useReasonCodes } from '../../design/missing-reason.ts';
import { QueryState } from '../../design/states.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import stationStyles from '../../station/station.module.css';
import type { PickingTask } from './picking-station.ts';

/** Returns the description of a reason code; the code itself until descriptions are loaded. */
export function useReasonNames(): (code: string) => string {
  const { data } = useReasonCodes();
  return (code) => data?.Records.find(({ ReasonCode }) => ReasonCode === code)?.Description ?? code;
}

interface ShortDialogProps {
  readonly stop: NonNullable<PickingTask['Current']>;
  readonly onReport: (reason: string) => void;
  readonly onClose: () => void;
}

export function ShortDialog({ stop, onReport, onClose }: ShortDialogProps) {
  const { query, reasons, reason, choose } = useMissingReason('LOST');
  const { Location, Units, Description, ItemNo } = stop;
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title={`${formatCount(Units)} × ${Description === '' ? ItemNo : Description} not ${Location === '' ? 'found' : `in ${Location}`}`}
      action="Report"
      isDangerous
      isLarge
      strayScans={strayScans}
      isDisabled={reason === undefined}
      onConfirm={async () => {
        if (reason !== undefined) onReport(reason);
      }}
      onClose={onClose}
    >
      <p>
        Scan what is there first. Another bin is offered next, then what stands in no bin. What is in neither leaves the
        stock.
      </p>
      <QueryState query={query}>
        <Radio.Group label="Reason" value={reason ?? ''} onChange={choose}>
          <div className={stationStyles.choices}>
            {reasons.map(({ ReasonCode, Description: text }) => (
              <Radio
                key={ReasonCode}
                className={stationStyles.choice ?? ''}
                size="md"
                value={ReasonCode}
                label={text}
              />
            ))}
          </div>
        </Radio.Group>
      </QueryState>
    </Confirm>
  );
}
