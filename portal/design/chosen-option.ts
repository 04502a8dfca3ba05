/** The options of a field whose list the server searches. */
import { useRef } from 'react';

interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * Returns the options that were found, and before them the chosen one if they do not have it. It keeps its label: the field
 * replaces what a person is typing when the label of the chosen option changes.
 */
export function useOptionsWithChosen(value: string, found: readonly Option[]): Option[] {
  const known = useRef<Option>(undefined);
  const chosen = found.find((option) => option.value === value);
  if (chosen !== undefined) known.current = chosen;
  if (value === '' || chosen !== undefined) return [...found];
  return [known.current?.value === value ? known.current : { value, label: value }, ...found];
}

interface SearchedList {
  readonly error: Error | null;
  readonly isPending: boolean;
}

/** What a field says without options: that they are being read, why they cannot be read, or that none matches. */
export function withoutOptionsText({ error, isPending }: SearchedList, noneText: string): string {
  if (error !== null) return error.message;
  return isPending ? 'Searching…' : noneText;
}
