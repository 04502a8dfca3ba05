/**
 * Filters above a list, each stored in the address. Text fields take effect when they are left or Enter is pressed, not for
 * each letter.
 */
import { Button, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useOperation } from '../api/queries.ts';
import { type SearchParams, splitCommaSeparated } from '../search-params.ts';
import { TextField } from './fields.tsx';
import styles from './filters.module.css';

/** Returns a function that changes filters in the address and returns to the first page of the list. */
export function useSetFilters(): (changes: SearchParams) => void {
  const navigate = useNavigate();
  return (changes) => {
    void navigate({
      to: '.',
      search: (before: SearchParams) => ({ ...before, ...changes, after: undefined }),
      replace: true,
    });
  };
}

/** A filter of the address: its value, and a function that sets it, or removes it with undefined. */
export function useFilter(name: string) {
  const search = useSearch({ from: '__root__' });
  const change = useSetFilters();
  return [search[name], (value: string | undefined): void => change({ [name]: value })] as const;
}

interface FilterProps {
  /** The name in the address. */
  readonly name: string;
  readonly label: string;
}

interface EnteredFilterProps extends FilterProps {
  readonly placeholder: string;
  /** The text as it is in the address. */
  readonly normalize?: (text: string) => string;
  readonly isWide?: boolean;
}

/** A text that takes effect when the field is left or Enter is pressed. */
export function SubmittedTextFilter({
  name,
  label,
  placeholder,
  normalize = trim,
  isWide = false,
}: EnteredFilterProps) {
  const [value = '', set] = useFilter(name);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const take = (): void => {
    const entered = normalize(text);
    setText(entered);
    if (entered !== value) set(entered || undefined);
  };
  return (
    <TextField
      className={(isWide ? styles.wide : styles.code) ?? ''}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={setText}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

const trim = (text: string): string => text.trim();

/** Codes that are separated by spaces or commas. */
export const codesIn = (text: string): string[] => splitCommaSeparated(text.replaceAll(/\s+/g, ','));

/** Codes of warehouses, which are in capitals. */
export const WarehousesFilter = () => (
  <SubmittedTextFilter
    name="warehouses"
    label="Warehouse"
    placeholder="WOX01"
    normalize={(text) => codesIn(text.toUpperCase()).join(',')}
  />
);

interface ChoiceFilterProps extends FilterProps {
  readonly options: readonly (string | { readonly value: string; readonly label: string })[] | undefined;
  /** The choice while the address has none. */
  readonly unset?: string | undefined;
}

/** One of a few values, or any. */
export function ChoiceFilter({ name, label, options, unset }: ChoiceFilterProps) {
  const [value = unset, set] = useFilter(name);
  return (
    <Select
      className={styles.choice ?? ''}
      label={label}
      placeholder="Any"
      data={[...(options ?? [])]}
      value={value ?? null}
      onChange={(chosen) => set(chosen ?? undefined)}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}` }}
      nothingFoundMessage="No such code"
    />
  );
}

export function WarehouseFilter() {
  const { data } = useOperation('/api/Warehouses/List', {});
  return <ChoiceFilter name="warehouse" label="Warehouse" options={data?.Records.map(({ Warehouse }) => Warehouse)} />;
}

/** A day, which takes effect when it is complete: a year that is being typed is the year 2, then 20, then 202. */
export function DayFilter({ name, label }: FilterProps) {
  const [value = '', set] = useFilter(name);
  const [day, setDay] = useState(value);
  useEffect(() => setDay(value), [value]);
  const change = (changed: string): void => {
    setDay(changed);
    if (changed === '' || changed >= '1000') set(changed || undefined);
  };
  return <TextField type="date" className={styles.day ?? ''} label={label} value={day} onChange={change} />;
}

interface FilterBarProps {
  /** The names of the filters in the address. */
  readonly names: readonly string[];
  readonly search: SearchParams;
  /** Narrower fields, where there are many. */
  readonly isDense?: boolean;
  readonly children: ReactNode;
}

/** The filters of a list, and a button that removes them when there are any. */
export function FilterBar({ names, search, isDense = false, children }: FilterBarProps) {
  const change = useSetFilters();
  return (
    <search className={`${styles.bar} ${isDense ? styles.dense : ''}`} aria-label="Filters" tabIndex={-1}>
      {children}
      {hasActiveFilter(names, search) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={({ currentTarget }) => {
            focusBar(currentTarget);
            change(Object.fromEntries(names.map((name) => [name, undefined])));
          }}
        >
          Clear
        </Button>
      )}
    </search>
  );
}

/** Moves the focus from a button that is about to go to the filters around it, from where the keyboard continues. */
export const focusBar = (button: HTMLElement): void => button.closest('search')?.focus();

/** Whether any of these filters is in the address. */
export const hasActiveFilter = (names: readonly string[], search: SearchParams): boolean =>
  names.some((name) => search[name] !== undefined);
