/** Filters a list by wineries, which are found by a part of their name or number. Roles that may not list wineries write the numbers. */
import { MultiSelect, Pill } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useOperation } from '../api/queries.ts';
import { useOperator } from '../api/session.ts';
import { splitCommaSeparated } from '../search-params.ts';
import styles from './filters.module.css';
import { codesIn, SubmittedTextFilter, useFilter } from './filters.tsx';
import { useSearchedOptions, withoutOptionsText } from './searched-options.ts';

const withoutCase = (customerNo: string): string => customerNo.toLowerCase();

/** Several wineries, whose numbers are in the address in any letter case. */
export const WineryFilter = () => <WineriesFilter name="customers" />;

/** One winery: another one replaces it. */
export const OneWineryFilter = () => <WineriesFilter name="customer" isSingle />;

interface WineriesFilterProps {
  /** The name in the address. */
  readonly name: string;
  readonly isSingle?: boolean;
}

function WineriesFilter({ name, isSingle = false }: WineriesFilterProps) {
  const { Role } = useOperator();
  if (Role !== 'floor') return <WineryPicker name={name} isSingle={isSingle} />;
  const normalize = (text: string): string =>
    codesIn(text)
      .slice(0, isSingle ? 1 : undefined)
      .join(',');
  return <SubmittedTextFilter name={name} label="Winery" placeholder="W1001" normalize={normalize} />;
}

function WineryPicker({ name, isSingle }: Required<WineriesFilterProps>) {
  const [filter, set] = useFilter(name);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** The text for which Enter was pressed: its winery is chosen when the list of this text is there. */
  const [entered, setEntered] = useState<string>();
  const values = splitCommaSeparated(filter);
  const sought = text.trim();
  const list = useOperation(
    '/api/Customers/List',
    { ...(sought !== '' && { Text: sought }), Top: 50 },
    { keepsPrevious: true },
  );
  const found = (list.data?.Records ?? []).map(({ CustomerNo, CustomerName }) => ({
    value: CustomerNo,
    label: `${CustomerNo} · ${CustomerName}`,
  }));
  const options = useSearchedOptions('', found, sought, list);
  const known = new Set(options.data.map(({ value }) => value));
  const choose = (chosen: readonly string[]): void => {
    const unique = new Map(chosen.map((customerNo) => [withoutCase(customerNo), customerNo]));
    set([...unique.values()].slice(isSingle ? -1 : 0).join(',') || undefined);
    // The list would cover the rows. It opens again when something is typed.
    setOpen(false);
  };
  const isRead = list.data !== undefined && !list.isPlaceholderData;
  useEffect(() => {
    if (entered === undefined || entered !== sought || !isRead) return;
    setEntered(undefined);
    const one =
      found.find(({ value }) => withoutCase(value) === withoutCase(sought)) ?? (found.length === 1 && found[0]);
    if (!one) return;
    setText('');
    choose([...values, one.value]);
  });
  return (
    <MultiSelect
      className={styles.winery ?? ''}
      classNames={{
        input: styles.wineryInput ?? '',
        pillsList: styles.pills ?? '',
        inputField: styles.pillsField ?? '',
      }}
      label="Winery"
      placeholder={values.length === 0 ? 'Name or number' : ''}
      {...options}
      // A chosen winery may be none of those that were found.
      data={[...values.filter((value) => !known.has(value)).map((value) => ({ value, label: value })), ...options.data]}
      value={values}
      onChange={choose}
      searchValue={text}
      onSearchChange={setText}
      onKeyDown={(event) => {
        const isHighlighted = event.currentTarget.hasAttribute('aria-activedescendant');
        if (event.key === 'Enter' && sought !== '' && !isHighlighted) setEntered(sought);
      }}
      onBlur={() => setEntered(undefined)}
      renderPill={({ value, onRemove }) => (
        <Pill withRemoveButton onRemove={() => onRemove?.()} className={styles.pill ?? ''}>
          <WineryText customerNo={value as string} />
        </Pill>
      )}
      nothingFoundMessage={withoutOptionsText(list, 'No winery matches')}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchable
      maxDropdownHeight={220}
    />
  );
}

/** The name of a winery, for roles that may list wineries, and its number: `Cedar Ridge Winery · W1001`. */
export function WineryText({ customerNo }: { readonly customerNo: string }) {
  const { Role } = useOperator();
  const { data } = useOperation(
    '/api/Customers/List',
    { Text: customerNo, Top: 50 },
    { isEnabled: Role !== 'floor', isConstant: true },
  );
  const winery = data?.Records.find(({ CustomerNo }) => withoutCase(CustomerNo) === withoutCase(customerNo));
  const text = winery === undefined ? customerNo : `${winery.CustomerName} · ${winery.CustomerNo}`;
  return <span title={text}>{text}</span>;
}
