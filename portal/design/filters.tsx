/** Filters above a list, each stored in the address. Text fields take effect when they are left or Enter is pressed, not for each letter. */
import { Button, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useOperation } from '../api/queries.ts';
import { listOf, type SearchParams } from '../search-params.ts';
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

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

interface CodeFilterProps extends FilterProps {
  readonly placeholder: string;
  readonly isInCapitals?: true;
}

/** One code, or several with spaces or commas between them. */
function CodeFilter({ label, value, onChange, placeholder, isInCapitals }: CodeFilterProps) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const take = (): void => {
    const written = isInCapitals ? text.toUpperCase() : text;
    const codes = listOf(written.replaceAll(/\s+/g, ',')).join(',');
    setText(codes);
    if (codes !== (value ?? '')) onChange(codes || undefined);
  };
  return (
    <TextInput
      className={styles.code ?? ''}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

interface ChoiceProps extends FilterProps {
  readonly options: readonly (string | { readonly value: string; readonly label: string })[] | undefined;
}

/** One of a few values, or any. */
export function ChoiceFilter({ label, options, value, onChange }: ChoiceProps) {
  return (
    <Select
      className={styles.choice ?? ''}
      label={label}
      placeholder="Any"
      data={[...(options ?? [])]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}` }}
      nothingFoundMessage="No such code"
    />
  );
}

/** Customer numbers, in any letter case. */
export function WineryFilter(props: Pick<FilterProps, 'value' | 'onChange'>) {
  return <CodeFilter label="Winery" placeholder="W1001" {...props} />;
}

/** Codes of warehouses, which are in capitals. */
export function WarehousesFilter(props: Pick<FilterProps, 'value' | 'onChange'>) {
  return <CodeFilter label="Warehouse" placeholder="WOX01" isInCapitals {...props} />;
}

export function WarehouseFilter(props: Pick<FilterProps, 'value' | 'onChange'>) {
  const { data } = useOperation('/api/Warehouses/List', {});
  return <ChoiceFilter label="Warehouse" options={data?.Records.map(({ Warehouse }) => Warehouse)} {...props} />;
}

/** A day, which takes effect when it is complete: a year that is being typed is the year 2, then 20, then 202. */
export function DayFilter({ label, value = '', onChange }: FilterProps) {
  const [day, setDay] = useState(value);
  useEffect(() => setDay(value), [value]);
  const change = (changed: string): void => {
    setDay(changed);
    if (changed === '' || changed >= '1000') onChange(changed || undefined);
  };
  return (
    <TextInput
      type="date"
      className={styles.day ?? ''}
      label={label}
      value={day}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

interface FilterBarProps {
  /** The names of the filters in the address. */
  readonly names: readonly string[];
  readonly search: SearchParams;
  readonly children: ReactNode;
}

/** The filters of a list, and a button that removes them when there are any. */
export function FilterBar({ names, search, children }: FilterBarProps) {
  const change = useSetFilters();
  return (
    <search className={styles.bar}>
      {children}
      {isFiltered(names, search) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </search>
  );
}

/** Whether any of these filters is in the address. */
export const isFiltered = (names: readonly string[], search: SearchParams): boolean =>
  names.some((name) => search[name] !== undefined);
