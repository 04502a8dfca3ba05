/** The field of a dialog that chooses a reason of missing stock. */
import { NativeSelect } from '@mantine/core';
import type { useMissingReason } from './missing-reason.ts';
import { QueryState } from './states.tsx';

export function MissingReasonField({ query, reasons, reason, choose }: ReturnType<typeof useMissingReason>) {
  return (
    <QueryState query={query}>
      <NativeSelect
        label="Reason"
        data={reasons.map(({ ReasonCode, Description }) => ({ value: ReasonCode, label: Description }))}
        value={reason ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </QueryState>
  );
}
