/** Chooses an item of a customer by a part of its number, description or UPC. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../api/queries.ts';
import { useSearchedOptions, withoutOptionsText } from './searched-options.ts';

interface ItemFieldProps {
  readonly label: string;
  /** The customer whose items are offered; none while it is `''`. */
  readonly customerNo: string;
  readonly value: string;
  readonly onChange: (itemNo: string, description: string) => void;
  readonly error?: string | undefined;
  /** Whether it has the focus when its dialog opens. */
  readonly hasFocus?: boolean | undefined;
}

export function ItemField({ label, customerNo, value, onChange, error, hasFocus = false }: ItemFieldProps) {
  const [text, setText] = useState('');
  // The text of a chosen item is the label of its option, which begins with its number.
  const sought = text.split(' · ')[0]?.trim() ?? '';
  const list = useOperation(
    '/api/SKUs/List',
    { Customers: [customerNo], Show: 'active', Top: 50, ...(sought !== '' && { Text: sought }) },
    { isEnabled: customerNo !== '', keepsPrevious: true },
  );
  const found = list.data?.Records ?? [];
  const options = useSearchedOptions(
    value,
    found.map(({ ItemNo, Description }) => ({ value: ItemNo, label: `${ItemNo} · ${Description}` })),
    sought,
    list,
  );
  return (
    <Select
      label={label}
      placeholder={customerNo === '' ? 'Choose the winery first' : 'Number, description or UPC'}
      disabled={customerNo === ''}
      {...options}
      value={value === '' ? null : value}
      onChange={(chosen) =>
        chosen !== null && onChange(chosen, found.find(({ ItemNo }) => ItemNo === chosen)?.Description ?? '')
      }
      onSearchChange={setText}
      // Enter chooses an item. It does not submit a dialog with the one that was chosen before.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      nothingFoundMessage={withoutOptionsText(list, 'No item in use matches')}
      searchable
      maxDropdownHeight={220}
      error={error}
      data-autofocus={hasFocus || undefined}
    />
  );
}
