/** Chooses a customer by a part of its number or name. Roles that may not list customers write the number. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../api/queries.ts';
import { useOperator } from '../api/session.ts';
import { TextField } from './fields.tsx';
import { useSearchedOptions, withoutOptionsText } from './searched-options.ts';

interface CustomerFieldProps {
  readonly value: string;
  readonly onChange: (customerNo: string) => void;
  /** The label of an empty choice: `All wineries`. Without it a customer must be chosen. */
  readonly emptyLabel?: string;
  readonly hasFocus?: boolean;
}

export function CustomerField({ value, onChange, emptyLabel, hasFocus }: CustomerFieldProps) {
  const { Role } = useOperator();
  const [text, setText] = useState('');
  const maySearch = Role !== 'floor';
  // The text of a chosen customer is the label of its option, which begins with its number.
  const sought = text.trim().split(' · ')[0] ?? '';
  const list = useOperation(
    '/api/Customers/List',
    { ...(sought !== '' && { Text: sought }), Top: 50 },
    { isEnabled: maySearch, keepsPrevious: true },
  );
  const found = (list.data?.Records ?? []).map(({ CustomerNo, CustomerName }) => ({
    value: CustomerNo,
    label: `${CustomerNo} · ${CustomerName}`,
  }));
  const options = useSearchedOptions(value, found, sought, list);
  const focus = hasFocus ? { 'data-autofocus': true } : {};
  if (!maySearch) {
    return (
      <TextField
        label="Winery number"
        placeholder={emptyLabel ?? ''}
        autoComplete="off"
        value={value}
        onChange={(text) => onChange(text.trim())}
        {...focus}
      />
    );
  }
  return (
    <Select
      label="Winery"
      placeholder={emptyLabel ?? 'Number or name'}
      {...options}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onSearchChange={setText}
      nothingFoundMessage={withoutOptionsText(list, 'No winery matches')}
      searchable
      clearable={emptyLabel !== undefined}
      allowDeselect={false}
      maxDropdownHeight={220}
      {...focus}
    />
  );
}
