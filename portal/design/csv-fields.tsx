/** The lines of a CSV file, chosen as a file or pasted. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { maxCsvLength } from '../../src/contract/entry-limits.ts';
import styles from './fields.module.css';
import { formatCount } from './format.ts';
import { readTextFile } from './read-text-file.ts';

/** Whether the lines can be sent. */
export const isUsableCsv = (csv: string): boolean => csv.trim() !== '' && csv.length <= maxCsvLength;

interface CsvFieldsProps {
  readonly value: string;
  readonly onChange: (csv: string) => void;
  /** What to do with a file that is too large. */
  readonly whenTooLarge?: string;
}

export function CsvFields({ value, onChange, whenTooLarge = 'Split it into several files.' }: CsvFieldsProps) {
  /** Why the chosen file is not in the field. */
  const [fault, setFault] = useState('');
  const tooLarge = (characters: number): string =>
    `It has ${formatCount(characters)} characters, and at most ${formatCount(maxCsvLength)} are imported here. ${whenTooLarge}`;
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const { text = '', fault: unreadable } = await readTextFile(file);
    // A field with megabytes of text would stop the page for seconds.
    const isTooLarge = text.length > maxCsvLength;
    setFault(unreadable ?? (isTooLarge ? tooLarge(text.length) : ''));
    onChange(isTooLarge ? '' : text);
  };
  return (
    <>
      <div>
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          // The same file, after it was corrected, can be chosen again.
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
        {fault !== '' && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
      <Textarea
        label="Lines"
        description="Choose a file, or paste its lines."
        rows={8}
        value={value}
        // Pasted lines are not cut at the limit: a part of a file must not be imported as the whole.
        error={value.length > maxCsvLength && tooLarge(value.length)}
        onChange={(event) => {
          setFault('');
          onChange(event.currentTarget.value);
        }}
      />
    </>
  );
}
