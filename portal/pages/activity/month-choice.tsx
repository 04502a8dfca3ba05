/** The month whose activity is shown. */
import { Select } from '@mantine/core';
import { monthInWords, recentMonths } from './months.ts';

interface MonthChoiceProps {
  readonly value: string;
  readonly onChange: (month: string) => void;
}

export function MonthChoice({ value, onChange }: MonthChoiceProps) {
  const months = new Set([value, ...recentMonths()]);
  return (
    <Select
      label="Month"
      data={[...months]
        .sort()
        .toReversed()
        .map((month) => ({ value: month, label: monthInWords(month) }))}
      value={value}
      onChange={(month) => month && onChange(month)}
      allowDeselect={false}
    />
  );
}
