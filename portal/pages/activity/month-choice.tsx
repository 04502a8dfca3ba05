/** The month whose activity is shown. */
import { Select } from '@mantine/core';
import { monthInWords, monthsUpTo } from './months.ts';

interface MonthChoiceProps {
  /** The chosen month; undefined for the current one. */
  readonly value: string | undefined;
  /** The server's current month; undefined while it is loading. */
  readonly current: string | undefined;
  readonly onChange: (month: string) => void;
}

export function MonthChoice({ value, current, onChange }: MonthChoiceProps) {
  const shown = value ?? current;
  const months = new Set([...(shown ? [shown] : []), ...(current ? monthsUpTo(current) : [])]);
  return (
    <Select
      label="Month"
      data={[...months]
        .sort()
        .toReversed()
        .map((month) => ({ value: month, label: monthInWords(month) }))}
      value={shown ?? null}
      onChange={(month) => month && onChange(month)}
      allowDeselect={false}
    />
  );
}
