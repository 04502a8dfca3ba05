/** Shows the differences between a count and the expected units before it is posted. */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { formatCount } from '../../design/format.ts';
import { QueryState } from '../../design/states.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import type { DifferenceReason, Receipt } from './receiving-station.ts';

interface DifferencesDialogProps {
  readonly receipt: Receipt;
  readonly onConfirm: (reasons: readonly DifferenceReason[]) => void;
  /** Closes the dialog to count again. */
  readonly onClose: () => void;
}

export function DifferencesDialog({ receipt, onConfirm, onClose }: DifferencesDialogProps) {
  const { Differences, Kind, Lines } = receipt;
  const isDeparture = Kind === 'transfer out';
  const nameOf = (itemNo: string): string => {
    const description = Lines.find(({ ItemNo }) => ItemNo === itemNo)?.Description ?? '';
    return description === '' ? itemNo : `${description} (${itemNo})`;
  };
  const reasons = useOperation('/api/ReasonCodes/List', {}, { isConstant: true });
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const fitting = (isOver: boolean) =>
    (reasons.data?.Records ?? []).filter(
      ({ UsedFor, Direction }) =>
        UsedFor === 'adjustment' && (Direction === 'both' || Direction === (isOver ? 'in' : 'out')),
    );
  const reasonOf = (itemNo: string, isOver: boolean): string =>
    chosen[itemNo] ??
    (isOver && !isDeparture
      ? ((fitting(true).find(({ ReasonCode }) => ReasonCode === 'FOUND') ?? fitting(true)[0])?.ReasonCode ?? '')
      : '');
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title="The count differs"
      action={isDeparture ? 'Ship what is there' : 'Post what is counted'}
      otherwise="Count again"
      isDangerous
      strayScans={strayScans}
      isLarge
      onConfirm={async () =>
        onConfirm(
          Differences.map(({ ItemNo, Difference }) => ({
            ItemNo,
            ReasonCode: reasonOf(ItemNo, Difference > 0),
          })).filter(({ ReasonCode }) => ReasonCode !== ''),
        )
      }
      onClose={onClose}
    >
      <p>
        {isDeparture
          ? 'What was not picked stays here.'
          : 'What is missing stays expected until a lead closes the order.'}
      </p>
      {isDeparture && Differences.some(({ Difference }) => Difference > 0) && (
        <p>Put the surplus bottles back. They are no longer in stock and do not ship.</p>
      )}
      <QueryState query={reasons}>
        {Differences.map(({ ItemNo, Expected, Counted, Difference }) => {
          const label = `${formatCount(Math.abs(Difference))} ${Difference > 0 ? 'too many' : 'missing'}: ${nameOf(ItemNo)}`;
          const description = `${formatCount(Counted)} counted, ${formatCount(Expected)} ${isDeparture ? 'wanted' : 'expected'}`;
          // Nothing is posted for the surplus of a departure, so it has no reason.
          if (isDeparture && Difference > 0) {
            return (
              <p key={ItemNo}>
                {label}. {description}.
              </p>
            );
          }
          const withoutReason = { value: '', label: isDeparture ? 'No reason' : 'It may still come' };
          return (
            <NativeSelect
              key={ItemNo}
              label={label}
              description={description}
              data={[
                ...(Difference > 0 ? [] : [withoutReason]),
                ...fitting(Difference > 0).map((each) => ({ value: each.ReasonCode, label: each.Description })),
              ]}
              value={reasonOf(ItemNo, Difference > 0)}
              onChange={({ currentTarget }) => setChosen({ ...chosen, [ItemNo]: currentTarget.value })}
            />
          );
        })}
      </QueryState>
    </Confirm>
  );
}
