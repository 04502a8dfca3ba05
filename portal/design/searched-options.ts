/** The options of a field whose list the server searches. */
import type { OptionsFilter } from '@mantine/core';
import { useRef } from 'react';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SearchedList {
  readonly error: Error | null;
  readonly isPending: boolean;
  /** The list is still that of the text before. */
  readonly isPlaceholderData: boolean;
}

interface SearchedOptions {
  /** What was found, and before it the chosen option if it was not. */
  readonly data: Option[];
  /** Of these, the options to choose from. */
  readonly filter: OptionsFilter;
}

/**
 * Returns the options of the field. The field needs the chosen one, which keeps its label: it replaces what a person is typing when
 * the label of the chosen option changes. It is not offered unless it was found: arrow and Enter would choose it again. Until the
 * list of the typed text is there, of the earlier one those are offered that have the text.
 * @param sought the text that the server searches for
 */
export function useSearchedOptions(
  value: string,
  found: readonly Option[],
  sought: string,
  { isPlaceholderData }: SearchedList,
): SearchedOptions {
  const known = useRef<Option>(undefined);
  const chosen = found.find((option) => option.value === value);
  if (chosen !== undefined) known.current = chosen;
  const text = sought.toLowerCase();
  const offered = found.filter(({ label }) => !isPlaceholderData || label.toLowerCase().includes(text));
  const values = new Set(offered.map((option) => option.value));
  const before = known.current?.value === value ? known.current : { value, label: value };
  return {
    data: value === '' || chosen !== undefined ? [...found] : [before, ...found],
    filter: ({ options }) => options.filter((option) => 'value' in option && values.has(option.value)),
  };
}

/** What a field says without options: that they are being read, why they cannot be read, or that none matches. */
export function withoutOptionsText({ error, isPending, isPlaceholderData }: SearchedList, noneText: string): string {
  if (error !== null) return error.message;
  return isPending || isPlaceholderData ? 'Searching…' : noneText;
}
