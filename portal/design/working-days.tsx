/** Days of the week: chosen by boxes, or in words. `1` is Monday. */
import { Checkbox } from '@mantine/core';
import styles from './working-days.module.css';

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** `Mon to Fri`, `Mon, Wed`, `Every day`. */
export function weekdaysInWords(days: readonly number[]): string {
  const sorted = days.toSorted();
  const [first = 1] = sorted;
  if (sorted.length === 7) return 'Every day';
  const last = sorted.at(-1) ?? first;
  const isRun = last - first === sorted.length - 1;
  if (isRun && sorted.length > 2) return `${dayNames[first - 1]} to ${dayNames[last - 1]}`;
  return sorted.map((day) => dayNames[day - 1]).join(', ');
}

interface WorkingDaysProps {
  readonly legend: string;
  readonly value: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

export function WorkingDays({ legend, value, onChange }: WorkingDaysProps) {
  return (
    <fieldset className={styles.days}>
      <legend>{legend}</legend>
      <div>
        {dayNames.map((label, at) => (
          <Checkbox
            key={label}
            label={label}
            checked={value.includes(at + 1)}
            onChange={(event) => {
              const others = value.filter((day) => day !== at + 1);
              onChange(event.currentTarget.checked ? [...others, at + 1].sort() : others);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
