/** Chooses a customer by a part of its number or name. Roles that may not list customers write the number. */
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../api/queries.ts';
import { useOperator } from '../api/session.ts';
import { useOptionsWithChosen, withoutOptionsText } from './chosen-option.ts';

interface CustomerFieldProps {
  readonly value: string;
  readonly onChange: (customerNo: string) => void;
  /** The label of an empty choice: `All customers`. Without it a customer must be chosen. */
  readonly emptyLabel?: string;
  readonly hasFocus?: boolean;
}

export function CustomerField({ value, onChange, emptyLabel, hasFocus }: CustomerFieldProps) {
  const { Role } = useOperator();
  const [text, setText] = useState('');
  const maySearch = Role !== 'floor';
  const list = useOperation(
    '/api/Customers/List',
    { ...(text.trim() !== '' && { Text: text.trim().split(' · ')[0] ?? '' }), Top: 50 },
    { isEnabled: maySearch, keepsPrevious: true },
  );
  const found = (list.data?.Records ?? []).map(({ CustomerNo, CustomerName }) => ({
    value: CustomerNo,
    label: `${CustomerNo} · ${CustomerName}`,
  }));
  const options = useOptionsWithChosen(value, found);
  const focus = hasFocus ? { 'data-autofocus': true } : {};
  if (!maySearch) {
    return (
      <TextInput
        label="Customer number"
        placeholder={emptyLabel ?? ''}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        {...focus}
      />
    );
  }
  return (
    <Select
      label="Customer"
      placeholder={emptyLabel ?? 'Number or name'}
      data={options}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onSearchChange={setText}
      // No filter: the server has searched.
      filter={({ options: all }) => all}
      nothingFoundMessage={withoutOptionsText(list, 'No customer matches')}
      searchable
      clearable={emptyLabel !== undefined}
      maxDropdownHeight={220}
      {...focus}
    />
  );
}
