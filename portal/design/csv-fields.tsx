/** The lines of a CSV file, chosen as a file or pasted. */
import { Textarea } from '@mantine/core';

interface CsvFieldsProps {
  readonly value: string;
  readonly onChange: (csv: string) => void;
}

export function CsvFields({ value, onChange }: CsvFieldsProps) {
  const read = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) onChange(await file.text());
  };
  return (
    <>
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
      <Textarea
        label="Lines"
        description="Choose a file, or paste its lines."
        rows={8}
        maxLength={900_000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
